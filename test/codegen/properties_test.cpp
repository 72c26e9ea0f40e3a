#include <gtest/gtest.h>

#include <map>

#include "codegen/code_text.h"
#include "latspline/backend/emit.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

const char* const targets[] = {"x86_64", "x86_64:haswell", "aarch64"};

Plan with_fold(Plan plan) {
  plan.fold = cubic_fold(plan.dimension);
  return plan;
}

std::map<std::string, Plan> sample_plans(PlanOptions options) {
  return {{"trilinear", multilinear(3, options)},
          {"linear", multilinear(1, options)},
          {"trilinear folded", with_fold(multilinear(3, options))},
          {"bcc linear", bcc_linear(options)},
          {"quincunx triangles", quincunx_triangles(options)}};
}

TEST(CodeProperties, CallsNothingAndDividesNoIntegers) {
  // About 5 s: thirty kernels.
  PlanOptions single;
  PlanOptions twice;
  twice.scalar = Scalar::f64;
  twice.boundary = Boundary::clamp;
  for (const PlanOptions& options : {single, twice}) {
    for (const auto& [name, plan] : sample_plans(options)) {
      for (const std::string target : targets) {
        SCOPED_TRACE(name + " " + target);
        const std::string assembly = compile(plan, parse_target(target)).assembly;
        EXPECT_EQ(matching_lines(assembly, R"(^\s+(callq?|bl|blr)\s)"), std::vector<std::string>{});
        EXPECT_EQ(matching_lines(assembly, R"(^\s+(i?div[bwlq]?|[su]div)\s)"), std::vector<std::string>{});
      }
    }
  }
}

/// Options of a kernel that has the loop over single points alone.
PlanOptions point_by_point() {
  PlanOptions options;
  options.lanes = 1;
  return options;
}

TEST(CodeProperties, DividesOnlyWhereAPointIsMoved) {
  PlanOptions options = point_by_point();
  options.boundary = Boundary::zero;
  for (const auto& [name, plan] : sample_plans(options)) {
    SCOPED_TRACE(name);
    const CompiledKernel kernel = compile(plan, parse_target("x86_64:haswell"));
    EXPECT_EQ(count_lines(kernel.assembly, R"(^\s+v?div[ps][sd]\s)"), 0u);
    EXPECT_EQ(count_lines(kernel.llvm, R"(\b(fdiv|[su]div|[su]rem)\b)"), 0u);
  }
  // One division an axis in each of the two loops.
  options.boundary = Boundary::periodic;
  EXPECT_EQ(count_lines(generated_llvm(multilinear(3, options), parse_target("x86_64")), R"(\bfdiv\b)"), 6u);
}

TEST(CodeProperties, RoundsByAnInstruction) {
  const Plan plan = bcc_linear();
  EXPECT_GT(count_lines(compile(plan, parse_target("x86_64:haswell")).assembly, R"(^\s+vround[ps]s\s)"), 0u);
  EXPECT_GT(count_lines(compile(plan, parse_target("aarch64")).assembly, R"(^\s+frintm\s)"), 0u);
}

TEST(CodeProperties, FusesWhereTheTargetCan) {
  const Plan plan = bcc_linear(point_by_point());
  const std::string pattern = R"(^\s+vfn?m(add|sub)\d+[ps]s\s)";
  // Four sites in the value loop and four for each of four outputs in the other one, some of them with packed operands.
  EXPECT_GE(count_lines(compile(plan, parse_target("x86_64:haswell")).assembly, pattern), 8u);
  EXPECT_EQ(count_lines(compile(plan, parse_target("x86_64")).assembly, pattern), 0u);
  EXPECT_GE(count_lines(compile(plan, parse_target("aarch64")).assembly, R"(^\s+fn?m(add|sub|la|ls)\s)"), 8u);
}

TEST(CodeProperties, BranchesOnNoSubregionWithBranchesOff) {
  PlanOptions options = point_by_point();
  options.boundary = Boundary::zero;
  options.branches = true;
  const std::string branch = R"(^\s+(br i1|switch)\b)";
  const auto branches = [&](const Plan& plan) {
    return count_lines(compile(plan, parse_target("x86_64:haswell")).llvm, branch);
  };
  const std::size_t with = branches(quincunx_triangles(options));
  options.branches = false;
  const std::size_t without = branches(quincunx_triangles(options));
  Plan one_subregion = quincunx_triangles(options);
  one_subregion.references.pop_back();
  one_subregion.index = {};
  one_subregion.index.table = {0};
  EXPECT_EQ(without, branches(one_subregion));
  EXPECT_GT(with, without);
}

/// The blocks of LLVM text whose label starts with `label`, without the labels.
std::vector<std::string> blocks(const std::string& llvm, const std::string& label) {
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string& line : lines_of(llvm)) {
    if (!line.empty() && line.front() != ' ') {
      inside = line.compare(0, label.size(), label) == 0;
      if (inside) found.emplace_back();
    } else if (inside) {
      found.back() += line + "\n";
    }
  }
  return found;
}

TEST(CodeProperties, EvaluatesInOneBlock) {
  PlanOptions options = point_by_point();
  options.branches = false;
  std::map<std::string, std::size_t> sites = {
      {"trilinear", 8}, {"linear", 2}, {"trilinear folded", 8}, {"bcc linear", 4}, {"quincunx triangles", 4}};
  for (const auto& [name, plan] : sample_plans(options)) {
    SCOPED_TRACE(name);
    const std::vector<std::string> evaluations = blocks(compile(plan, parse_target("x86_64:haswell")).llvm, "evaluate");
    ASSERT_EQ(evaluations.size(), 2u);  // without and with the gradient
    for (const std::string& block : evaluations) {
      EXPECT_GE(count_lines(block, R"(\bload\b)"), sites[name] / 2);  // neighbours may be loaded as one vector
      EXPECT_EQ(count_lines(block, R"(^  br label %next)"), 1u);  // where the result is stored
    }
  }
}

TEST(CodeProperties, FindsNeighboursAlongAxisZeroByConstantOffsets) {
  const Plan plan = multilinear(3, point_by_point());
  const std::string generated = generated_llvm(plan, parse_target("x86_64"));
  // Four rows a loop, each with its second site one element after the first.
  EXPECT_EQ(count_lines(generated, R"(getelementptr float, ptr %\d*[a-z]*\d*, i64 1$)"), 8u);
  EXPECT_GE(count_lines(compile(plan, parse_target("x86_64:haswell")).assembly, R"(\s4\(%r)"), 4u);
}

TEST(CodeProperties, MarksCoefficientsAsUnchanging) {
  const std::string generated = generated_llvm(bcc_linear(point_by_point()), parse_target("x86_64"));
  const std::size_t coefficients = count_lines(generated, R"(%c\d* = load float)");
  EXPECT_EQ(coefficients, count_lines(generated, R"(%c\d* = load float.*!invariant\.load)"));
  // 4 sites in the value loop; the plain gradient program fetches them for each of its 4 outputs anew.
  EXPECT_EQ(coefficients, 4u + 16u);
}

TEST(CodeProperties, FetchesEachCoefficientOnce) {
  const std::string optimised = compile(bcc_linear(point_by_point()), parse_target("x86_64:haswell")).llvm;
  EXPECT_EQ(count_lines(optimised, R"(%c\d* = load float)"), 4u + 4u);
}

TEST(CodeProperties, GathersWhereAGatherIsFast) {
  const std::string gather = R"(^\s+v(p?gather)[dq][pdq][sdq]?\s)";
  const Plan plan = bcc_linear();
  // Four coefficients a point, not further apart than 32 bits can tell.
  const std::string fast = compile(plan, parse_target("x86_64:x86-64-v4")).assembly;
  EXPECT_GE(count_lines(fast, R"(^\s+vgatherdps\s)"), 8u);
  // Elsewhere one load a lane, and no branch a lane: no more branches than lanes in all.
  const CompiledKernel slow = compile(plan, parse_target("x86_64:haswell"));
  EXPECT_EQ(count_lines(slow.assembly, gather), 0u);
  EXPECT_EQ(count_lines(slow.llvm, R"(llvm\.masked\.gather\.v8f32.*<8 x i1> %)"), 0u);
}

TEST(CodeProperties, FetchesNeighboursTogether) {
  // The eight coefficients of a point as four pairs, each one element of a gather, in the value loop and in the other.
  const std::string pairs = compile(multilinear(3), parse_target("x86_64:x86-64-v4")).llvm;
  EXPECT_EQ(count_lines(pairs, R"(call <16 x i64> @llvm\.masked\.gather)"), 8u);
  const std::string rows = compile(multilinear(3), parse_target("x86_64:haswell")).llvm;
  EXPECT_EQ(count_lines(rows, R"(= load <2 x float>)"), 2u * 4u * 8u);
}

TEST(CodeProperties, EvaluatesAsManyPointsAsAVectorHolds) {
  PlanOptions twice;
  twice.scalar = Scalar::f64;
  const auto has = [](const PlanOptions& options, const char* target, const char* pattern) {
    return count_lines(compile(bcc_linear(options), parse_target(target)).llvm, pattern) > 0;
  };
  EXPECT_TRUE(has({}, "x86_64:x86-64-v4", R"(@llvm\.fma\.v16f32)"));
  EXPECT_TRUE(has({}, "x86_64:haswell", R"(@llvm\.fma\.v8f32)"));
  EXPECT_TRUE(has(twice, "x86_64:x86-64-v4", R"(@llvm\.fma\.v8f64)"));
  EXPECT_TRUE(has(twice, "x86_64:haswell", R"(@llvm\.fma\.v4f64)"));
  EXPECT_TRUE(has({}, "aarch64", R"(@llvm\.fma\.v4f32)"));
  EXPECT_FALSE(has(point_by_point(), "x86_64:x86-64-v4", R"(@llvm\.fma\.v)"));
}

TEST(CodeProperties, HasNoStateAndOneSymbol) {
  for (const auto& [name, plan] : sample_plans({})) {
    SCOPED_TRACE(name);
    const CompiledKernel kernel = compile(plan, parse_target("x86_64"), {"only_this"});
    EXPECT_EQ(matching_lines(kernel.assembly, R"(^\s+\.globl\s)"),
              (std::vector<std::string>{matching_lines(kernel.assembly, R"(^\s+\.globl\s+only_this\b)").at(0)}));
    EXPECT_EQ(count_lines(kernel.assembly, R"(^\s+\.(data|bss|comm|lcomm)\b)"), 0u);
    EXPECT_EQ(count_lines(kernel.llvm, R"(^@.* global )"), 0u);
  }
}

TEST(CodeProperties, CarriesTheTarget) {
  const std::string text = generated_llvm(multilinear(1), parse_target("x86_64:haswell:+fast-gather"));
  EXPECT_EQ(count_lines(text, R"re("target-cpu"="haswell")re"), 1u);
  EXPECT_EQ(count_lines(text, R"re("target-features"="\+fast-gather")re"), 1u);
  EXPECT_EQ(count_lines(text, R"(^target triple = "x86_64)"), 1u);
}

TEST(CodeProperties, ComputesWithoutFastMath) {
  for (const auto& [name, plan] : sample_plans({})) {
    SCOPED_TRACE(name);
    EXPECT_EQ(matching_lines(compile(plan, parse_target("x86_64:haswell")).llvm,
                             R"(\bf(add|sub|mul|div|neg|cmp)\b.*\b(fast|reassoc|contract|nnan|ninf|nsz|arcp|afn)\b)"),
              std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace latspline::test
