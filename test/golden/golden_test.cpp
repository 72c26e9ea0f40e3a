#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "latspline/analysis/analysis.h"
#include "latspline/plan/lower.h"

namespace latspline::test {
namespace {

bool& update_golden() {
  static bool update = std::getenv("LATSPLINE_UPDATE_GOLDEN") != nullptr &&
                       std::string_view(std::getenv("LATSPLINE_UPDATE_GOLDEN")) == "1";
  return update;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines around the first difference, - of the file and + of what was computed, and how many lines each has.
std::string difference(const std::string& expected, const std::string& found) {
  const std::vector<std::string> a = lines_of(expected);
  const std::vector<std::string> b = lines_of(found);
  std::size_t first = 0;
  while (first < a.size() && first < b.size() && a[first] == b[first]) ++first;
  std::ostringstream text;
  text << "first difference at line " << first + 1 << " (" << a.size() << " lines in the file, " << b.size()
       << " now)\n";
  for (std::size_t i = first < 2 ? 0 : first - 2; i < first; ++i) text << "  " << a[i] << "\n";
  for (std::size_t i = first; i < std::min(a.size(), first + 4); ++i) text << "- " << a[i].substr(0, 200) << "\n";
  for (std::size_t i = first; i < std::min(b.size(), first + 4); ++i) text << "+ " << b[i].substr(0, 200) << "\n";
  return text.str();
}

void expect_golden(const std::string& file, const std::string& found) {
  const std::string path = std::string(LATSPLINE_GOLDEN) + "/" + file;
  EXPECT_LT(found.size(), 60000u) << file << " is too large to be read in a review";
  if (update_golden()) {
    std::ofstream out(path, std::ios::binary);
    out << found;
    ASSERT_TRUE(out.flush()) << path;
    return;
  }
  std::ifstream in(path, std::ios::binary);
  ASSERT_TRUE(in) << path << " is missing; make it with --update-golden";
  std::ostringstream expected;
  expected << in.rdbuf();
  if (expected.str() != found) {
    ADD_FAILURE() << file << ": " << difference(expected.str(), found) << "If that is meant: golden --update-golden";
  }
}

struct GoldenSpace {
  const char* file;
  const char* spec;  ///< catalogue name or JSON
  PlanOptions options;
};

void PrintTo(const GoldenSpace& space, std::ostream* out) { *out << space.file; }

PlanOptions grouped() {
  PlanOptions options;
  options.scalar = Scalar::f64;
  options.group_size = 4;
  options.pipeline_depth = 6;
  options.boundary = Boundary::periodic;
  return options;
}

PlanOptions without_branches() {
  PlanOptions options;
  options.branches = false;
  options.separable = Separable::off;
  return options;
}

class Golden : public testing::TestWithParam<GoldenSpace> {};

INSTANTIATE_TEST_SUITE_P(
    Spaces, Golden,
    testing::Values(
        GoldenSpace{"cc-linear", "cc/linear", {}}, GoldenSpace{"cc-quadratic", "cc/quadratic", {}},
        GoldenSpace{"z2-cubic", "z2/cubic", {}}, GoldenSpace{"bcc-rdodec-linear", "bcc/rdodec-linear", grouped()},
        GoldenSpace{"fcc-toct-cubic", "fcc/toct-cubic", grouped()}, GoldenSpace{"z2-zp", "z2/zp", without_branches()},
        GoldenSpace{"hex-linear", "hex/linear", {}}, GoldenSpace{"cc-tetrahedral", "cc/tetrahedral", {}},
        GoldenSpace{"prime",
                    R"({"lattice": {"matrix": [[2,3],[-7,5]]}, "basis": {"box": [[-5,2],[8,3],[3,5],[-2,7]]}})",
                    grouped()}),
    [](const auto& test) {
      std::string name = test.param.file;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST_P(Golden, AnalysisAndPlan) {
  const GoldenSpace& golden = GetParam();
  const Analysis analysis = analyze(load_space(golden.spec));
  std::string facts;
  for (const std::string& line : lines_of(describe(analysis)))
    if (!line.starts_with("seconds:")) facts += line + "\n";
  expect_golden(std::string(golden.file) + ".analysis", facts);
  expect_golden(std::string(golden.file) + ".plan", print_plan(lower(analysis, golden.options)));
}

TEST(GoldenDifference, ShowsTheFirstLineThatDiffers) {
  const std::string text = difference("a\nb\nc\n", "a\nx\nc\nd\n");
  EXPECT_NE(text.find("line 2 (3 lines in the file, 4 now)"), std::string::npos) << text;
  EXPECT_NE(text.find("- b\n"), std::string::npos);
  EXPECT_NE(text.find("+ x\n"), std::string::npos);
}

}  // namespace
}  // namespace latspline::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--update-golden") latspline::test::update_golden() = true;
  return RUN_ALL_TESTS();
}
