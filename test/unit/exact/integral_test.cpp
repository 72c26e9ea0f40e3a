#include "latspline/exact/integral.h"

#include <gtest/gtest.h>

namespace latspline {
namespace {

TEST(Integral, OfMonomialsOverABox) {
  const Polytope box = Polytope::parallelepiped({1, 0}, {{2, 0}, {0, 3}});
  // x from 1 to 3, y from 0 to 3: x y^2 gives 4 * 9.
  EXPECT_EQ(integral(Polynomial::parse(2, "x0*x1^2"), box), Rational(36));
  EXPECT_EQ(integral(Polynomial::constant(2, 1), box), box.volume());
  EXPECT_EQ(integral(Polynomial(2), box), Rational(0));
}

TEST(Integral, DoesNotDependOnHowAPolytopeIsCut) {
  const Polynomial p = Polynomial::parse(3, "1/3 - x0*x1^3 + 5*x2^2*x0");
  Polytope part = Polytope::parallelepiped({-1, 0, Rational(1, 2)}, {{2, 0, 1}, {1, 3, 0}, {0, 1, 1}});
  const Rational whole = integral(p, part);
  const HalfSpace cut{{1, -2, Rational(1, 3)}, Rational(-1, 2)};
  const auto above = part.clipped(cut);
  const auto below = part.clipped({Rational(-1) * cut.normal, -cut.offset});
  ASSERT_TRUE(above && below);
  EXPECT_EQ(integral(p, *above) + integral(p, *below), whole);
}

TEST(Integral, OfASimplexByItsCorners) {
  // A linear function: volume times the mean over the corners.
  const auto simplex = Polytope::intersection({{{1, 0, 0}, 0}, {{0, 1, 0}, 0}, {{0, 0, 1}, 0}, {{-1, -2, -3}, -6}});
  ASSERT_TRUE(simplex);
  const Polynomial p = Polynomial::affine({2, -1, 4}, 5);
  Rational mean;
  for (const Vector& corner : simplex->vertices()) mean += Rational(1, 4) * p(corner);
  EXPECT_EQ(integral(p, *simplex), simplex->volume() * mean);
}

}  // namespace
}  // namespace latspline
