#include <gtest/gtest.h>

#include "exact/spaces.h"
#include "latspline/analysis/knot_planes.h"
#include "latspline/basis/piece_evaluator.h"
#include "latspline/exact/arrangement.h"
#include "latspline/exact/integral.h"
#include "latspline/lattice/voronoi_cell.h"

namespace latspline::test {
namespace {

/// The Voronoi spline of order k at x by its definition from the one of order k - 1: 1/|det L| times the integral of that over the Voronoi cell around x. The cell is cut by the
/// knot planes of order k - 1 and the pieces between them are integrated exactly.
class ByConvolution {
 public:
  explicit ByConvolution(const std::string& lower)
      : space_(catalog_space(lower)),
        cell_(voronoi_cell(space_.lattice)),
        pieces_(space_.basis, space_.lattice.determinant()),
        planes_(knot_planes(space_, *pieces_.transform())) {}

  Rational operator()(const Vector& x) {
    const int s = space_.lattice.dimension();
    Rational sum;
    for (const Polytope& part : slice(cell_, planes_through(planes_, cell_, x))) {
      const Polynomial lower = pieces_.piece(x + part.interior_point());
      if (!lower.is_zero()) sum += integral(lower.substitute_affine(Matrix::identity(s), x), part);
    }
    return sum / space_.lattice.determinant();
  }

 private:
  SplineSpace space_;
  Polytope cell_;
  PieceEvaluator pieces_;
  std::vector<KnotPlanes> planes_;
};

class VoronoiConvolutions : public testing::TestWithParam<const char*> {};

TEST_P(VoronoiConvolutions, WithTheCellRaiseTheOrder) {
  const std::string name = GetParam();
  const SplineSpace space = catalog_space(name);
  std::string lower = name;
  --lower.back();
  ByConvolution expected(lower);
  PieceEvaluator pieces(space.basis, space.lattice.determinant());
  std::mt19937_64 generator(17);
  // Some anywhere in the box, the last one near the origin; in four dimensions, where a cell has hundreds of parts, that one alone.
  const int s = space.lattice.dimension();
  const int count = s < 4 ? 5 : 1;
  int inside = 0;
  for (int i = 1; i <= count; ++i) {
    const Vector x = Rational(1, i == count ? 7 : 1) * random_point(generator, s, 1);
    const Rational value = pieces.piece(x)(x);
    EXPECT_EQ(value, expected(x)) << to_string(x);
    inside += value.sign() > 0;
  }
  EXPECT_GE(inside, s < 4 ? 2 : 1);
}

INSTANTIATE_TEST_SUITE_P(Catalog, VoronoiConvolutions,
                         testing::Values("quincunx/voronoi3", "fcc/voronoi4", "bcc/voronoi3", "bcc/voronoi4",
                                         "d4/voronoi3"));

}  // namespace
}  // namespace latspline::test
