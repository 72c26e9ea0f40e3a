#include <gtest/gtest.h>

#include <fstream>

#include "latspline/backend/emit.h"
#include "targets/sample_evaluation.h"
#include "unit_tools/scratch_folder.h"

namespace latspline::test {
namespace {

class Aarch64 : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalog, Aarch64, testing::ValuesIn(quick_spaces()),
                         [](const auto& test) { return test_name(test.param); });

template <typename T>
void append(std::vector<char>& bytes, const T* items, std::size_t count) {
  const auto* first = reinterpret_cast<const char*>(items);
  bytes.insert(bytes.end(), first, first + sizeof(T) * count);
}

template <typename T>
void expect_same_as_host(const std::string& name, const PlanOptions& options) {
#ifdef AARCH64_RUNNER
  const SampleEvaluation<T> sample(name, options);
  // The runner evaluates values alone, values and gradients, and both point by point.
  std::vector<T> expected = sample.values();
  for (int i = 0; i < 2; ++i) {
    expected.insert(expected.end(), sample.values_with_gradients().begin(), sample.values_with_gradients().end());
    expected.insert(expected.end(), sample.gradients().begin(), sample.gradients().end());
  }
  const std::uint64_t counts[3] = {sample.storage().size(), static_cast<std::uint64_t>(sample.origin()), sample.count};
  std::vector<char> bytes;
  append(bytes, &sample.view(), 1);
  append(bytes, counts, 3);
  append(bytes, sample.storage().data(), sample.storage().size());
  append(bytes, sample.points().data(), sample.points().size());

  const tools::testing::ScratchFolder folder;
  const CompiledKernel kernel = compile(sample.plan(), parse_target("aarch64"), {.function = "kernel_under_test"});
  std::ofstream(folder / "kernel.o", std::ios::binary) << kernel.object;
  std::ofstream(folder / "input", std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const std::string link = std::string(AARCH64_CC) + " -static " + AARCH64_RUNNER + " " + (folder / "kernel.o") +
                           " -lm -o " + (folder / "run");
  ASSERT_EQ(std::system(link.c_str()), 0) << link;
  const std::string run =
      std::string(AARCH64_EMULATOR) + " " + (folder / "run") + " " + (folder / "input") + " " + (folder / "output");
  ASSERT_EQ(std::system(run.c_str()), 0) << run;
  std::ifstream output(folder / "output", std::ios::binary);
  std::vector<T> found(expected.size());
  output.read(reinterpret_cast<char*>(found.data()), static_cast<std::streamsize>(sizeof(T) * found.size()));
  ASSERT_EQ(output.gcount(), static_cast<std::streamsize>(sizeof(T) * found.size()));
  EXPECT_TRUE(sample.same(found, expected)) << "differs by " << sample.difference(found, expected);
#else
  static_cast<void>(name);
  static_cast<void>(options);
#endif
}

/// Every target computes what the plan says in that order; so the bits are those of a host that fuses multiply and add.
TEST_P(Aarch64, GivesTheBitsOfTheHost) {
#ifndef AARCH64_RUNNER
  if (runs_in_ci()) FAIL() << "aarch64-linux-gnu-gcc or qemu-aarch64-static is missing; scripts/setup installs both";
  GTEST_SKIP() << "aarch64-linux-gnu-gcc or qemu-aarch64-static is missing";
#else
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this host rounds products before they are added";
#endif
  PlanOptions options;
  expect_same_as_host<float>(GetParam(), options);
  if (HasFatalFailure()) return;
  // The other scalar with the other choices.
  options.branches = false;
  options.boundary = Boundary::periodic;
  options.layout = Layout::sites;
  expect_same_as_host<double>(GetParam(), options);
#endif
}

}  // namespace
}  // namespace latspline::test
