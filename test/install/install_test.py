#!/usr/bin/env python3
"""Uses an installed latspline from outside the tree. One case a run; see CMakeLists.txt."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def run(*command, **options):
    command = [str(word) for word in command]
    print("+", " ".join(command), flush=True)
    result = subprocess.run(command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            check=False, **options)
    print(result.stdout, flush=True)
    if result.returncode != 0:
        sys.exit(f"exit code {result.returncode}")
    return result.stdout


def check(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def need(tool):
    """Optional tools may be missing on a developer's machine, never in CI."""
    if shutil.which(tool) is None:
        print(f"skipped: {tool} is missing")
        sys.exit(1 if os.environ.get("CI") else SKIPPED)


def needed_libraries(program):
    need("readelf")
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "--dynamic", program))


def check_free_of(program, *names):
    libraries = needed_libraries(program)
    for name in names:
        found = [library for library in libraries if name in library]
        check(not found, f"{program} is linked to {found}")


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def build_project(arguments, project, *extra):
    work = fresh(arguments.work)
    run(arguments.cmake, "-S", project, "-B", work, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={arguments.prefix}",
        f"-DCMAKE_BUILD_TYPE={arguments.build_type}", f"-DCMAKE_C_COMPILER={arguments.cc}",
        f"-DCMAKE_CXX_COMPILER={arguments.cxx}", f"-DCMAKE_CXX_FLAGS={arguments.flags}", "--no-warn-unused-cli", *extra)
    run(arguments.cmake, "--build", work)
    return work


def case_install(arguments):
    fresh(arguments.prefix)
    run(arguments.cmake, "--install", arguments.build, "--prefix", arguments.prefix)
    program = arguments.prefix / "bin" / "latspline"
    check(program.is_file(), f"{program} is missing")
    check("rdodec" in run(program, "list"), "the installed program lists bcc/rdodec-linear")


def case_headers(arguments):
    """Each installed header compiles alone, with nothing but the prefix to include from: no LLVM, no bignum header."""
    include = arguments.prefix / "include"
    headers = sorted((include / "latspline").rglob("*.h"))
    check(len(headers) > 20, f"only {len(headers)} headers are installed")
    work = fresh(arguments.work)
    source = work / "all.cpp"
    names = [header.relative_to(include) for header in headers]
    source.write_text("".join(f'#include "{name}"\n' for name in names) + "int main() { return 0; }\n")
    run(arguments.cxx, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{include}", "-fsyntax-only", source)
    dependencies = run(arguments.cxx, "-std=c++20", f"-I{include}", "-M", source)
    for word in ("/llvm/", "/flint/", "/gmp"):
        check(word not in dependencies, f"an installed header includes {word}")
    # The C interface is C.
    c_source = work / "abi.c"
    c_source.write_text("".join(f'#include "{name}"\n' for name in names if name.parts[1] == "abi") + "int main(void) { return 0; }\n")
    run(arguments.cc, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{include}", "-fsyntax-only", c_source)


def case_everything(arguments):
    work = build_project(arguments, HERE / "everything")
    output = run(work / "everything")
    check("7 everywhere" in output, "a space compiled outside the tree reproduces a constant")


def case_runtime(arguments):
    work = build_project(arguments, HERE / "runtime", "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON",
                         "-DCMAKE_DISABLE_FIND_PACKAGE_FLINT=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON")
    run(work / "runtime")
    check_free_of(work / "runtime", "LLVM", "flint", "gmp")


def case_ahead_of_time(arguments):
    """A C program around an object file and a header that `latspline compile` made."""
    work = fresh(arguments.work)
    program = arguments.prefix / "bin" / "latspline"
    run(program, "compile", "cc/linear", "--function", "trilinear", "--target", "host", "--emit", "object,header", "-o", work)
    executable = work / "call_kernel"
    run(arguments.cc, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{arguments.prefix}/include", f"-I{work}",
        arguments.repository / "examples" / "call_kernel.c", work / "trilinear.o", "-o", executable, "-lm")
    output = run(executable)
    check("f(1.25, 1.5, 1.75) = 20" in output, "the kernel reproduces a linear function")
    check_free_of(executable, "LLVM", "flint", "gmp", "stdc++", "tbb")


def case_pkg_config(arguments):
    need("pkg-config")
    work = fresh(arguments.work)
    environment = dict(os.environ, PKG_CONFIG_PATH=str(arguments.prefix / arguments.libdir / "pkgconfig"))
    flags = [flag for flag in arguments.flags.split() if flag]
    for package, source in (("latspline-runtime", "runtime/runtime.cpp"), ("latspline", "everything/everything.cpp")):
        words = run("pkg-config", "--cflags", "--libs", package, env=environment).split()
        executable = work / package
        run(arguments.cxx, "-std=c++20", *flags, HERE / source, "-o", executable, *words)
        run(executable)
    check_free_of(work / "latspline-runtime", "LLVM", "flint", "gmp")


def main():
    cases = {name[len("case_"):]: function for name, function in globals().items() if name.startswith("case_")}
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=cases)
    for name in ("build", "prefix", "work", "repository"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("cmake", "cc", "cxx", "flags", "build-type", "libdir"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    cases[arguments.case](arguments)


if __name__ == "__main__":
    main()
