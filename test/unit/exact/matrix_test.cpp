#include "latspline/exact/matrix.h"

#include <gtest/gtest.h>

#include <random>

#include "latspline/base/error.h"

namespace latspline {
namespace {

Matrix random_matrix(int rows, int columns, std::mt19937_64& random, bool integer) {
  std::uniform_int_distribution<std::int64_t> numerator(-4, 4), denominator(1, 4);
  Matrix m(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) m(i, j) = Rational(numerator(random), integer ? 1 : denominator(random));
  }
  return m;
}

TEST(Matrix, Construction) {
  const Matrix rows = Matrix::from_rows(std::vector<IntVector>{{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(rows.rows(), 2);
  EXPECT_EQ(rows.columns(), 3);
  EXPECT_EQ(rows(1, 0), Rational(4));
  EXPECT_EQ(Matrix::from_columns(std::vector<IntVector>{{1, 2, 3}, {4, 5, 6}}), rows.transposed());
  EXPECT_EQ(rows.row(1), (Vector{4, 5, 6}));
  EXPECT_EQ(rows.column(2), (Vector{3, 6}));
  EXPECT_EQ(rows.to_string(), "1 2 3; 4 5 6");
  EXPECT_THROW(Matrix::from_rows(std::vector<IntVector>{{1, 2}, {1}}), InputError);
  EXPECT_TRUE(rows.is_integer());
  EXPECT_FALSE(Matrix::from_rows({Vector{Rational(1, 2)}}).is_integer());
}

TEST(Matrix, RingLawsAndDeterminants) {
  std::mt19937_64 random(3);
  for (int size = 1; size <= 6; ++size) {
    const Matrix a = random_matrix(size, size, random, false), b = random_matrix(size, size, random, false);
    const Matrix c = random_matrix(size, size, random, false);
    EXPECT_EQ(a * (b + c), a * b + a * c);
    EXPECT_EQ((a - b) + b, a);
    EXPECT_EQ((a * b).transposed(), b.transposed() * a.transposed());
    EXPECT_EQ((a * b).determinant(), a.determinant() * b.determinant());
    EXPECT_EQ((a * b) * c.column(0), a * (b * c.column(0)));
    const auto inverse = a.inverse();
    EXPECT_EQ(inverse.has_value(), !a.determinant().is_zero());
    if (inverse) {
      EXPECT_EQ(a * *inverse, Matrix::identity(size));
    }
  }
  EXPECT_FALSE(Matrix::from_rows(std::vector<IntVector>{{1, 2}, {2, 4}}).inverse().has_value());
  EXPECT_THROW(Matrix(2, 3).determinant(), InternalError);
  EXPECT_THROW(Matrix(2, 3) * Matrix(2, 3), InternalError);
}

TEST(Matrix, KernelIsABasisOfTheSolutions) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 40; ++i) {
    Matrix m = random_matrix(1 + i % 4, 1 + i % 5, random, false);
    if (i % 3 == 0) m = m * random_matrix(m.columns(), 1, random, false) * random_matrix(1, 3, random, false);
    const std::vector<Vector> kernel = m.kernel();
    EXPECT_EQ(static_cast<int>(kernel.size()) + m.rank(), m.columns());
    for (const Vector& v : kernel) EXPECT_EQ(m * v, Vector(static_cast<std::size_t>(m.rows())));
    if (!kernel.empty()) {
      EXPECT_EQ(Matrix::from_rows(kernel).rank(), static_cast<int>(kernel.size()));
    }
  }
}

TEST(Matrix, HermiteFormGeneratesTheSameLattice) {
  std::mt19937_64 random(5);
  int tried = 0;
  for (int i = 0; i < 60; ++i) {
    const int rows = 1 + i % 4;
    const Matrix m = random_matrix(rows, rows + i % 3, random, true);
    if (m.rank() < rows) {
      EXPECT_THROW(hermite_form(m), InputError);
      continue;
    }
    ++tried;
    const Matrix h = hermite_form(m);
    ASSERT_EQ(h.columns(), rows);
    for (int r = 0; r < rows; ++r) {
      EXPECT_GT(h(r, r), Rational(0));
      for (int c = 0; c < rows; ++c) {
        if (c > r) {
          EXPECT_EQ(h(r, c), Rational(0));
        }
        if (c < r) {
          EXPECT_TRUE(h(r, c) >= 0 && h(r, c) < h(r, r));
        }
      }
    }
    // Every column of M is an integer combination of those of H, and the index agrees with the Smith form.
    EXPECT_TRUE((*h.inverse() * m).is_integer());
    Rational index = 1;
    for (const Rational& d : smith_invariants(m)) index *= d;
    EXPECT_EQ(index, h.determinant());
  }
  EXPECT_GT(tried, 30);
  EXPECT_THROW(hermite_form(Matrix::from_rows({Vector{Rational(1, 2)}})), InputError);
}

TEST(Matrix, SmithInvariantsDivideEachOther) {
  const Matrix bcc = Matrix::from_rows(std::vector<IntVector>{{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}});
  EXPECT_EQ(smith_invariants(bcc), (Vector{1, 2, 2}));
  EXPECT_EQ(smith_invariants(Matrix::from_rows(std::vector<IntVector>{{4, 0}, {0, 6}})), (Vector{2, 12}));
  EXPECT_EQ(smith_invariants(Matrix::from_rows(std::vector<IntVector>{{1, 2, 3}, {2, 4, 6}})), (Vector{1, 0}));
  EXPECT_THROW(smith_invariants(Matrix::from_rows({Vector{Rational(1, 2)}})), InputError);
}

}  // namespace
}  // namespace latspline
