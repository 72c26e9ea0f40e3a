#include <gtest/gtest.h>

#include <fstream>

#include "latspline/backend/emit.h"
#include "targets/sample_evaluation.h"
#include "unit_tools/scratch_folder.h"

namespace latspline::test {
namespace {

class WebAssembly : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalog, WebAssembly, testing::ValuesIn(quick_spaces()),
                         [](const auto& test) { return test_name(test.param); });

void write(const std::string& path, const void* bytes, std::size_t count) {
  std::ofstream(path, std::ios::binary).write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
}

template <typename T>
void expect_same_as_host(const std::string& name, const PlanOptions& options) {
  // WebAssembly does not fuse multiply and add; nor does this generation of the host.
  const SampleEvaluation<T> sample(name, options, parse_target("x86_64:x86-64-v2"));
  std::vector<T> expected = sample.values();
  expected.insert(expected.end(), sample.values_with_gradients().begin(), sample.values_with_gradients().end());
  expected.insert(expected.end(), sample.gradients().begin(), sample.gradients().end());

  const tools::testing::ScratchFolder folder;
  const CompiledKernel kernel =
      compile(sample.plan(), parse_target("wasm32"), {.function = "kernel_under_test", .kinds = {"wasm", "wrapper"}});
  const std::vector<double> coefficients = sample.coefficients();
  const std::vector<double> points(sample.points().begin(), sample.points().end());
  write(folder / "kernel.wasm", kernel.wasm.data(), kernel.wasm.size());
  write(folder / "kernel.mjs", kernel.wrapper.data(), kernel.wrapper.size());
  write(folder / "coefficients", coefficients.data(), coefficients.size() * sizeof(double));
  write(folder / "points", points.data(), points.size() * sizeof(double));
  std::string run = "node '" LATSPLINE_WASM_RUNNER "' '" + (folder / "") + "'";
  for (std::size_t j = 0; j < sample.dimension(); ++j) run += " " + std::to_string(sample.view().extent[j]);
  ASSERT_EQ(std::system(run.c_str()), 0) << run;
  std::ifstream output(folder / "output", std::ios::binary);
  std::vector<double> found(expected.size());
  output.read(reinterpret_cast<char*>(found.data()), static_cast<std::streamsize>(sizeof(double) * found.size()));
  ASSERT_EQ(output.gcount(), static_cast<std::streamsize>(sizeof(double) * found.size()));
  const std::vector<T> rounded(found.begin(), found.end());
  EXPECT_TRUE(sample.same(rounded, expected)) << "differs by " << sample.difference(rounded, expected);
}

TEST_P(WebAssembly, GivesTheBitsOfAHostWithoutFusedMultiplyAdd) {
  if (std::system("command -v node > /dev/null 2>&1") != 0) {
    if (runs_in_ci()) FAIL() << "node is missing; scripts/setup installs it";
    GTEST_SKIP() << "node is missing";
  }
#if !defined(__x86_64__)
  GTEST_SKIP() << "held against x86-64 without its fused multiply-add, and this is another machine";
#endif
  PlanOptions options;
  expect_same_as_host<float>(GetParam(), options);
  if (HasFatalFailure()) return;
  options.branches = false;
  options.boundary = Boundary::periodic;
  expect_same_as_host<double>(GetParam(), options);
}

}  // namespace
}  // namespace latspline::test
