#include "latspline/basis/cone_sum.h"

#include <gtest/gtest.h>

#include <map>

#include "latspline/base/error.h"

namespace latspline {
namespace {

TEST(TruncatedPowers, HatOnTheLine) {
  // phi(x) = (x+1)_+ - 2 x_+ + (x-1)_+.
  const ConeSum hat = truncated_powers(laplace_transform(BoxSpline({{1}, {1}}), Rational(1)));
  ASSERT_EQ(hat.cones.size(), 1u);
  EXPECT_EQ(hat.cones[0].inverse, Matrix::identity(1));
  std::map<Vector, Polynomial> powers;
  for (const Apex& apex : hat.cones[0].apexes) powers[apex.point] = apex.power;
  const Polynomial u = Polynomial::variable(1, 0);
  ASSERT_EQ(powers.size(), 3u);
  EXPECT_EQ(powers.at({-1}), u);
  EXPECT_EQ(powers.at({0}), Rational(-2) * u);
  EXPECT_EQ(powers.at({1}), u);
}

TEST(TruncatedPowers, ApexesThatCancelAreDropped) {
  // Zwart-Powell: 16 subsets, of which some meet with opposite signs.
  const ConeSum zp = truncated_powers(laplace_transform(BoxSpline({{1, 0}, {0, 1}, {1, 1}, {-1, 1}}), Rational(1)));
  for (const Cone& cone : zp.cones) {
    EXPECT_LT(cone.apexes.size(), 16u);
    for (const Apex& apex : cone.apexes) EXPECT_FALSE(apex.power.is_zero());
  }
}

TEST(TruncatedPowers, EveryConeIsSimplicial) {
  const ConeSum sum = truncated_powers(
      laplace_transform(BoxSpline({{1, 1, 0}, {-1, 1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, -1, 1}}), Rational(2)));
  EXPECT_EQ(sum.dimension, 3);
  for (const Cone& cone : sum.cones) {
    EXPECT_FALSE(cone.inverse.determinant().is_zero());
    for (const Apex& apex : cone.apexes) {
      for (const Term& term : apex.power.terms()) {
        int degree = 0;
        for (std::uint16_t e : term.exponents) degree += e;
        EXPECT_EQ(degree, 3) << "homogeneous of degree n - s";
      }
    }
  }
}

}  // namespace
}  // namespace latspline
