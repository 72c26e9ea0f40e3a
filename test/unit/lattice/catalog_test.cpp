#include "latspline/lattice/catalog.h"

#include <gtest/gtest.h>

#include <cmath>

namespace latspline {
namespace {

TEST(LatticeCatalog, FindsEveryNameItLists) {
  for (const std::string& name : lattice_names()) {
    const auto found = find_lattice(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->name, name);
    EXPECT_GE(found->lattice.dimension(), 1);
  }
  for (const char* name : {"", "z0", "z7", "a1s", "a7s", "BCC", "cc ", "z10"}) EXPECT_FALSE(find_lattice(name)) << name;
}

TEST(LatticeCatalog, Determinants) {
  EXPECT_EQ(find_lattice("bcc")->lattice.determinant(), Rational(4));
  EXPECT_EQ(find_lattice("fcc")->lattice.determinant(), Rational(2));
  EXPECT_EQ(find_lattice("quincunx")->lattice.determinant(), Rational(2));
  EXPECT_EQ(find_lattice("d4")->lattice.determinant(), Rational(2));
  EXPECT_EQ(find_lattice("d4s")->lattice.determinant(), Rational(8));
}

/// In A_n* the generators and minus their sum are the vertices of a regular simplex; hex is generated at 120 degrees, as A_2* is.
TEST(LatticeCatalog, FramesAreRegularSimplices) {
  for (const char* name : {"hex", "a2s", "a3s", "a4s", "a5s", "a6s"}) {
    const NamedLattice named = *find_lattice(name);
    const auto n = static_cast<std::size_t>(named.lattice.dimension());
    ASSERT_EQ(named.frame.size(), n);
    const auto inner = [&](std::size_t a, std::size_t b) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += named.frame[i][a] * named.frame[i][b];
      return sum;
    };
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) EXPECT_NEAR(inner(a, b), a == b ? 1.0 : -1.0 / static_cast<double>(n), 1e-14);
  }
  EXPECT_TRUE(find_lattice("bcc")->frame.empty());
}

}  // namespace
}  // namespace latspline
