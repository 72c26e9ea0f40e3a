#include "latspline/plan/passes/shared_weights.h"

#include <gtest/gtest.h>

#include "latspline/plan/passes/horner.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

/// The outputs of the program as polynomials in y, for the coefficient 1 at `site` and 0 elsewhere.
std::vector<Polynomial> symbolic_outputs(const WeightProgram& program, int variables, std::int32_t site) {
  std::vector<Polynomial> results;
  for (const Instruction& instruction : program.code) {
    const auto operand = [&](std::int32_t index) -> const Polynomial& {
      return results[static_cast<std::size_t>(index)];
    };
    Polynomial result(variables);
    switch (instruction.op) {
      case Op::constant:
        result = Polynomial::constant(variables, program.constants[static_cast<std::size_t>(instruction.a)]);
        break;
      case Op::coordinate:
        result = Polynomial::variable(variables, instruction.a);
        break;
      case Op::coefficient:
        result = Polynomial::constant(variables, Rational(instruction.a == site ? 1 : 0));
        break;
      case Op::add:
        result = operand(instruction.a) + operand(instruction.b);
        break;
      case Op::subtract:
        result = operand(instruction.a) - operand(instruction.b);
        break;
      case Op::multiply:
        result = operand(instruction.a) * operand(instruction.b);
        break;
      case Op::negate:
        result = -operand(instruction.a);
        break;
      case Op::fma:
        result = operand(instruction.a) * operand(instruction.b) + operand(instruction.c);
        break;
    }
    results.push_back(std::move(result));
  }
  std::vector<Polynomial> outputs;
  for (const std::int32_t output : program.outputs) outputs.push_back(results[static_cast<std::size_t>(output)]);
  return outputs;
}

int plain_operations(const ReferenceSubregion& reference, int variables) {
  WeightProgramBuilder builder;
  const auto count = static_cast<std::int32_t>(reference.sites.size());
  return count_operations(
             builder.finish({append_horner(builder, variables, weighted_terms(reference.weights, 0, count, {}))}))
      .arithmetic();
}

TEST(SharedWeights, EqualThePolynomialsIdentically) {
  for (const char* space : {"z2/zp", "quincunx/zp", "hex/quartic", "cc/rdodec-linear", "fcc/toct-cubic"}) {
    SCOPED_TRACE(space);
    PlanOptions by_weight;
    by_weight.group_size = 1;
    by_weight.hessian = true;
    const Plan plan = plan_after(space, "factor_weights", by_weight);
    for (const ReferenceSubregion& reference : plan.references) {
      const SharedWeights shared = shared_weights(reference, derivatives_of(plan), RoundingErrorSample(reference), 4);
      ASSERT_EQ(shared.size(), 3u);
      for (std::size_t m = 0; m < reference.sites.size(); ++m) {
        const auto site = static_cast<std::int32_t>(m);
        for (const Derivatives derivatives : derivatives_of(plan)) {
          std::vector<Polynomial> expected;
          for (const std::vector<int>& axes : output_axes(plan.dimension, derivatives)) {
            expected.push_back(reference.weights[m]);
            for (const int axis : axes) expected.back() = expected.back().derivative(axis);
          }
          EXPECT_EQ(symbolic_outputs(shared.at(derivatives), plan.dimension, site), expected);
        }
      }
    }
  }
}

TEST(SharedWeights, NeedAtMostSeventyHundredthsOfPlainHorner) {
  // Zwart-Powell has 7 sites and 6 monomials: four fifths is what the search finds.
  const std::pair<const char*, int> hundredths[] = {
      {"z2/zp", 80}, {"quincunx/zp", 70}, {"hex/quartic", 70}, {"cc/rdodec-linear", 70}, {"fcc/toct-cubic", 70}};
  for (const auto& [space, most] : hundredths) {
    SCOPED_TRACE(space);
    const Plan plan = plan_after(space, "factor_weights");
    for (const ReferenceSubregion& reference : plan.references)
      EXPECT_LE(100 * count_operations(reference.value).arithmetic(),
                most * plain_operations(reference, plan.dimension));
  }
}

TEST(SharedWeights, NoneWhereNothingIsGained) {
  // c_0 + u (c_1 - c_0) + v (c_2 - c_0) has been found already.
  const Plan plan = plan_after("hex/linear", "factor_weights");
  const ReferenceSubregion& reference = plan.references.front();
  const SharedWeights shared = shared_weights(reference, derivatives_of(plan), RoundingErrorSample(reference), 4);
  EXPECT_TRUE(shared.empty());
}

TEST(RoundingErrorSample, SeesCancellation) {
  const Plan plan = plan_after("hex/linear", "factor_weights");
  const ReferenceSubregion& reference = plan.references.front();
  const RoundingErrorSample sample(reference);
  EXPECT_LT(sample(reference.value), 4);
  // The same value with 1000 added and taken away again.
  WeightProgram far = reference.value;
  const auto last = static_cast<std::int32_t>(far.code.size());
  far.constants.emplace_back(1000);
  far.code.push_back({Op::constant, static_cast<std::int32_t>(far.constants.size() - 1)});
  far.code.push_back({Op::add, far.outputs.front(), last});
  far.code.push_back({Op::subtract, last + 1, last});
  far.outputs.front() = last + 2;
  EXPECT_GT(sample(far), 100);
}

}  // namespace
}  // namespace latspline::test
