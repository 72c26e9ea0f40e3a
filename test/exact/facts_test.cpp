#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/moments.h"
#include "latspline/exact/integral.h"

namespace latspline::test {
namespace {

class Facts : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalog, Facts,
                         testing::Values("z1/linear", "z1/quintic", "z2/zp", "z2/cubic", "quincunx/zp",
                                         "quincunx/voronoi2", "hex/quartic", "hex/voronoi2", "hex/voronoi3",
                                         "cc/quadratic", "cc/tetrahedral", "cc/zp7", "bcc/rdodec-linear",
                                         "bcc/rdodec-quintic", "bcc/toct-quartic", "bcc/voronoi2", "fcc/toct-cubic",
                                         "fcc/voronoi2", "fcc/voronoi3", "d4s/8dir", "a4s/linear"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(
                               name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

Polynomial monomial(int variables, const Exponents& exponents) {
  const Term term{exponents, 1};
  return Polynomial::from_terms(variables, std::span(&term, 1));
}

/// The moments once more, from the polynomial pieces: without a fold the region of evaluation tiles space, so the integral of x^a phi(x) is the sum over the
/// sub-regions' pieces and sites m of the integral of (o + y - m)^a w_m(y).
TEST_P(Facts, MomentsAreThoseOfThePieces) {
  const SplineSpace space = catalog_space(GetParam());
  const int s = space.lattice.dimension();
  if (s > 3) GTEST_SKIP() << "hundreds of unfolded sub-regions in four dimensions take minutes";
  const Analysis analysis =
      analyze(space, {.count_cells = false, .find_facts = true, .strategy = Strategy::table, .reflect_axes = false});
  const Vector& center = analysis.region.rounding.center;
  for (const Exponents& exponents : exponents_up_to(s, 2)) {
    Rational sum;
    for (const Subregion& subregion : analysis.subregions) {
      Polynomial integrand(s);
      for (std::size_t m = 0; m < subregion.sites.size(); ++m)
        integrand += monomial(s, exponents).shifted(center - to_rational(subregion.sites[m])) * subregion.weights[m];
      for (const Polytope& piece : subregion.pieces) sum += integral(integrand, piece);
    }
    EXPECT_EQ(sum / space.lattice.determinant(), moment(analysis.facts->moments, exponents));
  }
}

/// c[n] = sum q[k] p(n - k) gives back every polynomial p below the order, identically on every sub-region.
TEST_P(Facts, QuasiInterpolationReproducesPolynomials) {
  const SplineSpace space = catalog_space(GetParam());
  const int s = space.lattice.dimension();
  const Analysis analysis = analyze(space, {.count_cells = false});
  const QuasiInterpolation& q = analysis.quasi_interpolation;
  bool fails_above = false;
  for (const Exponents& exponents : exponents_up_to(s, analysis.order)) {
    int degree = 0;
    for (const std::uint16_t e : exponents) degree += e;
    const Polynomial p = monomial(s, exponents);
    for (const Subregion& subregion : analysis.subregions) {
      Polynomial f(s);
      for (std::size_t m = 0; m < subregion.sites.size(); ++m) {
        Rational c;
        for (std::size_t k = 0; k < q.sites.size(); ++k)
          c += q.values[k] * p(to_rational(subregion.sites[m]) - to_rational(q.sites[k]));
        f += c * subregion.weights[m];
      }
      const bool reproduced = f == p.shifted(analysis.region.rounding.center);
      if (degree < analysis.order) {
        EXPECT_TRUE(reproduced) << p.to_string();
      } else {
        fails_above = fails_above || !reproduced;
      }
    }
  }
  EXPECT_TRUE(fails_above) << "the order is higher than said";
}

}  // namespace
}  // namespace latspline::test
