#include "latspline/lattice/voronoi_cell.h"

#include <gtest/gtest.h>

#include <random>

#include "latspline/base/error.h"
#include "latspline/lattice/catalog.h"

namespace latspline {
namespace {

struct Shape {
  const char* lattice;
  std::size_t vertices;
  std::size_t facets;
};

TEST(VoronoiCell, OfNamedLattices) {
  for (const Shape& shape :
       {Shape{"z1", 2, 2}, Shape{"z2", 4, 4}, Shape{"quincunx", 4, 4}, Shape{"cc", 8, 6}, Shape{"bcc", 24, 14},
        Shape{"fcc", 14, 12}, Shape{"z4", 16, 8}, Shape{"d4", 24, 24}, Shape{"d4s", 24, 24}}) {
    SCOPED_TRACE(shape.lattice);
    const Lattice lattice = find_lattice(shape.lattice)->lattice;
    const Polytope cell = voronoi_cell(lattice);
    EXPECT_EQ(cell.vertices().size(), shape.vertices);
    EXPECT_EQ(cell.facets().size(), shape.facets);
    EXPECT_EQ(cell.volume(), lattice.determinant());
    const std::vector<IntVector> relevant = relevant_vectors(lattice, cell);
    EXPECT_EQ(relevant.size(), shape.facets);
    for (const IntVector& v : relevant) EXPECT_TRUE(lattice.contains(v));
  }
}

TEST(VoronoiCell, OfSkewedLatticesHasTheirVolume) {
  for (const auto& rows : {std::vector<IntVector>{{1, 17}, {0, 1}}, std::vector<IntVector>{{2, 3}, {-7, 5}},
                           std::vector<IntVector>{{12, 5}, {0, 17}}}) {
    const Lattice lattice(Matrix::from_rows(rows));
    EXPECT_EQ(voronoi_cell(lattice).volume(), lattice.determinant());
  }
}

/// Pairwise reduced generators are not short enough here: sums of three are.
TEST(VoronoiCell, OfALatticeWhoseGeneratorsAreReducedInPairsOnly) {
  const Lattice lattice(
      Matrix::from_rows(std::vector<IntVector>{{-2, -1, -1, 1}, {-1, 0, 0, 1}, {-2, -1, -2, -2}, {1, 1, 0, -2}}));
  EXPECT_EQ(voronoi_cell(lattice).volume(), lattice.determinant());
}

TEST(VoronoiCell, FollowsTheMetric) {
  // The hexagonal lattice in coordinates of its generators.
  const Matrix metric = Matrix::from_rows(std::vector<Vector>{{1, Rational(-1, 2)}, {Rational(-1, 2), 1}});
  EXPECT_EQ(voronoi_cell(find_lattice("hex")->lattice, metric).facets().size(), 6u);
  EXPECT_EQ(voronoi_cell(find_lattice("hex")->lattice).facets().size(), 4u);
}

TEST(VoronoiCell, AboveFourDimensionsIsNotBuilt) {
  EXPECT_THROW(voronoi_cell(find_lattice("z5")->lattice), UnsupportedError);
}

TEST(NearestSite, HasThePointInItsCell) {
  std::mt19937_64 generator(1);
  std::uniform_int_distribution<std::int64_t> entry(-5000, 5000);
  for (const char* name : {"z1", "quincunx", "cc", "bcc", "fcc", "d4"}) {
    const Lattice lattice = find_lattice(name)->lattice;
    const Polytope cell = voronoi_cell(lattice);
    for (int i = 0; i < 20; ++i) {
      Vector x;
      for (int j = 0; j < lattice.dimension(); ++j) x.emplace_back(entry(generator), 997);
      const IntVector site = nearest_site(lattice, x);
      EXPECT_TRUE(lattice.contains(site));
      EXPECT_TRUE(cell.contains(x - to_rational(site))) << name << " at " << to_string(x);
    }
  }
}

TEST(NearestSite, TakesTheGreatestOfEquallyNear) {
  EXPECT_EQ(nearest_site(find_lattice("z2")->lattice, {Rational(1, 2), Rational(-1, 2)}), (IntVector{1, 0}));
  EXPECT_EQ(nearest_site(find_lattice("bcc")->lattice, {1, 0, 0}), (IntVector{2, 0, 0}));
}

}  // namespace
}  // namespace latspline
