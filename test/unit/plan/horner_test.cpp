#include "latspline/plan/passes/horner.h"

#include <gtest/gtest.h>

#include "latspline/plan/derivatives.h"

#include "latspline/reference/interpreter.h"

namespace latspline::test {
namespace {

Rational evaluated(int variables, const std::vector<WeightedTerm>& terms, const Vector& y, const Vector& coefficients) {
  WeightProgramBuilder builder;
  const std::int32_t result = append_horner(builder, variables, terms);
  return run_program(builder.finish({result}), y, coefficients).front();
}

TEST(Horner, OfEmptyAndSingleTerms) {
  EXPECT_EQ(evaluated(2, {}, {3, 5}, {}), Rational(0));
  EXPECT_EQ(evaluated(2, {{{}, -1, 7}}, {3, 5}, {}), Rational(7));
  EXPECT_EQ(evaluated(2, {{{2, 1}, -1, Rational(1, 3)}}, {3, 5}, {}), Rational(15));
  EXPECT_EQ(evaluated(2, {{{1, 0}, 1, 1}}, {3, 5}, {0, 11}), Rational(33));
}

TEST(Horner, OfUnivariatePolynomialsTakesOneFmaPerDegree) {
  std::vector<WeightedTerm> terms;
  Rational expected;
  for (int e = 0; e <= 7; ++e) {
    Exponents alpha{};
    alpha[0] = static_cast<std::uint16_t>(e);
    terms.push_back({alpha, -1, Rational(2 * e + 2)});
    expected += Rational(2 * e + 2) * Rational(3).pow(static_cast<unsigned>(e));
  }
  WeightProgramBuilder builder;
  const WeightProgram program = builder.finish({append_horner(builder, 1, terms)});
  EXPECT_EQ(run_program(program, {3}, {}).front(), expected);
  EXPECT_EQ(count_operations(program).arithmetic(), 7);
}

TEST(Horner, OfWeightsAndTheirDerivatives) {
  const std::vector<Polynomial> weights = {Polynomial::parse(2, "1 - 2*x0*x1 + x0^3"),
                                           Polynomial::parse(2, "1/2*x1^2 - x0"), Polynomial(2)};
  const Vector y{Rational(2, 3), Rational(-5, 7)};
  const Vector c{3, -4, 100};
  for (const std::vector<int>& axes : output_axes(2, Derivatives::hessian)) {
    Rational total;
    for (std::size_t m = 0; m < weights.size(); ++m) {
      Polynomial weight = weights[m];
      for (const int axis : axes) weight = weight.derivative(axis);
      total += c[m] * weight(y);
    }
    EXPECT_EQ(evaluated(2, weighted_terms(weights, 0, 3, axes), y, c), total);
  }
  EXPECT_EQ(evaluated(2, weighted_terms(weights, 1, 2, {}), y, c), c[1] * weights[1](y));
}

}  // namespace
}  // namespace latspline::test
