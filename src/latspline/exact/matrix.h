#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "latspline/exact/rational.h"

namespace latspline {

/// A dense matrix of rationals, row-major. A value type.
class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int columns);
  /// InputError unless all rows have equal length.
  static Matrix from_rows(const std::vector<Vector>& rows);
  static Matrix from_rows(const std::vector<IntVector>& rows);
  static Matrix from_columns(const std::vector<Vector>& columns);
  static Matrix from_columns(const std::vector<IntVector>& columns);
  static Matrix identity(int size);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Rational& operator()(int row, int column) { return entries_[index(row, column)]; }
  const Rational& operator()(int row, int column) const { return entries_[index(row, column)]; }
  Vector row(int row) const;
  Vector column(int column) const;

  bool operator==(const Matrix&) const = default;
  std::strong_ordering operator<=>(const Matrix&) const = default;
  Matrix operator*(const Matrix& other) const;
  Vector operator*(const Vector& v) const;
  Matrix operator+(const Matrix& other) const;
  Matrix operator-(const Matrix& other) const;
  Matrix transposed() const;
  bool is_integer() const;

  int rank() const;
  /// InternalError unless square.
  Rational determinant() const;
  /// nullopt if singular.
  std::optional<Matrix> inverse() const;
  /// A basis of {x : M x = 0}, one vector an entry.
  std::vector<Vector> kernel() const;
  /// "1 0; 1/2 3".
  std::string to_string() const;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  int rows_ = 0;
  int columns_ = 0;
  std::vector<Rational> entries_;
};

/// The column-style Hermite normal form H = M U of an integer matrix of full row rank: lower triangular, positive diagonal,
/// 0 <= H(i,j) < H(i,i) for j < i; the columns of M and H generate the same lattice. InputError if M is not integer or not of full row rank.
Matrix hermite_form(const Matrix& m);
/// The diagonal of the Smith normal form: each entry divides the next. InputError if M is not integer.
Vector smith_invariants(const Matrix& m);

}  // namespace latspline
