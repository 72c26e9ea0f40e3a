#include "latspline/analysis/operator_norm.h"

#include <gtest/gtest.h>

#include "latspline/analysis/analysis.h"

namespace latspline {
namespace {

NormBounds norm_of(const char* spec) {
  return operator_norm(analyze(load_space(spec), {.count_cells = false}).subregions);
}

TEST(OperatorNorm, IsOneForNonnegativeWeights) {
  for (const char* name : {"z1/cubic", "z2/zp", "hex/quartic", "bcc/rdodec-linear", "fcc/voronoi2"}) {
    const NormBounds norm = norm_of(name);
    EXPECT_EQ(norm.at_least, Rational(1)) << name;
    EXPECT_LE(norm.at_most, Rational(1001, 1000)) << name;
  }
}

/// Cubic convolution (Keys, 1981): the sum of the four |weights| on [0, 1] is 1 + x (1 - x), at most 5/4.
TEST(OperatorNorm, OfCubicConvolution) {
  const NormBounds norm = norm_of(R"({"lattice": "z1", "basis": {"pieces": [
    {"vertices": [[0],[1]], "polynomial": "1 - 5/2*x0^2 + 3/2*x0^3"},
    {"vertices": [[1],[2]], "polynomial": "2 - 4*x0 + 5/2*x0^2 - 1/2*x0^3"},
    {"vertices": [[-1],[0]], "polynomial": "1 - 5/2*x0^2 - 3/2*x0^3"},
    {"vertices": [[-2],[-1]], "polynomial": "2 + 4*x0 + 5/2*x0^2 + 1/2*x0^3"}]}})");
  EXPECT_LE(norm.at_least, Rational(5, 4));
  EXPECT_GE(norm.at_most, Rational(5, 4));
  EXPECT_LE(norm.at_most - norm.at_least, Rational(13, 10000));
}

TEST(OperatorNorm, IsBoundedAfterNoWork) {
  const Analysis analysis = analyze(load_space("z2/zp"), {.count_cells = false});
  const NormBounds norm = operator_norm(analysis.subregions, 0);
  EXPECT_LE(norm.at_least, Rational(1));
  EXPECT_GE(norm.at_most, Rational(1));
}

}  // namespace
}  // namespace latspline
