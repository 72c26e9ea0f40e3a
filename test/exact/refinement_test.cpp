#include <gtest/gtest.h>

#include <map>

#include "exact/spaces.h"
#include "latspline/basis/piece_evaluator.h"

namespace latspline::test {
namespace {

/// The two-scale relation of a box spline of integral 1 as polynomials around c:
/// M(x) = 2^(s - n) sum over subsets S of the directions of M(2 x + 1/2 sum of all - sum of S).
/// (One factor 2^s for the density of 2 x, one 1/2 for every direction.)
void expect_refinable(const BoxSpline& box_spline, const Vector& c) {
  const int s = box_spline.dimension();
  PieceEvaluator pieces(box_spline, Rational(1));
  std::map<Vector, Rational> mask{{Vector(static_cast<std::size_t>(s)), Rational(2).pow(static_cast<unsigned>(s))}};
  for (const Vector& direction : box_spline.directions()) {
    std::map<Vector, Rational> next;
    const Vector half = Rational(1, 2) * direction;
    for (const auto& [shift, weight] : mask) {
      next[shift + half] += weight * Rational(1, 2);
      next[shift - half] += weight * Rational(1, 2);
    }
    mask = std::move(next);
  }
  Matrix twice = Matrix::identity(s);
  for (int j = 0; j < s; ++j) twice(j, j) = 2;
  Polynomial sum(s);
  for (const auto& [shift, weight] : mask)
    sum += weight * pieces.piece(Rational(2) * c + shift).substitute_affine(twice, shift);
  EXPECT_EQ(sum, pieces.piece(c)) << "around " << to_string(c);
}

TEST(Refinement, BSplinesOfEveryDegree) {
  for (int degree = 0; degree <= 9; ++degree) {
    const BoxSpline b_spline = BoxSpline::b_spline(1, degree);
    // A point inside every piece of the finer spline, and one outside.
    for (int quarter = -2 * (degree + 1); quarter <= 2 * (degree + 1); ++quarter)
      expect_refinable(b_spline, {Rational(4 * quarter + 1, 16) + Rational(1, 101)});
  }
}

TEST(Refinement, BoxSplinesOfSeveralLattices) {
  std::mt19937_64 generator(3);
  for (const char* name : {"z2/quadratic", "z2/zp", "hex/quartic", "quincunx/zp", "bcc/rdodec-linear", "fcc/toct-cubic",
                           "cc/tetrahedral", "fcc/toct-nonic", "a5s/doubled"}) {
    SCOPED_TRACE(name);
    const SplineSpace space = catalog_space(name);
    for (int i = 0; i < 4; ++i)
      expect_refinable(*space.basis.box_spline(), random_point(generator, space.lattice.dimension(), 1));
  }
}

}  // namespace
}  // namespace latspline::test
