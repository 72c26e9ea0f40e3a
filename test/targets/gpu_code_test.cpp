// Code for GPUs that nothing here runs: assembled or linked, and read for what a GPU is slowed by.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

#include "latspline/analysis/analysis.h"
#include "latspline/backend/emit.h"
#include "latspline/plan/lower.h"
#include "targets/sample_evaluation.h"
#include "unit_tools/scratch_folder.h"

namespace latspline::test {
namespace {

class GpuCode : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalog, GpuCode, testing::ValuesIn(quick_spaces()),
                         [](const auto& test) { return test_name(test.param); });

std::size_t largest_support(const Plan& plan) {
  std::size_t sites = 0;
  for (const ReferenceSubregion& reference : plan.references) sites = std::max(sites, reference.sites.size());
  return sites;
}

/// The number after `label` in the text, which must be there.
int number_after(const std::string& text, const std::string& label) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(label + "\\s*(\\d+)"))) {
    ADD_FAILURE() << "no \"" << label << "\" in\n" << text.substr(0, 2000);
    return -1;
  }
  return std::stoi(match[1]);
}

Plan plan_of(const std::string& name) { return lower(analyze(catalog_space(name)), {}); }

/// What ptxas says of a kernel; empty if it refuses it.
std::string ptxas_report(const std::string& ptx, const std::string& gpu) {
  const tools::testing::ScratchFolder folder;
  std::ofstream(folder / "kernel.ptx") << ptx;
  const std::string line = "ptxas -v -arch " + gpu + " '" + (folder / "kernel.ptx") + "' -o '" +
                           (folder / "kernel.cubin") + "' > '" + (folder / "report") + "' 2>&1";
  const int failed = std::system(line.c_str());
  std::ifstream file(folder / "report");
  const std::string report(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(failed, 0) << report;
  return failed == 0 ? report : "";
}

TEST_P(GpuCode, IsAssembledByPtxasWithoutSpills) {
  if (std::system("command -v ptxas > /dev/null 2>&1") != 0) GTEST_SKIP() << "ptxas (CUDA's assembler) is missing";
  const Plan plan = plan_of(GetParam());
  for (const char* gpu : {"sm_75", "sm_90"}) {
    const Target target = parse_target(std::string("nvptx64:") + gpu);
    const CompiledKernel kernel = compile(plan, target, {.function = "kernel_under_test", .kinds = {"ptx"}});
    const std::string report = ptxas_report(kernel.ptx, gpu);
    if (report.empty()) return;
    RecordProperty(std::string("registers_") + gpu, number_after(report, "Used"));
    if (largest_support(plan) <= 64) {
      EXPECT_EQ(number_after(report, "stack frame,"), 0) << gpu << "\n" << report;
    }
  }
}

TEST_P(GpuCode, IsLinkedToAnAmdCodeObjectWithoutSpills) {
  const Plan plan = plan_of(GetParam());
  const CompiledKernel kernel =
      compile(plan, parse_target("amdgcn"), {.function = "kernel_under_test", .kinds = {"hsaco", "assembly"}});
  ASSERT_GT(kernel.hsaco.size(), 64u);
  EXPECT_EQ(kernel.hsaco.substr(0, 4),
            "\x7f"
            "ELF");
  EXPECT_EQ(kernel.hsaco[16], 3) << "not a shared object";
  EXPECT_NE(kernel.hsaco.find("kernel_under_test.kd"), std::string::npos) << "no kernel descriptor";
  RecordProperty("registers", number_after(kernel.assembly, "\\.vgpr_count:"));
  if (largest_support(plan) <= 64) {
    EXPECT_EQ(number_after(kernel.assembly, "\\.vgpr_spill_count:"), 0);
  }
}

}  // namespace
}  // namespace latspline::test
