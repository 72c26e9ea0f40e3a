#include "latspline/exact/side_test.h"

#include <gtest/gtest.h>

#include <random>

namespace latspline {
namespace {

int exact_side(const Vector& normal, const Rational& offset, const Vector& x) {
  return (dot(normal, x) - offset).sign();
}

TEST(SideTest, IsExactForPointsOnAndBesideTheHyperplane) {
  std::mt19937_64 generator(5);
  std::uniform_int_distribution<std::int64_t> entry(-1000, 1000);
  const Rational tiny = Rational(1, std::int64_t{1} << 62) * Rational(1, std::int64_t{1} << 62);
  for (int trial = 0; trial < 200; ++trial) {
    Vector normal;
    Vector x;
    for (int j = 0; j < 4; ++j) {
      normal.emplace_back(entry(generator), 7 + 2 * j);
      x.emplace_back(entry(generator), 3 + 8 * j);
    }
    const Rational on = dot(normal, x);
    for (const Rational& offset : {on, on + tiny, on - tiny, on + Rational(1, 1000), Rational(entry(generator))}) {
      const SideTest test(normal, offset);
      EXPECT_EQ(test(x, nearest_doubles(x).data()), exact_side(normal, offset, x));
    }
  }
}

TEST(SideTest, NumbersThatDoublesCannotHold) {
  const Rational huge = Rational(10).pow(400);
  const Rational small = Rational(10).pow(400).inverse();
  for (const Vector& x : {Vector{huge, huge}, Vector{small, Rational(2) * small}, Vector{huge, huge + Rational(1)},
                          Vector{small, small}}) {
    const Vector normal{1, -1};
    for (const Rational& offset : {Rational(0), -small, Rational(-1)})
      EXPECT_EQ(SideTest(normal, offset)(x, nearest_doubles(x).data()), exact_side(normal, offset, x)) << to_string(x);
  }
}

TEST(Polytope, ApproximateRangeEnclosesTheExactOne) {
  const Polytope box = Polytope::parallelepiped({Rational(1, 3), Rational(-2, 7)},
                                                {{Rational(1, 9), Rational(5)}, {Rational(2), Rational(1, 11)}});
  const Vector functional{Rational(3, 13), Rational(-1, 17)};
  const Polytope::Range range = box.approximate_range(functional);
  const Rational low = box.minimum(functional);
  const Rational high = box.maximum(functional);
  EXPECT_LE(Rational::from_double(range.outer[0]), low);
  EXPECT_GE(Rational::from_double(range.inner[0]), low);
  EXPECT_LE(Rational::from_double(range.inner[1]), high);
  EXPECT_GE(Rational::from_double(range.outer[1]), high);
  EXPECT_LT(range.outer[1] - range.inner[1], 1e-12);
}

}  // namespace
}  // namespace latspline
