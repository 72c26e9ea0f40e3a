#include "latspline/codegen/subregion_index.h"

#include <gtest/gtest.h>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

/// [-1/2, 1/2) cut at multiples of 1/pieces; piece p has the weight p + 1 + y. The planes' weights make index p factor mod modulus.
Plan pieces_plan(int pieces, std::int64_t factor, std::int64_t modulus, bool branches, Scalar scalar) {
  PlanOptions options;
  options.branches = branches;
  options.scalar = scalar;
  options.boundary = Boundary::periodic;
  Plan plan = empty_plan(1, options);
  plan.index.modulus = modulus;
  plan.index.table.assign(static_cast<std::size_t>(modulus), -1);
  for (int p = 0; p < pieces; ++p) {
    if (p > 0) plan.index.planes.push_back({{1}, Rational(p, pieces) - Rational(1, 2), factor});
    const std::int64_t index = ((p * factor) % modulus + modulus) % modulus;
    plan.index.table.at(static_cast<std::size_t>(index)) = p;
    ReferenceSubregion piece;
    piece.sites = {{0}};
    piece.weights = {Polynomial::affine({1}, p + 1)};
    plan.references.push_back(piece);
  }
  return lowered(plan);
}

/// The points k / (2 pieces): the planes and the middles between.
Points points_of(int pieces) {
  Points points;
  for (int k = 0; k < 6 * pieces; ++k) points.push_back({static_cast<double>(k) / (2 * pieces)});
  return points;
}

TEST(SubregionIndexCode, FindsTheSideOfEveryPlane) {
  for (const bool branches : {true, false}) {
    for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
      SCOPED_TRACE(branches);
      expect_exact(pieces_plan(2, 1, 2, branches, scalar), {5}, points_of(2));
      expect_exact(pieces_plan(4, 1, 4, branches, scalar), {5}, points_of(4));
      expect_exact(pieces_plan(4, -1, 4, branches, scalar), {5}, points_of(4));
      expect_exact(pieces_plan(4, 3, 5, branches, scalar), {5}, points_of(4));
      expect_exact(pieces_plan(4, 7, 11, branches, scalar), {5}, points_of(4));
      expect_exact(pieces_plan(4, 2, 8, branches, scalar), {5}, points_of(4));
    }
  }
}

TEST(SubregionIndexCode, ReadsATableTooLargeForAWord) {
  expect_exact(pieces_plan(16, 5, 37, true, Scalar::f32), {4}, points_of(16));
  expect_exact(pieces_plan(16, -5, 37, false, Scalar::f32), {4}, points_of(16));
}

std::vector<std::int32_t> completed(const SubregionIndex& index, const std::vector<ReferenceSubregion>& references) {
  Plan plan;
  plan.index = index;
  plan.references = references;
  return codegen::complete_index_table(plan);
}

TEST(SubregionIndexCode, GivesEveryIndexASubregion) {
  SubregionIndex index;
  index.planes = {{{1, 0}, 0, 1}, {{0, 1}, 0, 2}, {{1, 1}, 1, 4}};
  index.modulus = 8;
  index.table = {0, 1, 2, 3, -1, -1, -1, 4};
  const std::vector<std::int32_t> complete = completed(index, std::vector<ReferenceSubregion>(5));
  EXPECT_EQ(complete, (std::vector<std::int32_t>{0, 1, 2, 3, 0, 1, 2, 4}));
}

TEST(SubregionIndexCode, PrefersTheNearestUsedIndex) {
  SubregionIndex index;
  index.planes = {{{1}, 0, 1}, {{1}, 1, 1}, {{1}, 2, 1}, {{1}, 3, 1}};
  index.modulus = 9;
  index.table = {7, -1, -1, -1, 5, -1, -1, -1, -1};
  const std::vector<std::int32_t> complete = completed(index, std::vector<ReferenceSubregion>(8));
  EXPECT_EQ(complete[1], 7);
  EXPECT_EQ(complete[3], 5);
  EXPECT_EQ(complete[5], 5);
  EXPECT_EQ(complete[8], 5);
  // Where the sum is reduced there is a way around.
  index.planes.resize(1);
  index.planes[0].weight = -1;
  EXPECT_EQ(completed(index, std::vector<ReferenceSubregion>(8))[8], 7);
}

TEST(SubregionIndexCode, PrefersASubregionAtThePlaneThatDiffers) {
  // Index 3 lacks a sub-region: it differs from 1 by the plane y_1 = 0 and from 2 by the plane y_0 = 0.
  SubregionIndex index;
  index.planes = {{{1, 0}, 0, 1}, {{0, 1}, 0, 2}};
  index.modulus = 4;
  index.table = {0, 1, 2, -1};
  std::vector<ReferenceSubregion> references(3);
  references[1].vertices = {{1, -2}, {2, -1}, {1, -1}};  // away from y_1 = 0
  references[2].vertices = {{0, 1}, {-1, 1}, {-1, 2}};   // at y_0 = 0
  EXPECT_EQ(completed(index, references)[3], 2);
  references[1].vertices.push_back({1, 0});
  references[2].vertices.erase(references[2].vertices.begin());
  EXPECT_EQ(completed(index, references)[3], 1);
}

TEST(SubregionIndexCode, FillsIndicesThatNoPlaneReaches) {
  SubregionIndex index;
  index.modulus = 3;
  index.table = {-1, 2, -1};
  const std::vector<ReferenceSubregion> references(3);
  EXPECT_EQ(completed(index, references), (std::vector<std::int32_t>{2, 2, 2}));
  index.table = {-1, -1, -1};
  EXPECT_THROW(completed(index, references), InternalError);
  index.table = {3, 0, 0};
  EXPECT_THROW(completed(index, references), InternalError);
}

TEST(SubregionIndexCode, IsTheSameWithAndWithoutBranches) {
  for (const Boundary boundary : {Boundary::clamp, Boundary::zero}) {
    PlanOptions options;
    options.boundary = boundary;
    const Plan on = quincunx_triangles(options);
    options.branches = false;
    const Plan off = quincunx_triangles(options);
    SampleVolume volume(on, {5, 4});
    const Points points = generic_points(2, -6, 14, 200);
    const Batch a = run(jit_compile(on), volume.view(), points);
    const Batch b = run(jit_compile(off), volume.view(), points);
    EXPECT_EQ(a.values, b.values);
    EXPECT_EQ(a.gradients, b.gradients);
  }
}

}  // namespace
}  // namespace latspline::test
