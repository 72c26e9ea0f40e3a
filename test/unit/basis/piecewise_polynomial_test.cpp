#include "latspline/basis/piecewise_polynomial.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "latspline/exact/convex_hull.h"

namespace latspline {
namespace {

Piece piece(const std::vector<Vector>& corners, const char* polynomial) {
  return {convex_hull(corners), Polynomial::parse(static_cast<int>(corners.front().size()), polynomial)};
}

/// The hat function on [-1, 1].
PiecewisePolynomial hat() { return PiecewisePolynomial({piece({{-1}, {0}}, "1 + x0"), piece({{0}, {1}}, "1 - x0")}); }

std::string message(std::vector<Piece> pieces) {
  try {
    PiecewisePolynomial{std::move(pieces)};
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PiecewisePolynomial, KnowsItsFacts) {
  const PiecewisePolynomial phi = hat();
  EXPECT_EQ(phi.dimension(), 1);
  EXPECT_EQ(phi.degree(), 1);
  EXPECT_EQ(phi.continuity(), 0);
  EXPECT_EQ(phi.knots(), (std::map<IntVector, std::vector<Rational>>{{{1}, {-1, 0, 1}}}));
  EXPECT_EQ(phi.half_width({3}), Rational(3));
  EXPECT_EQ(phi.at({Rational(-1, 3)})->polynomial({Rational(-1, 3)}), Rational(2, 3));
  EXPECT_EQ(phi.at({Rational(4, 3)}), nullptr);
  EXPECT_TRUE(phi.is_invariant_under(Matrix::from_rows(std::vector<IntVector>{{-1}})));
  EXPECT_EQ(phi.moments(2), Polynomial::parse(1, "1 + 1/6*x0^2"));
}

TEST(PiecewisePolynomial, MeasuresContinuityAcrossEveryFacet) {
  // The quadratic B-spline is C^1; with a wrong middle piece it is discontinuous.
  const Piece left = piece({{Rational(-3, 2)}, {Rational(-1, 2)}}, "9/8 + 3/2*x0 + 1/2*x0^2");
  const Piece right = piece({{Rational(1, 2)}, {Rational(3, 2)}}, "9/8 - 3/2*x0 + 1/2*x0^2");
  const Piece middle = piece({{Rational(-1, 2)}, {Rational(1, 2)}}, "3/4 - x0^2");
  EXPECT_EQ(PiecewisePolynomial({left, middle, right}).continuity(), 1);
  EXPECT_EQ(PiecewisePolynomial({left, right}).continuity(), -1);
  // A gap in a facet: two squares side by side, shifted against each other, meet along half of their facets.
  const Piece lower = piece({{0, 0}, {1, 0}, {0, 1}, {1, 1}}, "1");
  const Piece shifted =
      piece({{1, Rational(1, 2)}, {2, Rational(1, 2)}, {1, Rational(3, 2)}, {2, Rational(3, 2)}}, "1");
  EXPECT_EQ(PiecewisePolynomial({lower, shifted}).continuity(), -1);
}

TEST(PiecewisePolynomial, DropsCutsWithoutAJump) {
  // The hat with an artificial cut at 1/3 and a piece of nothing.
  const PiecewisePolynomial phi({piece({{-1}, {0}}, "1 + x0"), piece({{0}, {Rational(1, 3)}}, "1 - x0"),
                                 piece({{Rational(1, 3)}, {1}}, "1 - x0"), piece({{1}, {2}}, "0")});
  EXPECT_EQ(phi.pieces().size(), 3u);
  EXPECT_EQ(phi.knots().at({1}), (std::vector<Rational>{-1, 0, 1}));
  EXPECT_TRUE(phi.is_invariant_under(Matrix::from_rows(std::vector<IntVector>{{-1}})));
}

TEST(PiecewisePolynomial, TellsSymmetriesOfItsValues) {
  const PiecewisePolynomial square({piece({{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}, "1/4 + x0^2")});
  EXPECT_TRUE(square.is_invariant_under(Matrix::from_rows(std::vector<IntVector>{{-1, 0}, {0, 1}})));
  EXPECT_FALSE(square.is_invariant_under(Matrix::from_rows(std::vector<IntVector>{{0, 1}, {1, 0}})));
}

TEST(PiecewisePolynomial, RefusesOverlapsAndNamesThem) {
  const std::string text = message({piece({{0}, {2}}, "1"), piece({{5}, {6}}, "1"), piece({{1}, {3}}, "1")});
  EXPECT_NE(text.find("pieces 0 and 2 overlap"), std::string::npos) << text;
  EXPECT_NE(message({}).find("no pieces"), std::string::npos);
  EXPECT_NE(message({piece({{0}, {1}}, "0")}).find("every piece"), std::string::npos);
  EXPECT_NE(message({piece({{0}, {1}}, "1"), piece({{0, 0}, {1, 0}, {0, 1}}, "1")}).find("piece 1"), std::string::npos);
}

TEST(PiecewisePolynomial, TextDoesNotDependOnTheOrder) {
  const PiecewisePolynomial other({piece({{1}, {0}}, "1 - x0"), piece({{-1}, {0}}, "1 + x0")});
  EXPECT_EQ(other.canonical_text(), hat().canonical_text());
}

}  // namespace
}  // namespace latspline
