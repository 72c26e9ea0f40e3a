#include "latspline/basis/cone_sum.h"

#include <gtest/gtest.h>

#include <map>

#include "latspline/base/error.h"

namespace latspline {
namespace {

TEST(TruncatedPowers, HatOnTheLine) {
  // phi(x) = (x+1)_+ - 2 x_+ + (x-1)_+.
  const ConeSum hat = truncated_powers(BoxSpline({{1}, {1}}), Rational(1));
  ASSERT_EQ(hat.cones.size(), 1u);
  EXPECT_EQ(hat.cones[0].power, Polynomial::variable(1, 0));
  EXPECT_EQ(hat.cones[0].inverse, Matrix::identity(1));
  std::map<Vector, Rational> apexes;
  for (const Apex& apex : hat.apexes) apexes[apex.point] = apex.weight;
  EXPECT_EQ(apexes, (std::map<Vector, Rational>{{{-1}, 1}, {{0}, -2}, {{1}, 1}}));
}

TEST(TruncatedPowers, ApexesThatCancelAreDropped) {
  // Zwart-Powell: 16 subsets, of which 2 pairs meet with opposite signs or equal points.
  const ConeSum zp = truncated_powers(BoxSpline({{1, 0}, {0, 1}, {1, 1}, {-1, 1}}), Rational(1));
  EXPECT_LT(zp.apexes.size(), 16u);
  for (const Apex& apex : zp.apexes) EXPECT_FALSE(apex.weight.is_zero());
}

TEST(TruncatedPowers, EveryConeIsSimplicial) {
  const ConeSum sum =
      truncated_powers(BoxSpline({{1, 1, 0}, {-1, 1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, -1, 1}}), Rational(2));
  EXPECT_EQ(sum.dimension, 3);
  for (const TruncatedPower& cone : sum.cones) {
    EXPECT_FALSE(cone.inverse.determinant().is_zero());
    for (const Term& term : cone.power.terms()) {
      int degree = 0;
      for (std::uint16_t e : term.exponents) degree += e;
      EXPECT_EQ(degree, 3) << "homogeneous of degree n - s";
    }
  }
}

TEST(TruncatedPowers, RefuseTooManyApexes) {
  std::vector<Vector> directions;
  for (int k = 0; k < 18; ++k)
    directions.push_back({Rational(3).pow(static_cast<unsigned>(k)), Rational(2).pow(static_cast<unsigned>(k))});
  EXPECT_THROW(truncated_powers(BoxSpline(directions), Rational(1)), UnsupportedError);
}

}  // namespace
}  // namespace latspline
