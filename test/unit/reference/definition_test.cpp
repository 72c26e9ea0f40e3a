#include "latspline/reference/definition.h"

#include <gtest/gtest.h>

namespace latspline {
namespace {

TEST(BoxSplineRecursion, IndicatorHasAHalfOpenRule) {
  const BoxSplineRecursion box(BoxSpline({{1, 0}, {0, 1}}), Rational(1));
  const Rational half(1, 2);
  EXPECT_EQ(box({0, Rational(49, 100)}), Rational(1));
  EXPECT_EQ(box({0, Rational(51, 100)}), Rational(0));
  // Of the four translates that meet at a corner one has it.
  EXPECT_EQ(box({half, half}) + box({half, -half}) + box({-half, half}) + box({-half, -half}), Rational(1));
}

TEST(BoxSplineRecursion, BSplinesAtTheirKnots) {
  const BoxSplineRecursion hat(BoxSpline({{1}, {1}}), Rational(1));
  EXPECT_EQ(hat({0}), Rational(1));
  EXPECT_EQ(hat({1}), Rational(0));
  EXPECT_EQ(hat({Rational(-1, 4)}), Rational(3, 4));
  const BoxSplineRecursion cubic(BoxSpline::b_spline(1, 3), Rational(6));
  EXPECT_EQ(cubic({0}), Rational(4));
  EXPECT_EQ(cubic({1}), Rational(1));
  EXPECT_EQ(cubic({-1}), Rational(1));
  EXPECT_EQ(cubic({2}), Rational(0));
  EXPECT_EQ(cubic({Rational(3, 2)}), Rational(1, 8));
}

TEST(BoxSplineRecursion, DependsNeitherOnSignsNorOnOrder) {
  const BoxSplineRecursion a(BoxSpline({{1, 0}, {0, 1}, {1, 1}, {-1, 1}}), Rational(1));
  const BoxSplineRecursion b(BoxSpline({{1, -1}, {0, -1}, {1, 0}, {-1, -1}}), Rational(1));
  for (int i = -8; i <= 8; ++i)
    for (int j = -8; j <= 8; ++j) {
      const Vector x{Rational(3 * i, 16), Rational(3 * j, 17)};
      EXPECT_EQ(a(x), b(x)) << to_string(x);
    }
  EXPECT_EQ(a({0, 0}), Rational(1, 2));
}

TEST(BoxSplineRecursion, ShiftsSumToTheDensityOfDirectionsAndScale) {
  // Directions of determinant 3 on Z^2 with scale 1: the shifts by Z^2 sum to 1.
  const BoxSplineRecursion phi(BoxSpline({{2, 1}, {1, 2}, {1, 0}}), Rational(1));
  const Vector x{Rational(1, 7), Rational(2, 11)};
  Rational sum;
  for (int i = -4; i <= 4; ++i)
    for (int j = -4; j <= 4; ++j) sum += phi(x - Vector{i, j});
  EXPECT_EQ(sum, Rational(1));
}

TEST(BoxSplineRecursion, ParallelDirectionsOfDifferentLength) {
  const BoxSplineRecursion trapezium(BoxSpline({{1}, {3}}), Rational(1));
  EXPECT_EQ(trapezium({0}), Rational(1, 3));
  EXPECT_EQ(trapezium({Rational(3, 2)}), Rational(1, 6));
  EXPECT_EQ(trapezium({-2}), Rational(0));
}

TEST(BoxSplineDefinition, IsTheRecursionWhetherOrNotItIsAProduct) {
  // A product of three factors, of two (axes 0 and 2 belong together), and of one.
  const std::vector<std::vector<Vector>> all = {
      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 2, 0}},
      {{1, 0, 1}, {0, 1, 0}, {0, 0, 1}, {1, 0, -1}, {0, 1, 0}},
      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, -1, 0}},
  };
  for (const std::vector<Vector>& directions : all) {
    const BoxSpline box_spline(directions);
    const BoxSplineRecursion recursion(box_spline, Rational(3, 2));
    const BoxSplineDefinition definition(box_spline, Rational(3, 2));
    int inside = 0;
    for (int i = 0; i < 60; ++i) {
      // Points on knots and between them.
      const Vector x{Rational(i % 7 - 3, 4), Rational(i % 5 - 2, 3), Rational(i % 11 - 5, 7)};
      EXPECT_EQ(definition(x), recursion(x)) << to_string(x);
      inside += recursion(x).is_zero() ? 0 : 1;
    }
    EXPECT_GT(inside, 10);
  }
}

}  // namespace
}  // namespace latspline
