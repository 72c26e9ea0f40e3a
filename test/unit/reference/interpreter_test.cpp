#include "latspline/reference/interpreter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "latspline/base/error.h"
#include "unit/plan/sample_plan.h"

namespace latspline {
namespace {

// sample_plan is linear interpolation on the triangles (n, n + (1,1), n + (1,-1)) and their images: it reproduces affine functions, with their gradients.
Rational affine(const IntVector& n) {
  return Rational(3, 7) + Rational(2) * Rational(n[0]) - Rational(5, 3) * Rational(n[1]);
}

Rational mixed(const IntVector& n) { return Rational((n[0] * 31 + n[1] * 17) % 23) / 5; }

Vector random_point(std::mt19937_64& random) {
  std::uniform_int_distribution<std::int64_t> numerator(-60, 60), denominator(1, 12);
  return {Rational(numerator(random), denominator(random)), Rational(numerator(random), denominator(random))};
}

TEST(Interpret, ReproducesAffineFunctionsWithTheirGradients) {
  const Plan plan = sample_plan();
  std::mt19937_64 random(11);
  std::set<int> references;
  for (int i = 0; i < 300; ++i) {
    const Vector x = random_point(random);
    const Evaluation evaluation = interpret(plan, x, affine);
    EXPECT_EQ(evaluation.value, Rational(3, 7) + Rational(2) * x[0] - Rational(5, 3) * x[1]) << to_string(x);
    EXPECT_EQ(evaluation.gradient, (Vector{2, Rational(-5, 3)})) << to_string(x);
    Rational sum;
    for (const auto& [site, weight] : evaluation.used) {
      EXPECT_EQ((site[0] + site[1]) % 2, 0);
      EXPECT_GE(weight, Rational(0));
      sum += weight;
    }
    EXPECT_EQ(sum, Rational(1));
    references.insert(evaluation.references.at(0));
  }
  EXPECT_EQ(references, (std::set<int>{0, 1}));
}

TEST(Interpret, ProgramsAndWeightsAgree) {
  const Plan plan = sample_plan();
  std::mt19937_64 random(12);
  for (int i = 0; i < 100; ++i) {
    const Vector x = random_point(random);
    const Evaluation a = interpret(plan, x, mixed), b = interpret(plan, x, mixed, InterpretWith::program);
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.gradient, b.gradient);
    EXPECT_EQ(a.used, b.used);
  }
}

TEST(Interpret, SitesAreTakenAsTheyStand) {
  const Plan plan = sample_plan();
  for (const IntVector& site : {IntVector{0, 0}, IntVector{3, -5}, IntVector{-4, 2}}) {
    const Evaluation evaluation = interpret(plan, to_rational(site), mixed);
    EXPECT_EQ(evaluation.value, mixed(site));
    EXPECT_EQ(evaluation.used[0].first, site);
  }
}

TEST(Interpret, RoundsHalvesUpAndPrefersTheFirstCoset) {
  Plan plan = sample_plan();
  // (1/2, 1/2) is as far from 0 as from (1,1): coset 0 wins. (1, 0) rounds to (2, 0) in coset 0.
  EXPECT_EQ(interpret(plan, {Rational(1, 2), Rational(1, 2)}, mixed).used[0].first, (IntVector{0, 0}));
  EXPECT_EQ(interpret(plan, {1, 0}, mixed).used[0].first, (IntVector{2, 0}));
  EXPECT_EQ(interpret(plan, {Rational(-1, 1), 0}, mixed).used[0].first, (IntVector{0, 0}));
  plan.rounding.center = {Rational(1, 4), 0};
  EXPECT_EQ(interpret(plan, {Rational(5, 4), 0}, mixed).used[0].first, (IntVector{2, 0}));
}

TEST(Interpret, ParallelepipedRegions) {
  // Bilinear interpolation on Z^2 without symmetry.
  Plan plan;
  plan.dimension = 2;
  plan.options.boundary = Boundary::zero;
  plan.cosets = {{1, 1}, {{0, 0}}, {}, {0}};
  plan.reach = {1, 1};
  plan.options.strategy = Strategy::fold;
  plan.shifts = {{0, 0}};
  plan.rounding = {RoundingKind::parallelepiped, {0, 0}, {}, {}, {{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}};
  plan.index.table = {0};
  ReferenceSubregion reference;
  for (const IntVector& site : {IntVector{0, 0}, IntVector{1, 0}, IntVector{0, 1}, IntVector{1, 1}}) {
    Polynomial weight = Polynomial::constant(2, 1);
    for (int j = 0; j < 2; ++j) {
      const Polynomial y = Polynomial::variable(2, j);
      weight *= site[static_cast<std::size_t>(j)] == 1 ? y : Polynomial::constant(2, 1) - y;
    }
    reference.sites.push_back(site);
    reference.weights.push_back(weight);
  }
  reference.interior_point = {Rational(1, 3), Rational(1, 5)};
  plan.references = {reference};
  verify_plan(plan);
  const auto product = [](const IntVector& n) { return Rational(n[0] * n[1]); };
  const Evaluation evaluation = interpret(plan, {Rational(-7, 3), Rational(5, 2)}, product);
  EXPECT_EQ(evaluation.value, Rational(-35, 6));
  EXPECT_EQ(evaluation.gradient, (Vector{Rational(5, 2), Rational(-7, 3)}));
  EXPECT_EQ(evaluation.used[0].first, (IntVector{-3, 2}));
  EXPECT_THROW(interpret(plan, {0, 0}, product, InterpretWith::program), InternalError);
  const DoubleEvaluation in_doubles = interpret_double(plan, std::vector<double>{-7.0 / 3, 2.5},
                                                       [](const IntVector& n) { return double(n[0] * n[1]); });
  EXPECT_NEAR(in_doubles.value, -35.0 / 6, 1e-14);
  EXPECT_NEAR(in_doubles.gradient[1], -7.0 / 3, 1e-14);
}

TEST(Interpret, FaultsOfThePlan) {
  Plan plan = sample_plan();
  plan.index.table[1] = -1;
  EXPECT_NO_THROW(interpret(plan, {0, 0}, mixed));
  EXPECT_THROW(interpret(plan, {Rational(3, 4), 0}, mixed), InternalError);
  EXPECT_THROW(interpret(plan, {0}, mixed), InputError);
  plan = sample_plan();
  plan.references[0].value.constants[0] = 3;
  EXPECT_THROW(interpret(plan, {Rational(2, 5), Rational(1, 5)}, mixed, InterpretWith::program), InternalError);
}

TEST(InterpretDouble, AgreesWithTheExactInterpreter) {
  const Plan plan = sample_plan();
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> coordinate(-50, 50);
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> x{coordinate(random), coordinate(random)};
    const Evaluation exact = interpret(plan, {Rational::from_double(x[0]), Rational::from_double(x[1])}, mixed);
    const DoubleEvaluation evaluation =
        interpret_double(plan, x, [](const IntVector& n) { return mixed(n).to_double(); });
    EXPECT_NEAR(evaluation.value, exact.value.to_double(), 1e-12);
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(evaluation.gradient[j], exact.gradient[j].to_double(), 1e-12);
  }
}

TEST(InterpretDouble, UsesTheRoundedConstants) {
  Plan plan = sample_plan();
  for (ReferenceSubregion& reference : plan.references) reference.value.quantized = {0.25};
  const auto one = [](const IntVector& n) { return n == IntVector{1, 1} ? 1.0 : 0.0; };
  EXPECT_EQ(interpret_double(plan, std::vector<double>{0.25, 0.25}, one).value, 0.125);
  EXPECT_EQ(interpret_double(sample_plan(), std::vector<double>{0.25, 0.25}, one).value, 0.25);
}

TEST(InterpretDouble, PointsThatAreNotFiniteAskForNothing) {
  const Plan plan = sample_plan();
  int asked = 0;
  const auto counted = [&](const IntVector&) { return static_cast<double>(++asked); };
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    const DoubleEvaluation evaluation = interpret_double(plan, std::vector<double>{0.5, bad}, counted);
    EXPECT_TRUE(std::isnan(evaluation.value));
    ASSERT_EQ(evaluation.gradient.size(), 2u);
    EXPECT_TRUE(std::isnan(evaluation.gradient[0]));
    EXPECT_TRUE(evaluation.references.empty());
  }
  EXPECT_EQ(asked, 0);
  EXPECT_THROW(interpret_double(plan, std::vector<double>{1e300, 0}, counted), InputError);
}

TEST(RunProgram, EveryOperation) {
  WeightProgram program;
  program.constants = {Rational(1, 3)};
  program.code = {{Op::constant, 0},    {Op::coordinate, 1},  {Op::coefficient, 0}, {Op::add, 0, 1},
                  {Op::subtract, 3, 2}, {Op::multiply, 4, 1}, {Op::negate, 5},      {Op::fma, 6, 0, 2}};
  program.outputs = {7, 4};
  // y_1 = 2, c_0 = 5: ((1/3 + 2) - 5) = -8/3; times 2 = -16/3; negated 16/3; 16/9 + 5 = 61/9.
  EXPECT_EQ(run_program(program, {0, 2}, {5}), (Vector{Rational(61, 9), Rational(-8, 3)}));
}

}  // namespace
}  // namespace latspline
