#include <gtest/gtest.h>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

PlanOptions with(Scalar scalar) {
  PlanOptions options;
  options.scalar = scalar;
  return options;
}

/// Voronoi rounding on the FCC lattice with weights that tell apart every site and the whole of y: discontinuous, so that a wrong
/// site shows.
Plan fcc_probe(Scalar scalar) {
  Plan plan = empty_plan(3, with(scalar));
  set_cosets(plan, fcc_cosets());
  plan.reach = Vector(3, Rational(2));
  ReferenceSubregion cell;
  cell.sites = {{0, 0, 0}, {1, 1, 0}, {-1, 0, 1}, {0, -1, -1}, {2, 0, 0}, {0, 0, -2}};
  cell.weights = {Polynomial::parse(3, "1 + x0"),         Polynomial::parse(3, "1/2 - x1"),
                  Polynomial::parse(3, "x0*x1 + x2"),     Polynomial::parse(3, "1/4 + x2^2"),
                  Polynomial::parse(3, "x0 - 1/8*x1*x2"), Polynomial::parse(3, "1/16")};
  plan.references = {cell};
  return lowered(plan);
}

TEST(RoundingCode, FindsTheNearestSiteOfFourCosets) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64})
    expect_exact(fcc_probe(scalar), {4, 3, 5}, generic_points(3, 0.5, 4, 60));
}

TEST(RoundingCode, TakesTheFirstOfEquallyNearSites) {
  // Midpoints of neighbours, octahedral holes, and a point on a facet: the comparison of squares is exact there.
  const Points ties = {{0.5, 0.5, 0}, {1, 0, 0}, {2.5, 2, 1.5}, {1, 1, 1}, {1.5, 1.5, 1}, {2, 1.5, 0.5}};
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) expect_exact(fcc_probe(scalar), {4, 4, 4}, ties);
}

TEST(RoundingCode, FloorsForTheCentreOneHalf) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    expect_exact(multilinear(3, with(scalar)), {4, 3, 5}, generic_points(3, 0, 2, 40));
    // Sites, edges and -0.0; the value is continuous, the gradient is that of the cell [n, n + 1).
    expect_exact(multilinear(3, with(scalar)), {4, 3, 5}, {{0, 0, 0}, {-0.0, 1, 2}, {1, 0.5, 3}, {2, 1, 3.75}});
  }
}

TEST(RoundingCode, RoundsHalvesUp) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64})
    expect_exact(quadratic(with(scalar)), {6}, {{0.5}, {1.5}, {2.5}, {0}, {-0.0}, {3}, {5}});
}

TEST(RoundingCode, RoundsTheNumberBelowOneHalf) {
  // Adding 1/2 rounds this up to 1; y then is a rounding error outside the region, and f still right.
  const double below_half_f32 = 0.5 - 0x1p-25;
  expect_exact(quadratic(with(Scalar::f32)), {6}, {{below_half_f32}, {1 + below_half_f32}});
  const double below_half_f64 = 0.5 - 0x1p-54;
  expect_exact(quadratic(with(Scalar::f64)), {6}, {{below_half_f64}});
}

TEST(RoundingCode, RoundsDownToAParallelepiped) {
  for (const PlanOptions& options : all_scalars_and_rules()) {
    if (options.boundary == Boundary::mirror) continue;  // the space has no such symmetry
    expect_exact(quincunx_triangles(options), {4, 5}, generic_points(2, -7, 14, 60));
    // Sites and the vertices of the parallelograms.
    expect_exact(quincunx_triangles(options), {4, 5}, {{0, 0}, {1, 1}, {2, 0}, {1, 2}, {0.5, 0.5}, {3, 3}}, false);
  }
}

/// {n : n_0 + n_1 divisible by the period}, the coset found by the second axis in an order that needs the table.
Plan diagonal_lattice(std::int64_t period, Scalar scalar) {
  Plan plan = empty_plan(2, with(scalar));
  plan.options.boundary = Boundary::zero;
  CosetTable cosets{{period, period}, {}, {1}, {}};
  for (std::int64_t k = 0; k < period; ++k) {
    cosets.offsets.push_back({k, (period - k) % period});
    cosets.table.push_back(static_cast<std::int32_t>((period - k) % period));
  }
  set_cosets(plan, cosets);
  plan.reach = Vector(2, Rational(period));
  ReferenceSubregion cell;
  cell.sites = {{0, 0}, {1, -1}, {-1, 1 - period}, {-2, 2}, {period, 0}};
  cell.weights = {Polynomial::parse(2, "1 + x0"), Polynomial::parse(2, "x0 - x1"), Polynomial::parse(2, "1/2*x1"),
                  Polynomial::parse(2, "1/4 + x0*x1"), Polynomial::parse(2, "1/8")};
  plan.references = {cell};
  return lowered(plan);
}

TEST(RoundingCode, RoundsALatticeOfLongPeriodsBelowAndAboveZero) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    expect_exact(diagonal_lattice(3, scalar), {4, 3}, generic_points(2, -2.9, 9, 60));
    expect_exact(diagonal_lattice(8, scalar), {4, 3}, generic_points(2, -7.9, 20, 60));
  }
}

}  // namespace
}  // namespace latspline::test
