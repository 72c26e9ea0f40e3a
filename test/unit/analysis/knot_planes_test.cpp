#include "latspline/analysis/knot_planes.h"

#include <gtest/gtest.h>

namespace latspline {
namespace {

TEST(KnotPlanes, OfBSplinesOfOddAndEvenDegree) {
  for (int degree = 0; degree <= 4; ++degree) {
    SplineSpace space = catalog_space("z2/linear");
    space.basis = BoxSpline::b_spline(2, degree);
    const std::vector<KnotPlanes> families = knot_planes(space, *space.basis.box_spline());
    ASSERT_EQ(families.size(), 2u);
    for (const KnotPlanes& family : families) {
      EXPECT_EQ(family.step, Rational(1));
      EXPECT_EQ(family.offsets, (std::vector<Rational>{degree % 2 == 1 ? Rational(0) : Rational(1, 2)}));
    }
  }
}

TEST(KnotPlanes, OfZwartPowell) {
  const std::vector<KnotPlanes> families = knot_planes(catalog_space("z2/zp"), *catalog_space("z2/zp").basis.box_spline());
  ASSERT_EQ(families.size(), 4u);
  for (const KnotPlanes& family : families) {
    const bool is_axis = family.normal[0] == 0 || family.normal[1] == 0;
    EXPECT_EQ(family.offsets, (std::vector<Rational>{is_axis ? Rational(1, 2) : Rational(0)}))
        << to_string(family.normal);
  }
}

TEST(KnotPlanes, AreThePlacesWhereThePiecesDiffer) {
  const SplineSpace space = catalog_space("bcc/rdodec-linear");
  const std::vector<KnotPlanes> families = knot_planes(space, *space.basis.box_spline());
  EXPECT_EQ(families.size(), 6u) << "planes through two of four diagonals";
  EXPECT_TRUE(is_off_planes(families, {Rational(1, 7), Rational(2, 7), Rational(4, 7)}));
  EXPECT_FALSE(is_off_planes(families, {Rational(1, 7), Rational(1, 7), Rational(4, 7)}));
  EXPECT_FALSE(is_off_planes(families, {Rational(1, 7), Rational(13, 7), Rational(4, 7)})) << "x + y = 2";
}

TEST(KnotPlanes, ThoseThatCutAPolytope) {
  const std::vector<KnotPlanes> families = {{{1, 0}, 1, {0, Rational(1, 3)}}, {{1, 1}, 2, {1}}};
  const Polytope square = Polytope::parallelepiped({0, 0}, {{1, 0}, {0, 1}});
  // x = 1/3; x + y = 1. Planes along the sides cut nothing.
  EXPECT_EQ(planes_through(families, square, {0, 0}), (std::vector<Hyperplane>{{{1, 0}, Rational(1, 3)}, {{1, 1}, 1}}));
  // With y = x - origin the same planes lie elsewhere, in increasing order.
  EXPECT_EQ(planes_through(families, square, {Rational(1, 2), 0}),
            (std::vector<Hyperplane>{{{1, 0}, Rational(1, 2)}, {{1, 0}, Rational(5, 6)}, {{1, 1}, Rational(1, 2)}}));
}

}  // namespace
}  // namespace latspline
