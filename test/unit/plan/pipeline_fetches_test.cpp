#include "latspline/plan/passes/pipeline_fetches.h"

#include <gtest/gtest.h>

#include <set>

#include "latspline/reference/interpreter.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

std::vector<std::int32_t> operands(const Instruction& instruction) {
  std::vector<std::int32_t> result;
  if (instruction.op == Op::constant || instruction.op == Op::coordinate || instruction.op == Op::coefficient)
    return result;
  for (std::int32_t operand : {instruction.a, instruction.b, instruction.c})
    if (operand >= 0) result.push_back(operand);
  return result;
}

/// The most fetched coefficients that wait for their first use at any time.
int most_waiting(const WeightProgram& program) {
  std::set<std::int32_t> waiting;
  std::size_t most = 0;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (program.code[i].op == Op::coefficient) waiting.insert(static_cast<std::int32_t>(i));
    most = std::max(most, waiting.size());
    for (std::int32_t operand : operands(program.code[i])) waiting.erase(operand);
  }
  return static_cast<int>(most);
}

TEST(PipelineFetches, IssuesAllAtTheStartWithoutADepth) {
  const Plan plan = plan_after("fcc/toct-cubic", "pipeline_fetches");
  for (const ReferenceSubregion& reference : plan.references) {
    bool arithmetic = false;
    for (const Instruction& instruction : reference.value.code) {
      if (instruction.op == Op::coefficient)
        EXPECT_FALSE(arithmetic) << "a fetch after arithmetic";
      else
        arithmetic = true;
    }
  }
}

TEST(PipelineFetches, KeepsTheDepth) {
  for (const char* space : {"fcc/toct-cubic", "z2/zp", "cc/quadratic"}) {
    for (const int depth : {2, 4, 9}) {
      PlanOptions options;
      options.group_size = 1;
      options.pipeline_depth = depth;
      const Plan plan = plan_after(space, "pipeline_fetches", options);
      for (const ReferenceSubregion& reference : plan.references) {
        EXPECT_LE(most_waiting(reference.value), depth + 1) << space << " depth " << depth;
        EXPECT_EQ(count_operations(reference.value).fetches, static_cast<int>(reference.sites.size()));
      }
    }
  }
}

TEST(PipelineFetches, ChangesNoValue) {
  for (const int depth : {0, 3, 5}) {
    PlanOptions options;
    options.group_size = 3;
    options.pipeline_depth = depth;
    const Plan before = plan_after("hex/quartic", "factor_weights", options);
    const Plan after = plan_after("hex/quartic", "pipeline_fetches", options);
    for (std::size_t r = 0; r < before.references.size(); ++r) {
      Vector c;
      for (std::size_t m = 0; m < before.references[r].sites.size(); ++m)
        c.emplace_back(static_cast<std::int64_t>(5 * m) - 11);
      const Vector& y = before.references[r].interior_point;
      EXPECT_EQ(run_program(before.references[r].value_and_gradient, y, c),
                run_program(after.references[r].value_and_gradient, y, c));
      EXPECT_EQ(run_program(before.references[r].value, y, c), run_program(after.references[r].value, y, c));
    }
  }
}

}  // namespace
}  // namespace latspline::test
