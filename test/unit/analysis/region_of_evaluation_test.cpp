#include "latspline/analysis/region_of_evaluation.h"

#include <gtest/gtest.h>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/symmetry.h"
#include "latspline/base/error.h"

namespace latspline {
namespace {

RegionOfEvaluation region(const std::string& spec, Strategy strategy = Strategy::fold, bool reflect_axes = true) {
  const SplineSpace space = load_space(spec);
  const CosetDecomposition cosets = coset_decomposition(space.lattice);
  return region_of_evaluation(space, cosets, cosets.period, symmetry_group(space),
                              knot_planes(space, *space.basis.box_spline()), strategy, reflect_axes);
}

TEST(Region, OfTensorProductsIsOneBoxWithoutFold) {
  for (const char* name : {"z1/cubic", "cc/linear", "cc/quadratic", "cc/cubic", "z4/linear"}) {
    const RegionOfEvaluation found = region(name);
    EXPECT_EQ(found.pieces.size(), 1u) << name;
    EXPECT_TRUE(found.planes.empty());
    EXPECT_TRUE(found.chamber.fold.empty());
  }
  // The box of odd degree begins at a site, that of even degree around it.
  EXPECT_EQ(region("z1/cubic").region.vertex_average() + region("z1/cubic").rounding.center, (Vector{Rational(1, 2)}));
  EXPECT_EQ(region("z1/quadratic").region.vertex_average() + region("z1/quadratic").rounding.center, (Vector{0}));
}

TEST(Region, PiecesTileThePart) {
  for (const char* name : {"z2/zp", "hex/quartic", "bcc/rdodec-quintic", "fcc/toct-cubic", "quincunx/zp"}) {
    const RegionOfEvaluation found = region(name);
    Rational volume;
    for (const Polytope& piece : found.pieces) {
      volume += piece.volume();
      EXPECT_TRUE(found.part.contains(piece.interior_point()));
      for (const Hyperplane& plane : found.planes) EXPECT_NE(piece.side(plane), 0);
    }
    EXPECT_EQ(volume, found.part.volume()) << name;
  }
}

TEST(Region, KeepsToWhatIsPrescribed) {
  const char* const zp = R"({"lattice": "z2", "basis": {"box": [[1,0],[0,1],[1,1],[1,-1]]}, )";
  const RegionOfEvaluation voronoi = region(std::string(zp) + R"("region": "voronoi", "center": ["1/2", 0]})");
  EXPECT_EQ(voronoi.rounding.kind, RoundingKind::voronoi_cosets);
  EXPECT_EQ(voronoi.rounding.center, (Vector{Rational(1, 2), 0}));
  const RegionOfEvaluation slanted =
      region(std::string(zp) + R"("region": {"parallelepiped": [[1,0],[3,1]]}, "center": ["1/7", 5]})");
  EXPECT_EQ(slanted.rounding.kind, RoundingKind::parallelepiped);
  EXPECT_EQ(slanted.rounding.center, (Vector{Rational(1, 7), 5}));
  EXPECT_EQ(slanted.rounding.edges, (std::vector<IntVector>{{1, 3}, {0, 1}}));
  EXPECT_EQ(Matrix::from_rows(slanted.rounding.edges) * Matrix::from_rows(slanted.rounding.edges_inverse),
            Matrix::identity(2));
  EXPECT_THROW(region(R"({"lattice": "z5", "basis": {"b_spline": 1}, "region": "voronoi"})"), UnsupportedError);
}

TEST(Region, FoldsByReflectionsThatSeparateCosetsOnlyWhereThatSavesPieces) {
  // The only reflections of this skewed lattice are not integer.
  const char* const skewed = R"({"lattice": {"matrix": [[12,5],[0,17]]}, "basis": {"box": [[12,0],[5,17],[17,17]]}})";
  const SplineSpace space = parse_space(skewed, "skewed");
  const RegionOfEvaluation found = region(skewed);
  ASSERT_FALSE(found.chamber.fold.empty());
  for (const Reflection& reflection : found.chamber.fold) {
    EXPECT_FALSE(to_matrix(reflection).is_integer());
    EXPECT_TRUE(space.lattice.is_preserved_by(to_matrix(reflection)));
  }
  // One piece of d4/voronoi2 is left by signed permutations already, three pieces of d4s/voronoi2.
  const auto reflections_with_halves = [](const char* name) {
    const Analysis analysis = analyze(catalog_space(name), {.count_cells = false});
    const std::vector<Reflection>& fold = analysis.region.chamber.fold;
    return std::count_if(fold.begin(), fold.end(), [](const Reflection& r) { return !to_matrix(r).is_integer(); });
  };
  EXPECT_EQ(reflections_with_halves("d4/voronoi2"), 0);
  EXPECT_EQ(reflections_with_halves("d4s/voronoi2"), 2);
}

TEST(Region, OfTooManyPiecesIsRefusedWithTheirNumber) {
  const SplineSpace space =
      parse_space(R"({"lattice": {"matrix": [[1,0,0],[0,1,0],[57,91,140]]}, "basis": {"voronoi": 2}})", "skewed");
  try {
    analyze(space, {.count_cells = false});
    FAIL();
  } catch (const UnsupportedError& error) {
    EXPECT_NE(std::string(error.what()).find("more than 20000 pieces"), std::string::npos) << error.what();
  }
}

TEST(Region, ATableFoldsByAxesOnly) {
  const RegionOfEvaluation folded = region("bcc/toct-quartic", Strategy::table, true);
  EXPECT_EQ(folded.chamber.fold.size(), 3u);
  const RegionOfEvaluation plain = region("bcc/toct-quartic", Strategy::table, false);
  EXPECT_TRUE(plain.chamber.fold.empty());
  EXPECT_EQ(plain.pieces.size(), 24u);
  // A fold costs what it costs, a table the maps: rough, but in the right order.
  EXPECT_LT(preparation_cost(plain.rounding, {}, {}, 1), preparation_cost(plain.rounding, {}, {}, 2));
  EXPECT_LT(preparation_cost(plain.rounding, {}, {}, 1), preparation_cost(plain.rounding, folded.chamber.fold, {}, 1));
}

}  // namespace
}  // namespace latspline
