#include "latspline/lattice/lattice.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"

namespace latspline {
namespace {

Lattice lattice(std::vector<IntVector> rows) { return Lattice(Matrix::from_rows(rows)); }

void expect_refused(const Matrix& matrix, const std::string& part) {
  try {
    Lattice{matrix};
    ADD_FAILURE() << matrix.to_string() << " is accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(matrix.to_string()), std::string::npos)
        << "the value is not named: " << error.what();
  }
}

TEST(Lattice, RefusesMatricesThatGenerateNone) {
  expect_refused(Matrix::from_rows(std::vector<IntVector>{{1, 2}, {2, 4}}), "singular");
  expect_refused(Matrix::from_rows(std::vector<IntVector>{{1, 2, 3}, {0, 1, 1}}), "square");
  expect_refused(Matrix::from_rows(std::vector<Vector>{{Rational(1, 2), 0}, {0, 1}}), "not an integer");
  expect_refused(Matrix::identity(7), "dimension 7");
}

TEST(Lattice, KnowsItsSites) {
  const Lattice fcc = lattice({{0, 1, 1}, {1, 0, 1}, {1, 1, 0}});
  EXPECT_EQ(fcc.determinant(), Rational(2));
  for (std::int64_t x = -2; x <= 2; ++x)
    for (std::int64_t y = -2; y <= 2; ++y)
      for (std::int64_t z = -2; z <= 2; ++z) EXPECT_EQ(fcc.contains(IntVector{x, y, z}), (x + y + z) % 2 == 0);
  EXPECT_FALSE(fcc.contains(Vector{Rational(1, 2), Rational(1, 2), 0}));
}

TEST(Lattice, IsEqualToOneWithOtherGenerators) {
  EXPECT_EQ(lattice({{2, 1}, {7, 4}}), lattice({{1, 0}, {0, 1}}));
  EXPECT_EQ(lattice({{1, -1}, {1, 1}}), lattice({{2, 1}, {0, 1}}));
  EXPECT_FALSE(lattice({{2, 0}, {0, 1}}) == lattice({{1, 0}, {0, 2}}));
}

TEST(Lattice, ReducesEqualClassesToOneRepresentative) {
  const Lattice skewed = lattice({{2, 3}, {-7, 5}});
  const Vector x{Rational(1, 3), Rational(-5, 7)};
  const Vector reduced = skewed.reduce(x);
  EXPECT_TRUE(skewed.contains(x - reduced));
  for (std::int64_t a = -3; a <= 3; ++a)
    for (std::int64_t b = -3; b <= 3; ++b) {
      const Vector site = skewed.matrix() * to_rational(IntVector{a, b});
      EXPECT_EQ(skewed.reduce(x + site), reduced);
    }
  EXPECT_EQ(skewed.reduce(reduced), reduced);
  EXPECT_NE(skewed.reduce(x + Vector{1, 0}), reduced);
}

TEST(Lattice, FindsShortGenerators) {
  const Lattice skewed = lattice({{1, 1000}, {0, 1}});
  EXPECT_EQ(skewed.reduced_basis(), (std::vector<IntVector>{{1, 0}, {0, 1}}));
  const std::vector<IntVector> bcc = lattice({{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}}).reduced_basis();
  EXPECT_EQ(Matrix::from_columns(bcc).determinant().abs(), Rational(4));
  for (const IntVector& v : bcc) EXPECT_EQ(dot(to_rational(v), v), Rational(3));
  // In a metric that stretches the second axis the first is still shortest, and comes first.
  const Matrix metric = Matrix::from_rows(std::vector<IntVector>{{9, 0}, {0, 1}});
  EXPECT_EQ(lattice({{1, 0}, {0, 1}}).reduced_basis(metric).front(), (IntVector{0, 1}));
}

TEST(Lattice, StepIsTheLeastPositiveValueOfAFunctional) {
  const Lattice quincunx = lattice({{1, -1}, {1, 1}});
  EXPECT_EQ(quincunx.step({1, 0}), Rational(1));
  EXPECT_EQ(quincunx.step({1, 1}), Rational(2));
  EXPECT_EQ(quincunx.step({Rational(1, 2), Rational(-1, 2)}), Rational(1));
}

TEST(Lattice, IsPreservedByItsAutomorphismsOnly) {
  const Lattice quincunx = lattice({{1, -1}, {1, 1}});
  EXPECT_TRUE(quincunx.is_preserved_by(Matrix::from_rows(std::vector<IntVector>{{0, 1}, {1, 0}})));
  EXPECT_TRUE(quincunx.is_preserved_by(Matrix::from_rows(std::vector<IntVector>{{1, 2}, {0, 1}})));
  EXPECT_FALSE(quincunx.is_preserved_by(Matrix::from_rows(std::vector<IntVector>{{1, 1}, {0, 1}})));
  // A sublattice is not the lattice.
  EXPECT_FALSE(quincunx.is_preserved_by(Matrix::from_rows(std::vector<IntVector>{{2, 0}, {0, 2}})));
}

}  // namespace
}  // namespace latspline
