#include "latspline/analysis/quasi_interpolation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "latspline/analysis/analysis.h"

namespace latspline {
namespace {

QuasiInterpolation filter_of(const char* name) {
  return analyze(catalog_space(name), {.count_cells = false}).quasi_interpolation;
}

TEST(QuasiInterpolation, OfTheCubicBSplineIsTheClassicalFilter) {
  const QuasiInterpolation q = filter_of("z1/cubic");
  EXPECT_EQ(q.sites, (std::vector<IntVector>{{-1}, {0}, {1}}));
  EXPECT_EQ(q.values, (Vector{Rational(-1, 6), Rational(4, 3), Rational(-1, 6)}));
}

TEST(QuasiInterpolation, OfOrderTwoIsTheIdentity) {
  for (const char* name : {"z1/linear", "bcc/rdodec-linear", "hex/voronoi2", "a5s/linear"}) {
    const QuasiInterpolation q = filter_of(name);
    ASSERT_EQ(q.values.size(), 1u) << name;
    EXPECT_EQ(q.values[0], Rational(1));
  }
}

TEST(QuasiInterpolation, IsSymmetricAndKeepsConstants) {
  for (const char* name :
       {"z2/zp", "hex/quartic", "cc/zp7", "bcc/rdodec-quintic", "fcc/toct-cubic", "cc/quintic", "bcc/voronoi3"}) {
    SCOPED_TRACE(name);
    const SplineSpace space = catalog_space(name);
    const Analysis analysis = analyze(space, {.count_cells = false});
    const QuasiInterpolation& q = analysis.quasi_interpolation;
    Rational sum;
    for (const Rational& value : q.values) sum += value;
    EXPECT_EQ(sum, Rational(1));
    for (std::size_t i = 0; i < q.sites.size(); ++i) {
      for (const Matrix& a : analysis.group) {
        const auto image = std::find(q.sites.begin(), q.sites.end(), to_integer(a * to_rational(q.sites[i])));
        ASSERT_NE(image, q.sites.end());
        EXPECT_EQ(q.values[static_cast<std::size_t>(image - q.sites.begin())], q.values[i]);
      }
    }
  }
}

}  // namespace
}  // namespace latspline
