#include "latspline/analysis/placement.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "latspline/analysis/analysis.h"

namespace latspline {
namespace {

Analysis analyzed(const char* name, Strategy strategy, bool reflect_axes) {
  return analyze(catalog_space(name), {.count_cells = false, .strategy = strategy, .reflect_axes = reflect_axes});
}

/// Weight by weight: w_r,m(y) = w_ref,Tm+t(T y + shift).
void expect_images(const Analysis& analysis) {
  const Placements& placements = analysis.placements;
  ASSERT_EQ(placements.placements.size(), analysis.subregions.size());
  for (std::size_t r = 0; r < analysis.subregions.size(); ++r) {
    const auto& [reference, number] = placements.placements[r];
    const Subregion& to = analysis.subregions.at(placements.references.at(static_cast<std::size_t>(reference)));
    const Transform& transform = placements.transforms.at(static_cast<std::size_t>(number));
    const Subregion& from = analysis.subregions[r];
    ASSERT_EQ(to.sites.size(), from.sites.size());
    for (std::size_t i = 0; i < from.sites.size(); ++i) {
      const IntVector image =
          to_integer(transform.linear * to_rational(from.sites[i]) + to_rational(transform.site_shift));
      const auto found = std::find(to.sites.begin(), to.sites.end(), image);
      ASSERT_NE(found, to.sites.end());
      const Polynomial& weight = to.weights[static_cast<std::size_t>(found - to.sites.begin())];
      EXPECT_EQ(weight.substitute_affine(transform.linear, transform.shift), from.weights[i]);
    }
  }
}

TEST(Placement, LeadsEverySubregionToItsReference) {
  for (const char* name : {"z2/zp", "hex/voronoi2", "quincunx/tp-linear", "cc/tetrahedral", "bcc/voronoi2"}) {
    SCOPED_TRACE(name);
    for (const bool reflect : {true, false}) expect_images(analyzed(name, Strategy::table, reflect));
    expect_images(analyzed(name, Strategy::fold, true));
  }
}

TEST(Placement, FindsTheKnownReferences) {
  // 7 cells of the chamber, of which equal weights leave 5, and the symmetries that are no part of the fold 3.
  const Analysis bcc = analyzed("bcc/voronoi2", Strategy::fold, true);
  EXPECT_EQ(bcc.placements.references.size(), 3u);
  EXPECT_EQ(analyzed("hex/voronoi2", Strategy::fold, true).placements.references.size(), 1u);
  EXPECT_EQ(analyzed("z2/zp", Strategy::table, false).placements.references.size(), 1u);
  EXPECT_EQ(analyzed("fcc/toct-cubic", Strategy::table, false).placements.references.size(), 2u);
}

TEST(Placement, BeginsWithTheIdentity) {
  const Analysis analysis = analyzed("hex/voronoi2", Strategy::table, false);
  const Transform& first = analysis.placements.transforms.front();
  EXPECT_EQ(first.linear, Matrix::identity(2));
  EXPECT_EQ(first.site_shift, (IntVector{0, 0}));
  EXPECT_EQ(analysis.placements.placements.front(), (Placement{0, 0}));
}

TEST(Placement, NoMapIsTriedForOneSubregion) {
  const Analysis analysis = analyzed("cc/cubic", Strategy::table, true);
  EXPECT_EQ(analysis.placements.transforms.size(), 1u);
  EXPECT_EQ(analysis.placements.references, (std::vector<std::size_t>{0}));
}

TEST(KeepsCosets, MapsThePeriodsToThemselves) {
  const Matrix swap = Matrix::from_rows(std::vector<IntVector>{{0, 1}, {1, 0}});
  EXPECT_TRUE(keeps_cosets(swap, {2, 2}));
  EXPECT_FALSE(keeps_cosets(swap, {1, 2}));
  EXPECT_FALSE(keeps_cosets(Matrix::from_rows(std::vector<Vector>{{Rational(1, 2), 1}, {1, 0}}), {1, 1}));
}

}  // namespace
}  // namespace latspline
