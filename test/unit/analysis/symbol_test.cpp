#include "latspline/analysis/symbol.h"

#include <gtest/gtest.h>

#include "latspline/analysis/analysis.h"

namespace latspline {
namespace {

SymbolBounds bounds_of(const char* name) {
  const SplineSpace space = catalog_space(name);
  const Analysis analysis = analyze(space, {.count_cells = false});
  return bound_symbol(space.lattice, analysis.prefilter.sites, analysis.prefilter.values);
}

TEST(Symbol, HasTheKnownZeros) {
  EXPECT_EQ(bounds_of("z2/zp").zero, (Vector{Rational(1, 2), Rational(1, 2)}));
  for (const char* name : {"cc/zp7", "bcc/toct-quartic", "quincunx/tp-linear"}) {
    const SymbolBounds bounds = bounds_of(name);
    ASSERT_TRUE(bounds.zero.has_value()) << name;
    EXPECT_EQ(bounds.minimum, 0);
  }
}

TEST(Symbol, IsBoundedFromBelow) {
  // B-splines: the alternating sum, a product over the axes: 1/3 for the cubic, 1/2 for the quadratic.
  const std::pair<const char*, double> least[] = {{"z1/cubic", 1.0 / 3},  {"z2/cubic", 1.0 / 9},
                                                  {"cc/cubic", 1.0 / 27}, {"cc/quadratic", 0.125},
                                                  {"cc/linear", 1},       {"hex/linear", 1}};
  for (const auto& [name, exact] : least) {
    const SymbolBounds bounds = bounds_of(name);
    EXPECT_FALSE(bounds.zero.has_value()) << name;
    EXPECT_LE(bounds.minimum, exact + 1e-12) << name;
    EXPECT_GE(bounds.minimum, 0.85 * exact) << name;
    EXPECT_GE(bounds.least_value, exact - 1e-9) << name;
  }
}

TEST(Symbol, ProvesVoronoiSplinesInterpolate) {
  for (const char* name : {"hex/voronoi3", "bcc/voronoi2", "fcc/voronoi3"})
    EXPECT_GT(bounds_of(name).minimum, 0.01) << name;
}

TEST(Symbol, GivesUpWhereItMay) {
  const Lattice z(Matrix::identity(1));
  const SymbolBounds bounds = bound_symbol(z, {{-1}, {0}, {1}}, {Rational(1, 6), Rational(2, 3), Rational(1, 6)}, 0);
  EXPECT_FALSE(bounds.zero.has_value());
  EXPECT_EQ(bounds.minimum, 0);
}

}  // namespace
}  // namespace latspline
