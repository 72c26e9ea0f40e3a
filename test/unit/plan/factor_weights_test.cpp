#include "latspline/plan/passes/factor_weights.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "latspline/reference/interpreter.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

/// The programs compute sum c_m w_m(y) and its derivatives, as the polynomials do.
void expect_programs_right(const Plan& plan) {
  for (const ReferenceSubregion& reference : plan.references) {
    Vector coefficients;
    for (std::size_t m = 0; m < reference.sites.size(); ++m)
      coefficients.emplace_back(static_cast<std::int64_t>(m * m) - 7, 3);
    // Identities of polynomials hold outside the sub-region, too.
    for (const Vector& y : {reference.interior_point, Rational(3) * reference.interior_point,
                            Vector(static_cast<std::size_t>(plan.dimension))}) {
      for (const Derivatives derivatives : derivatives_of(plan)) {
        Vector expected;
        for (const std::vector<int>& axes : output_axes(plan.dimension, derivatives)) {
          expected.emplace_back();
          for (std::size_t m = 0; m < reference.sites.size(); ++m) {
            Polynomial weight = reference.weights[m];
            for (const int axis : axes) weight = weight.derivative(axis);
            expected.back() += coefficients[m] * weight(y);
          }
        }
        EXPECT_EQ(run_program(reference.program(derivatives), y, coefficients), expected);
      }
    }
  }
}

TEST(FactorWeights, ProgramsEqualThePolynomials) {
  for (const char* space :
       {"z1/cubic", "z2/zp", "hex/quartic", "cc/linear", "cc/quadratic", "bcc/rdodec-linear", "fcc/toct-cubic"}) {
    SCOPED_TRACE(space);
    for (const Separable separable : {Separable::automatic, Separable::off}) {
      for (const int group_size : {0, 1, 4}) {
        PlanOptions options;
        options.separable = separable;
        options.group_size = group_size;
        options.hessian = group_size != 1;
        expect_programs_right(plan_after(space, "factor_weights", options));
      }
    }
  }
}

TEST(FactorWeights, ContractsTensorProductsAxisByAxis) {
  const Plan plan = plan_after("cc/cubic", "factor_weights");
  const OperationCounts separable = count_operations(plan.references.front().value);
  EXPECT_EQ(separable.fetches, 64);
  // 12 cubics by Horner, at most 4 operations each, and 64 + 16 + 4 products summed.
  EXPECT_LE(separable.arithmetic(), 12 * 4 + 84);
  EXPECT_EQ(plan.references.front().value_and_gradient.outputs.size(), 4u);
}

TEST(FactorWeights, FetchesEverySiteOnce) {
  for (const char* space : {"fcc/toct-cubic", "z2/zp", "cc/quadratic"}) {
    const Plan plan = plan_after(space, "factor_weights");
    for (const ReferenceSubregion& reference : plan.references)
      for (const WeightProgram* program : {&reference.value, &reference.value_and_gradient})
        EXPECT_EQ(count_operations(*program).fetches, static_cast<int>(reference.sites.size()));
  }
}

TEST(FactorWeights, RefusesWhatIsTooLarge) {
  Plan plan = plan_after("hex/linear", "group_fetches");
  const Polynomial large = (Polynomial::parse(2, "1 + x0 + 3*x1")).pow(400);
  for (Polynomial& weight : plan.references.front().weights) weight = large;
  EXPECT_THROW(factor_weights(plan), UnsupportedError);
}

}  // namespace
}  // namespace latspline::test
