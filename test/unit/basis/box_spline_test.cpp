#include "latspline/basis/box_spline.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"

namespace latspline {
namespace {

void expect_refused(std::vector<Vector> directions, const std::string& part) {
  try {
    BoxSpline{std::move(directions)};
    ADD_FAILURE() << "accepted; expected: " << part;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(BoxSpline, RefusesDirectionsThatMakeNone) {
  expect_refused({}, "empty");
  expect_refused({{1, 0}, {0, 0}}, "direction (0 0) is zero");
  expect_refused({{1, 0}, {0, 1, 0}}, "direction (0 1 0) has 3 entries");
  expect_refused({{1, 2}, {2, 4}}, "span a space of dimension 1");
  expect_refused({Vector(7, 1)}, "7 entries");
}

TEST(BoxSpline, DegreeAndContinuity) {
  const BoxSpline zp({{1, 0}, {0, 1}, {1, 1}, {-1, 1}});
  EXPECT_EQ(zp.dimension(), 2);
  EXPECT_EQ(zp.degree(), 2);
  EXPECT_EQ(zp.continuity(), 1);
  EXPECT_EQ(BoxSpline({{1, 0}, {0, 1}}).continuity(), -1);
  EXPECT_EQ(BoxSpline({{1, 0}, {1, 0}, {0, 1}}).continuity(), -1);
  EXPECT_EQ(BoxSpline({{1}, {2}, {Rational(1, 2)}}).continuity(), 1);
  EXPECT_EQ(BoxSpline::b_spline(3, 3).degree(), 9);
  EXPECT_EQ(BoxSpline::b_spline(3, 3).continuity(), 2);
  EXPECT_THROW(BoxSpline::b_spline(2, -1), InputError);
  EXPECT_THROW(BoxSpline::b_spline(2, 10), InputError);
}

TEST(BoxSpline, HyperplanesAreSpannedByDirections) {
  EXPECT_EQ(BoxSpline({{1}, {1}}).hyperplane_normals(), (std::vector<IntVector>{{1}}));
  EXPECT_EQ(BoxSpline({{1, 0}, {0, 2}, {Rational(-1, 2), Rational(-1, 2)}}).hyperplane_normals(),
            (std::vector<IntVector>{{0, 1}, {1, -1}, {1, 0}}));
  // Six face diagonals: planes through two of them are 3 axis planes and 4 diagonal ones.
  EXPECT_EQ(
      BoxSpline({{1, 1, 0}, {-1, 1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, -1, 1}}).hyperplane_normals().size(), 7u);
}

TEST(BoxSpline, HalfWidthIsTheSupportFunction) {
  const BoxSpline tent({{1, 0}, {0, 1}, {1, 1}});
  EXPECT_EQ(tent.half_width({1, 0}), Rational(1));
  EXPECT_EQ(tent.half_width({1, 1}), Rational(2));
  EXPECT_EQ(tent.half_width({1, -1}), Rational(1));
}

}  // namespace
}  // namespace latspline
