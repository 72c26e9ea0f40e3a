#include "latspline/basis/laplace_transform.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "latspline/basis/piece_evaluator.h"
#include "latspline/lattice/catalog.h"

namespace latspline {
namespace {

TEST(LaplaceTransform, IndicatorOfASquareIsTheConstantBoxSpline) {
  const Polytope square = Polytope::parallelepiped({Rational(-1, 2), Rational(-1, 2)}, {{1, 0}, {0, 1}});
  const LaplaceTransform by_vertices = laplace_transform(square, Rational(1));
  const LaplaceTransform by_directions = laplace_transform(BoxSpline({{1, 0}, {0, 1}}), Rational(1));
  EXPECT_EQ(by_vertices.vectors, by_directions.vectors);
  EXPECT_EQ(by_vertices.terms, by_directions.terms);
}

TEST(LaplaceTransform, ConvolutionOfBoxSplinesJoinsTheirDirections) {
  const std::vector<Vector> three = {{1, 0}, {0, 1}, {1, 1}};
  std::vector<Vector> six = three;
  six.insert(six.end(), three.begin(), three.end());
  const LaplaceTransform once = laplace_transform(BoxSpline(three), Rational(1));
  EXPECT_EQ(product(once, once).terms, laplace_transform(BoxSpline(six), Rational(1)).terms);
}

TEST(LaplaceTransform, NonSimpleVerticesAreCutIntoCones) {
  // The rhombic dodecahedron has vertices with four edges; the indicator must still be 1 inside and 0 outside.
  const NamedLattice fcc = *find_lattice("fcc");
  PieceEvaluator indicator(VoronoiSpline(fcc.lattice, 1), fcc.lattice.determinant());
  EXPECT_EQ(indicator.piece({Rational(1, 9), Rational(1, 7), Rational(-1, 5)}), Polynomial::constant(3, Rational(1)));
  EXPECT_TRUE(indicator.piece({Rational(9, 10), Rational(2, 7), Rational(1, 5)}).is_zero());
  EXPECT_TRUE(indicator.piece({Rational(5), Rational(2, 7), Rational(1, 5)}).is_zero());
}

TEST(LaplaceTransform, SingularHyperplanesOfZwartPowell) {
  const auto planes =
      singular_hyperplanes(laplace_transform(BoxSpline({{1, 0}, {0, 1}, {1, 1}, {-1, 1}}), Rational(1)));
  ASSERT_EQ(planes.size(), 4u);
  // x = +-1/2, +-3/2; the value 0 and others do not occur.
  EXPECT_EQ(planes.at({1, 0}),
            (std::vector<Rational>{Rational(-3, 2), Rational(-1, 2), Rational(1, 2), Rational(3, 2)}));
  EXPECT_EQ(planes.at({1, 1}), planes.at({1, -1})) << "a quarter turn maps one to the other";
}

TEST(LaplaceTransform, RefuseTooManyApexes) {
  std::vector<Vector> directions;
  for (int k = 0; k < 18; ++k)
    directions.push_back({Rational(3).pow(static_cast<unsigned>(k)), Rational(2).pow(static_cast<unsigned>(k))});
  EXPECT_THROW(laplace_transform(BoxSpline(directions), Rational(1)), UnsupportedError);
}

}  // namespace
}  // namespace latspline
