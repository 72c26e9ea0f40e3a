#!/usr/bin/env python3
"""Plants faults in a small tree and expects scripts/check_includes and scripts/check_docs to name them."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("src/latspline/base/error.h", "#pragma once\n")
        self.write("src/latspline/plan/plan.h", "#pragma once\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_check(self, script, *arguments):
        command = [sys.executable, str(ROOT / "scripts" / script), "--root", str(self.root), *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout

    def expect(self, script, text):
        code, output = self.run_check(script)
        self.assertEqual(code, 1, output)
        self.assertIn(text, output)

    # check_includes

    def test_clean_tree(self):
        self.write("src/latspline/exact/rational.cpp", '#include <flint/fmpq.h>\n#include "latspline/base/error.h"\n')
        self.write("src/latspline/jit/jit.cpp", "#include <llvm/IR/Module.h>\n")
        self.assertEqual(self.run_check("check_includes"), (0, ""))

    def test_forbidden_folder(self):
        self.write("src/latspline/runtime/volume.h", '#include "latspline/plan/plan.h"\n')
        self.expect("check_includes", "src/latspline/runtime/volume.h:1: runtime may not include latspline/plan/plan.h")

    def test_unknown_folder(self):
        self.write("src/latspline/misc/x.cpp", "\n")
        self.expect("check_includes", "'misc' is not in the include table")

    def test_missing_file(self):
        self.write("src/latspline/plan/x.cpp", '#include "latspline/plan/gone.h"\n')
        self.expect("check_includes", "latspline/plan/gone.h does not exist")

    def test_llvm_elsewhere(self):
        self.write("src/latspline/plan/x.cpp", "#include <llvm/IR/Module.h>\n")
        self.expect("check_includes", "plan/x.cpp:1: LLVM's headers belong in")

    def test_llvm_in_installed_header(self):
        self.write("src/latspline/backend/emit.h", '#include "llvm/IR/Module.h"\n')
        self.expect("check_includes", "an installed header includes LLVM's llvm/IR/Module.h")

    def test_bignum_elsewhere(self):
        self.write("src/latspline/analysis/x.cpp", "#include <gmp.h>\n")
        self.expect("check_includes", "bignum headers belong in exact only: gmp.h")

    def test_bignum_in_installed_header(self):
        self.write("src/latspline/exact/x.h", "#include <flint/fmpz.h>\n")
        self.expect("check_includes", "an installed header includes the bignum header flint/fmpz.h")

    def test_private_header_in_example(self):
        self.write("examples/x.cpp", '#include "latspline/codegen/fetch.h"\n')
        self.expect("check_includes", "latspline/codegen/fetch.h is not installed")

    def test_link_beyond_table(self):
        self.write("src/latspline/runtime/CMakeLists.txt", "latspline_library(runtime base abi plan)\n")
        self.expect("check_includes", "runtime may not link plan")

    # check_docs

    def test_docs(self):
        self.write("examples/x.cpp", "int main() {\n  // [sum]\n  f();\n  // [/sum]\n}\n")
        good = "<!-- from examples/x.cpp: sum -->\n```cpp\nf();\n```\n"
        self.write("README.md", good)
        self.assertEqual(self.run_check("check_docs"), (0, ""))
        self.write("README.md", good.replace("f()", "g()"))
        self.expect("check_docs", "README.md:1: the code block differs from examples/x.cpp")
        self.assertEqual(self.run_check("check_docs", "--update"), (0, ""))
        self.assertEqual((self.root / "README.md").read_text(encoding="utf-8"), good)

    def test_dead_link(self):
        self.write("docs/a.md", "\nSee [that](gone.md).\n")
        self.expect("check_docs", "docs/a.md:2: the link gone.md leads nowhere")


if __name__ == "__main__":
    unittest.main()
