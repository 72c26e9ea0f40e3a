#include "latspline/analysis/moments.h"

#include <gtest/gtest.h>

#include "latspline/basis/spline_space.h"

namespace latspline {
namespace {

TEST(Moments, OfAHatFunction) {
  const Polynomial series = moment_series(catalog_space("z1/linear").basis, 6);
  // The integral of x^2k (1 - |x|) over [-1, 1] is 2 / ((2k + 1)(2k + 2)).
  for (std::uint16_t k = 0; k <= 3; ++k)
    EXPECT_EQ(moment(series, {static_cast<std::uint16_t>(2 * k)}), Rational(2, (2 * k + 1) * (2 * k + 2)));
  EXPECT_EQ(moment(series, {3}), Rational(0));
}

TEST(Moments, OfAVoronoiSplineOnZAreThoseOfTheBSpline) {
  for (const auto& [voronoi, b_spline] : {std::pair{"z1/voronoi3", "z1/quadratic"}, {"z2/voronoi2", "z2/linear"}})
    EXPECT_EQ(moment_series(catalog_space(voronoi).basis, 5), moment_series(catalog_space(b_spline).basis, 5));
}

TEST(Moments, SeriesAndItsReciprocal) {
  const Polynomial series = moment_series(catalog_space("bcc/toct-quartic").basis, 6);
  const Polynomial inverse = reciprocal_series(series, 6);
  EXPECT_EQ(truncated(series * inverse, 6), Polynomial::constant(3, 1));
  EXPECT_EQ(truncated(Polynomial::parse(2, "1 + x0 + x0*x1 + x1^3"), 2), Polynomial::parse(2, "1 + x0 + x0*x1"));
}

}  // namespace
}  // namespace latspline
