#include "latspline/exact/convex_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "latspline/base/error.h"

namespace latspline {
namespace {

TEST(ConvexHull, OfACubeWithPointsInside) {
  std::vector<Vector> points;
  for (int corner = 0; corner < 8; ++corner) points.push_back({corner & 1, corner >> 1 & 1, Rational(corner >> 2, 3)});
  points.push_back({Rational(1, 2), Rational(1, 2), Rational(1, 7)});
  points.push_back({Rational(1, 2), 1, Rational(1, 7)});
  const Polytope hull = convex_hull(points);
  EXPECT_EQ(hull.vertices().size(), 8u);
  EXPECT_EQ(hull.facets().size(), 6u);
  EXPECT_EQ(hull.volume(), Rational(1, 3));
}

TEST(ConvexHull, GivesAPolytopeBack) {
  const auto polytope =
      Polytope::intersection({{{1, 0}, -1}, {{0, 1}, Rational(-1, 3)}, {{-1, -1}, -5}, {{-2, 1}, -7}});
  ASSERT_TRUE(polytope);
  std::vector<Vector> vertices = polytope->vertices();
  std::vector<Vector> again = convex_hull(vertices).vertices();
  std::sort(vertices.begin(), vertices.end());
  std::sort(again.begin(), again.end());
  EXPECT_EQ(again, vertices);
}

TEST(ConvexHull, OfFarAndSmallPoints) {
  const Rational tiny(1, 1000000);
  const Polytope hull = convex_hull({{5000, 7000}, {Rational(5000) + tiny, 7000}, {5000, Rational(7000) + tiny}});
  EXPECT_EQ(hull.volume(), Rational(1, 2) * tiny * tiny);
  EXPECT_EQ(convex_hull({{3}, {Rational(7, 2)}, {5}}).volume(), Rational(2));
}

TEST(ConvexHull, RefusesFlatSets) {
  EXPECT_THROW(convex_hull({}), InputError);
  EXPECT_THROW(convex_hull({{0, 0}, {1, 1}, {2, 2}}), InputError);
}

}  // namespace
}  // namespace latspline
