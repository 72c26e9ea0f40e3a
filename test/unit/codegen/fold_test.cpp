#include <gtest/gtest.h>

#include "latspline/plan/passes/order_fetches.h"
#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

PlanOptions with(Scalar scalar) {
  PlanOptions options;
  options.scalar = scalar;
  options.boundary = Boundary::periodic;
  return options;
}

/// A site list with no symmetry under a fold on Z^s: every mistake in the map of sites, point or gradient shows.
Plan probe(int dimension, Scalar scalar, std::vector<Reflection> fold) {
  Plan plan = empty_plan(dimension, with(scalar));
  plan.fold = std::move(fold);
  ReferenceSubregion cell;
  const IntVector all = {2, -1, 3, 1};
  for (int j = 0; j < dimension; ++j) {
    IntVector site(static_cast<std::size_t>(dimension), 0);
    site[static_cast<std::size_t>(j)] = all[static_cast<std::size_t>(j)];
    cell.sites.push_back(site);
    Vector slope(static_cast<std::size_t>(dimension), Rational(1, 4));
    slope[static_cast<std::size_t>(j)] = j + 1;
    const Polynomial line = Polynomial::affine(slope, 1);
    cell.weights.push_back(line * line);
  }
  cell.sites.emplace_back(all.begin(), all.begin() + dimension);
  cell.weights.push_back(Polynomial::affine(unit_vector(dimension, 0), Rational(1, 2)));
  plan.references = {cell};
  return lowered(plan);
}

Reflection negative_exchange(int dimension, int i, int j) {
  const Vector sum = unit_vector(dimension, i) + unit_vector(dimension, j);
  return {sum, sum};
}

class FoldCode : public testing::TestWithParam<Scalar> {};
INSTANTIATE_TEST_SUITE_P(Scalars, FoldCode, testing::Values(Scalar::f32, Scalar::f64),
                         [](const auto& test) { return std::string(to_string(test.param)); });

TEST_P(FoldCode, FlipsAxes) {
  expect_exact(probe(2, GetParam(), {flip(2, 0), flip(2, 1)}), {8, 8}, generic_points(2, -5, 12, 40));
}

TEST_P(FoldCode, ScalesAFlip) {
  const Reflection scaled{unit_vector(2, 1, Rational(1, 3)), unit_vector(2, 1, 6)};
  expect_exact(probe(2, GetParam(), {scaled}), {8, 8}, generic_points(2, -5, 12, 30));
}

TEST_P(FoldCode, FlipsToTheNegativeSide) {
  const Reflection negative{unit_vector(2, 0, -1), unit_vector(2, 0, -2)};
  expect_exact(probe(2, GetParam(), {negative}), {8, 8}, generic_points(2, -5, 12, 30));
}

TEST_P(FoldCode, SortsAxes) {
  expect_exact(probe(3, GetParam(), cubic_fold(3)), {8, 7, 9}, generic_points(3, -5, 12, 60));
  expect_exact(probe(4, GetParam(), cubic_fold(4)), {5, 6, 4, 5}, generic_points(4, -5, 12, 20));
}

TEST_P(FoldCode, SortsDownwards) {
  expect_exact(probe(2, GetParam(), {exchange(2, 1, 0)}), {8, 7}, generic_points(2, -5, 12, 30));
}

TEST_P(FoldCode, ExchangesWithBothSigns) {
  expect_exact(probe(2, GetParam(), {exchange(2, 0, 1), negative_exchange(2, 0, 1)}), {8, 7},
               generic_points(2, -5, 12, 40));
}

TEST_P(FoldCode, ReflectsInRootDirections) {
  // The hexagonal group in lattice coordinates: integer reflections that are no signed permutations.
  const std::vector<Reflection> roots = {{{2, -1}, {1, 0}}, {{-1, 2}, {0, 1}}, {{1, 1}, {1, 1}}};
  expect_exact(probe(2, GetParam(), roots), {8, 7}, generic_points(2, -5, 12, 60));
}

TEST_P(FoldCode, MovesOffsetsOfCosetsBackToTheirSites) {
  PlanOptions options;
  options.scalar = GetParam();
  for (const Boundary boundary : {Boundary::mirror, Boundary::clamp}) {
    options.boundary = boundary;
    expect_exact(bcc_linear(options), {4, 5, 4}, generic_points(3, -3, 11, 60));
    // Sites, the middles of edges, -0.0, points on the planes of the chamber, where the value is continuous.
    expect_exact(bcc_linear(options), {4, 5, 4},
                 {{0, 0, 0}, {2, 2, 2}, {3, 3, 3}, {1, 0, -0.0}, {1.5, 1.5, 1.5}, {2.5, 2.5, 1}, {1, 2, 1.5}}, false);
  }
}

TEST_P(FoldCode, MovesOffsetsOfFourCosets) {
  Plan plan = empty_plan(3, with(GetParam()));
  set_cosets(plan, fcc_cosets());
  plan.reach = Vector(3, Rational(3));
  plan.fold = cubic_fold(3);
  ReferenceSubregion cell;
  cell.sites = {{0, 0, 0}, {1, 1, 0}, {2, 0, 0}, {1, 0, -1}, {0, 1, -1}, {2, 1, 1}, {-1, 2, 1}};
  for (std::size_t m = 0; m < cell.sites.size(); ++m)
    cell.weights.push_back(Polynomial::affine({Rational(1, static_cast<std::int64_t>(m) + 2), 1, Rational(-1, 3)}, 1));
  plan.references = {cell};
  expect_exact(lowered(plan), {4, 3, 5}, generic_points(3, -5, 12, 60));
}

TEST_P(FoldCode, ReflectsByHalves) {
  // Reflections of D4* that map 2 e_1 to (1, 1, 1, 1), a step from one coset to the other.
  Plan plan = empty_plan(4, with(GetParam()));
  set_cosets(plan, {{2, 2, 2, 2}, {{0, 0, 0, 0}, {1, 1, 1, 1}}, {0}, {0, 1}});
  plan.reach = Vector(4, Rational(3));
  plan.fold = cubic_fold(4);
  const Rational half(1, 2);
  plan.fold.push_back({{1, -1, -1, 1}, {half, -half, -half, half}});
  plan.fold.push_back({{-1, 1, 1, 1}, {-half, half, half, half}});
  ReferenceSubregion cell;
  cell.sites = {{0, 0, 0, 0}, {2, 0, 0, 0}, {1, 1, -1, 1}, {-1, 1, 1, 3}, {2, 2, 0, 2}, {4, -2, 0, 0}};
  for (std::size_t m = 0; m < cell.sites.size(); ++m)
    cell.weights.push_back(
        Polynomial::affine({Rational(1, static_cast<std::int64_t>(m) + 2), 1, half, Rational(-1, 3)}, 1));
  plan.references = {cell};
  plan = lowered(order_fetches(plan));
  EXPECT_EQ(plan.stride_scale, 2);
  EXPECT_LT(plan.bases.size(), cell.sites.size()) << "some site is reached by steps";
  expect_exact(plan, {4, 3, 5, 4}, generic_points(4, -5, 12, 40));
}

TEST_P(FoldCode, ExchangesAxesOfDifferentPeriods) {
  // Z x 2 Z is no lattice that x <-> y keeps, but {(a, b): a + b even} stored with other periods is.
  Plan plan = empty_plan(2, with(GetParam()));
  set_cosets(plan, {{2, 4}, {{0, 0}, {1, 1}, {0, 2}, {1, 3}}, {1}, {0, 1, 2, 3}});
  plan.reach = Vector(2, Rational(5));
  plan.fold = {exchange(2, 0, 1)};
  ReferenceSubregion cell;
  cell.sites = {{0, 0}, {0, 2}, {3, -1}, {2, 0}, {4, 0}, {-3, 1}, {0, 4}};
  for (std::size_t m = 0; m < cell.sites.size(); ++m)
    cell.weights.push_back(Polynomial::affine({Rational(1, static_cast<std::int64_t>(m) + 2), Rational(-1, 3)}, 1));
  plan.references = {cell};
  plan = lowered(order_fetches(plan));
  EXPECT_EQ(plan.stride_scale, 2);
  expect_exact(plan, {7, 5}, generic_points(2, -5, 12, 60));
}

}  // namespace
}  // namespace latspline::test
