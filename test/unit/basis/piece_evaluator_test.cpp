#include "latspline/basis/piece_evaluator.h"

#include <gtest/gtest.h>

namespace latspline {
namespace {

TEST(PieceEvaluator, HatAndItsHalfOpenRule) {
  PieceEvaluator hat(BoxSpline({{1}, {1}}), Rational(1));
  EXPECT_EQ(hat.piece({Rational(-1, 3)}), Polynomial::affine({1}, 1));
  EXPECT_EQ(hat.piece({Rational(1, 3)}), Polynomial::affine({-1}, 1));
  EXPECT_TRUE(hat.piece({Rational(4, 3)}).is_zero());
  // At a knot the piece is one of the two beside it, the same each time, so that shifts still sum to 1.
  const Polynomial at_zero = hat.piece({0});
  EXPECT_TRUE(at_zero == Polynomial::affine({1}, 1) || at_zero == Polynomial::affine({-1}, 1));
  EXPECT_EQ(hat.shifted_piece({0}, {0}) + hat.shifted_piece({0}, {1}) + hat.shifted_piece({0}, {-1}),
            Polynomial::constant(1, 1));
}

TEST(PieceEvaluator, ShiftedPieceIsThePieceSeenFromTheSite) {
  PieceEvaluator phi(BoxSpline({{1, 0}, {0, 1}, {1, 1}, {-1, 1}}), Rational(1));
  const Vector c{Rational(1, 7), Rational(2, 9)};
  for (const Vector& site : {Vector{0, 0}, Vector{1, 0}, Vector{-1, 1}, Vector{5, 5}})
    EXPECT_EQ(phi.shifted_piece(c, site), phi.piece(c - site).shifted(Rational(-1) * site)) << to_string(site);
}

TEST(PieceEvaluator, CubicBSplineOfTwoAxesIsAProduct) {
  PieceEvaluator axis(BoxSpline::b_spline(1, 3), Rational(1));
  PieceEvaluator plane(BoxSpline::b_spline(2, 3), Rational(1));
  const Vector x{Rational(-6, 5), Rational(3, 8)};
  EXPECT_EQ(plane.piece(x)(x), axis.piece({x[0]})({x[0]}) * axis.piece({x[1]})({x[1]}));
  EXPECT_EQ(axis.piece({0})({0}), Rational(2, 3));
  EXPECT_EQ(axis.piece({1})({1}), Rational(1, 6));
}

TEST(PieceEvaluator, ScaleAndLengthOfDirections) {
  // [0, 2] uniform, times 6.
  PieceEvaluator box(BoxSpline(std::vector<Vector>{{2}}), Rational(6));
  EXPECT_EQ(box.piece({Rational(1, 2)}), Polynomial::constant(1, 3));
  // Parallel directions of different length: a trapezium of height 1/3.
  PieceEvaluator trapezium(BoxSpline({{1}, {-3}}), Rational(1));
  EXPECT_EQ(trapezium.piece({0})({0}), Rational(1, 3));
  EXPECT_EQ(trapezium.piece({Rational(3, 2)})({Rational(3, 2)}), Rational(1, 6));
}

TEST(PieceEvaluator, MultiplicityBeyondTheDimension) {
  // Convolving by a direction is undone by the derivative along it: that of the doubled one is a difference of the hat along (1,1).
  PieceEvaluator hat(BoxSpline({{1, 0}, {0, 1}, {1, 1}}), Rational(1));
  PieceEvaluator doubled(BoxSpline({{1, 0}, {0, 1}, {1, 1}, {1, 1}}), Rational(1));
  const Vector c{Rational(1, 5), Rational(1, 11)};
  const Vector half{Rational(1, 2), Rational(1, 2)};
  const Polynomial piece = doubled.piece(c);
  EXPECT_EQ(piece.derivative(0) + piece.derivative(1),
            hat.shifted_piece(c, Rational(-1) * half) - hat.shifted_piece(c, half));
}

}  // namespace
}  // namespace latspline
