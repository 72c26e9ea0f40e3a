#include "latspline/backend/emit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "latspline/base/error.h"
#include "latspline/base/hash.h"
#include "unit/codegen/exact_evaluation.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

namespace fs = std::filesystem;

/// ELF's machine number, from a relocatable file.
int elf_machine(const std::string& object) {
  if (object.size() < 20 || object.substr(0, 4) !=
                                "\x7f"
                                "ELF")
    return -1;
  return static_cast<unsigned char>(object[18]) + 256 * static_cast<unsigned char>(object[19]);
}

TEST(Emit, WritesAnObjectOfTheArchitecture) {
  for (const auto& [text, machine] : {std::pair("x86_64", 62), std::pair("aarch64", 183)}) {
    const CompiledKernel kernel = compile(bcc_linear(), parse_target(text), {"bcc_kernel"});
    EXPECT_EQ(elf_machine(kernel.object), machine);
    EXPECT_NE(kernel.object.find("bcc_kernel"), std::string::npos);
    EXPECT_NE(kernel.assembly.find("bcc_kernel:"), std::string::npos);
    EXPECT_NE(kernel.llvm.find("define"), std::string::npos);
    EXPECT_NE(kernel.llvm.find("@bcc_kernel("), std::string::npos);
  }
}

TEST(Emit, LinksWhatIsLoadedAsItIs) {
  const CompiledKernel wasm = compile(bcc_linear(), parse_target("wasm32"), {"bcc_kernel"});
  EXPECT_EQ(wasm.wasm.substr(0, 4), std::string("\0asm", 4));
  EXPECT_NE(wasm.wrapper.find("const FUNCTION = \"bcc_kernel\";"), std::string::npos);
  EXPECT_EQ(wasm.object, "");
  const CompiledKernel amd =
      compile(bcc_linear(), parse_target("amdgcn"), {.function = "bcc_kernel", .kinds = {"hsaco"}});
  EXPECT_EQ(elf_machine(amd.hsaco), 224);
  EXPECT_EQ(amd.assembly, "") << "not asked for";
}

TEST(Emit, NamesTheKernelByItsPlan) {
  const Plan plan = multilinear(2);
  const CompiledKernel kernel = compile(plan, host_target());
  EXPECT_EQ(kernel.function, "latspline_" + hex64(plan_hash(plan)));
  EXPECT_NE(kernel.header.find(kernel.function + "(const latspline_volume"), std::string::npos);
}

TEST(Emit, IsDeterministic) {
  const CompiledKernel a = compile(bcc_linear(), parse_target("x86_64:haswell"));
  const CompiledKernel b = compile(bcc_linear(), parse_target("x86_64:haswell"));
  EXPECT_EQ(a.object, b.object);
  EXPECT_EQ(a.assembly, b.assembly);
  EXPECT_EQ(a.llvm, b.llvm);
  EXPECT_EQ(a.header, b.header);
}

TEST(Emit, ShowsTheCodeBeforeOptimisation) {
  const Plan plan = multilinear(3);
  const std::string before = generated_llvm(plan, host_target());
  const std::string after = compile(plan, host_target()).llvm;
  EXPECT_NE(before.find("evaluate:"), std::string::npos);
  EXPECT_NE(before, after);
  const EmitOptions plain{"", false};
  EXPECT_EQ(compile(plan, host_target(), plain).llvm, before);
}

TEST(Emit, RefusesNamesThatAreNotC) {
  for (const std::string name : {"1st", "a-b", "a b", "a.b", "\xc3\xa9"}) {
    try {
      compile(multilinear(1), host_target(), {name});
      FAIL() << name;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("identifier"), std::string::npos);
    }
  }
}

TEST(Emit, RefusesUnknownCpusAndFeatures) {
  for (const std::string text :
       {"x86_64:cortex-a72", "aarch64:haswell", "x86_64:haswell:+sve", "aarch64:generic:+avx"}) {
    try {
      compile(multilinear(1), parse_target(text));
      FAIL() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("LLVM knows no"), std::string::npos) << error.what();
    }
  }
}

/// A directory of its own that goes away with the test.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "latspline-emit-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Scratch() { fs::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / name).rdbuf();
    return text.str();
  }
  /// The exit status; what is printed goes to the file "output".
  int run(const std::string& command) const {
    return std::system(("cd '" + path_.string() + "' && { " + command + "; } >output 2>&1").c_str());
  }

 private:
  fs::path path_;
};

/// A C program that fills a volume c[n] = n_0 + 10 n_1 + 100 n_2 on 4^3 sites with the header's numbers and prints f and its gradient.
std::string c_program(const std::string& upper, const std::string& lower, const std::string& type) {
  return "#include <stdio.h>\n#include \"kernel.h\"\n"
         "static " +
         type +
         " data[12 * 12 * 12];\n"
         "int main(void) {\n"
         "  latspline_volume v = {0};\n"
         "  const " +
         type +
         " points[] = {1.25f, 0.5f, 2.75f, -0.5f, 1, 1, 1e30f, 1, 1};\n"
         "  " +
         type +
         " values[3], gradients[9];\n"
         "  int64_t origin = 0, stride = 1;\n"
         "  int j, i;\n"
         "  v.abi_version = " +
         upper + "_ABI_VERSION; v.dimension = " + upper +
         "_DIMENSION;\n"
         "  v.coset_count = " +
         upper + "_COSET_COUNT; v.scalar = " + upper +
         "_SCALAR;\n"
         "  v.boundary = " +
         upper + "_BOUNDARY; v.content = LATSPLINE_COEFFICIENTS; v.space = " + upper +
         "_SPACE;\n"
         "  for (j = 0; j < 3; ++j) {\n"
         "    v.stride[j] = stride; v.extent[j] = 4; v.padding[j] = 4; origin += 4 * stride; stride *= 12;\n"
         "    v.top[j] = 3 * (double)" +
         lower +
         "_period[j]; v.wrap[j] = 2 * v.top[j];\n"
         "    v.lower[j] = " +
         lower +
         "_offsets[0][j]; v.upper[j] = v.top[j];\n"
         "    if (" +
         lower +
         "_reach[j] != 1) return 10;\n"
         "  }\n"
         "  v.coset_stride = stride; v.coefficients = data + origin;\n"
         "  for (i = 0; i < 12 * 12 * 12; ++i)\n"
         "    data[i] = (" +
         type +
         ")((i % 12 - 4) + 10 * (i / 12 % 12 - 4) + 100 * (i / 144 - 4));\n"
         "  int32_t status = " +
         lower +
         "(&v, points, 3, 1, 3, values, gradients, 0);\n"
         "  if (status != LATSPLINE_OK) return status;\n"
         "  for (i = 0; i < 2; ++i)\n"
         "    printf(\"%g: %g %g %g\\n\", (double)values[i], (double)gradients[3 * i], (double)gradients[3 * i + 1],\n"
         "           (double)gradients[3 * i + 2]);\n"
         "  v.space ^= 1;\n"
         "  return " +
         lower +
         "(&v, points, 3, 1, 3, values, 0, 0) == LATSPLINE_SPACE_MISMATCH ? 0 : 20;\n"
         "}\n";
}

/// The object of a machine without fused multiply-add and without a rounding instruction must do without libm, too.
TEST(Emit, LinksIntoACProgramWithoutAnyLibrary) {
  std::vector<std::string> targets = {"host"};
  if (host_target().architecture == Architecture::x86_64) targets.emplace_back("x86_64");
  for (const std::string& target : targets) {
    for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
      SCOPED_TRACE(target);
      PlanOptions options;
      options.scalar = scalar;
      const CompiledKernel kernel = compile(multilinear(3, options), parse_target(target), {"my_kernel"});
      const Scratch scratch;
      scratch.write("kernel.o", kernel.object);
      scratch.write("kernel.h", kernel.header);
      scratch.write("main.c", c_program("MY_KERNEL", "my_kernel", scalar == Scalar::f32 ? "float" : "double"));
      const std::string build = std::string("'") + LATSPLINE_TEST_CC +
                                "' -std=c99 -Wall -Wextra -Wpedantic -Werror -I'" + LATSPLINE_TEST_INCLUDE +
                                "' main.c kernel.o -o main";
      ASSERT_EQ(scratch.run(build), 0) << scratch.read("output");
      ASSERT_EQ(scratch.run("./main"), 0) << scratch.read("output");
      EXPECT_EQ(scratch.read("output"), "281.25: 1 10 100\n110.5: -1 10 100\n");
    }
  }
}

TEST(Emit, DescribesTheSpaceInTheHeader) {
  Plan plan = bcc_linear();
  plan.space_name = "files/*odd*/name\n.json";
  const std::string header = compile(plan, parse_target("x86_64"), {"k"}).header;
  EXPECT_NE(header.find("#define K_SPACE UINT64_C(0x" + hex64(plan.space) + ")"), std::string::npos);
  EXPECT_NE(header.find("#define K_PLAN UINT64_C(0x" + hex64(plan_hash(plan)) + ")"), std::string::npos);
  EXPECT_NE(header.find("static const int64_t k_period[3] = {2, 2, 2};"), std::string::npos);
  EXPECT_NE(header.find("    {1, 1, 1},"), std::string::npos);
  EXPECT_NE(header.find("static const double k_reach[3] = {2.0, 2.0, 2.0};"), std::string::npos);
  EXPECT_EQ(header.find("*odd*/"), std::string::npos) << "the name ends the comment";
}

}  // namespace
}  // namespace latspline::test
