// Voronoi splines by two routes: cones and their Laplace transform against intersections of cells (order 2) and tilings by parallelepipeds (order 3).

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/knot_planes.h"
#include "latspline/reference/voronoi_definition.h"

namespace latspline {
namespace {

struct Facts {
  const char* name;
  int degree;
  int continuity;
  std::size_t group;
  std::int64_t cells;
  std::size_t classes;
  std::size_t sites;
};
void PrintTo(const Facts& facts, std::ostream* out) { *out << facts.name; }

class VoronoiCounts : public testing::TestWithParam<Facts> {};

TEST_P(VoronoiCounts, AreThose) {
  const Facts& facts = GetParam();
  const Analysis analysis = analyze(catalog_space(facts.name));
  EXPECT_EQ(analysis.degree, facts.degree);
  EXPECT_EQ(analysis.continuity, facts.continuity);
  EXPECT_EQ(analysis.order, facts.continuity + 2);
  EXPECT_EQ(analysis.group.size(), facts.group);
  EXPECT_EQ(analysis.cells(), facts.cells);
  EXPECT_EQ(analysis.cell_classes.size(), facts.classes);
  for (const Subregion& subregion : analysis.subregions) EXPECT_EQ(subregion.sites.size(), facts.sites);
}

INSTANTIATE_TEST_SUITE_P(
    Catalog, VoronoiCounts,
    testing::Values(Facts{"fcc/voronoi2", 3, 0, 48, 24, 1, 8}, Facts{"fcc/voronoi3", 6, 1, 48, 24, 1, 27},
                    Facts{"fcc/voronoi4", 9, 2, 48, 24, 1, 64}, Facts{"bcc/voronoi2", 3, 0, 48, 160, 7, 8},
                    Facts{"bcc/voronoi3", 6, 1, 48, 160, 7, 27}, Facts{"d4/voronoi2", 4, 0, 1152, 192, 1, 16},
                    Facts{"cc/voronoi3", 6, 1, 48, 1, 1, 27}, Facts{"hex/voronoi2", 2, 0, 12, 6, 1, 4}));

class VoronoiRoutes : public testing::TestWithParam<const char*> {};

TEST_P(VoronoiRoutes, Agree) {
  const SplineSpace space = catalog_space(GetParam());
  const Rational volume = space.lattice.determinant();
  PieceEvaluator pieces(space.basis, volume);
  const VoronoiDefinition definition(*space.basis.voronoi_spline(), volume);
  std::mt19937_64 generator(5);
  for (int i = 0; i < 12; ++i) {
    Vector x;
    for (int j = 0; j < space.lattice.dimension(); ++j)
      x.push_back(Rational(std::uniform_int_distribution<std::int64_t>(-150, 150)(generator), 101 + 2 * j));
    EXPECT_EQ(pieces.piece(x)(x), definition(x)) << to_string(x);
  }
  // At the origin, where many pieces meet.
  const Vector origin(static_cast<std::size_t>(space.lattice.dimension()));
  EXPECT_EQ(pieces.piece(origin)(origin), definition(origin));
}

INSTANTIATE_TEST_SUITE_P(Catalog, VoronoiRoutes,
                         testing::Values("z1/voronoi2", "z1/voronoi3", "z1/voronoi4", "z2/voronoi2", "z2/voronoi3",
                                         "hex/voronoi2", "hex/voronoi3", "a2s/voronoi2", "quincunx/voronoi2",
                                         "quincunx/voronoi3", "prime/voronoi2", "cc/voronoi2", "cc/voronoi3",
                                         "fcc/voronoi2", "fcc/voronoi3", "bcc/voronoi2", "a3s/voronoi2", "z4/voronoi2",
                                         "d4/voronoi2", "d4s/voronoi2"));

TEST(VoronoiVectors, StoredValuesAreMet) {
  int compared = 0;
  for (const auto& entry : nlohmann::json::parse(std::ifstream(LATSPLINE_TEST_DATA "/phi.json"))) {
    if (!entry["basis"].contains("voronoi")) continue;
    const SplineSpace space =
        parse_space(nlohmann::json{{"lattice", entry["lattice"]}, {"basis", entry["basis"]}}.dump(), entry["name"]);
    PieceEvaluator pieces(space.basis, space.lattice.determinant());
    for (const auto& row : entry["phi"]) {
      Vector x;
      for (const auto& coordinate : row[0]) x.push_back(Rational::parse(coordinate.get<std::string>()));
      EXPECT_EQ(pieces.piece(x)(x), Rational::parse(row[1].get<std::string>())) << space.name << " at " << to_string(x);
      ++compared;
    }
  }
  EXPECT_GT(compared, 30);
}

TEST(KnotPlanes, OfTheTransformAreThoseOfTheMask) {
  for (const char* name :
       {"cc/tetrahedral", "cc/zp7", "bcc/rdodec-quintic", "fcc/toct-cubic", "z2/zp", "hex/quartic", "a4s/linear"}) {
    const SplineSpace space = catalog_space(name);
    const auto by_mask = knot_planes(space, *space.basis.box_spline());
    const auto by_transform = knot_planes(space, laplace_transform(*space.basis.box_spline(), Rational(1)));
    ASSERT_EQ(by_mask.size(), by_transform.size()) << name;
    for (std::size_t i = 0; i < by_mask.size(); ++i) {
      EXPECT_EQ(by_mask[i].normal, by_transform[i].normal) << name;
      EXPECT_EQ(by_mask[i].offsets, by_transform[i].offsets) << name;
    }
  }
}

}  // namespace
}  // namespace latspline
