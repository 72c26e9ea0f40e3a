#include "latspline/exact/matrix.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>

#include <algorithm>

#include "latspline/base/error.h"
#include "latspline/exact/flint_access.h"

namespace latspline {

namespace {

using Access = RationalAccess;

/// An fmpq_mat of its own memory.
class FlintMatrix {
 public:
  FlintMatrix(int rows, int columns) {
    release_pool_at_thread_exit();
    fmpq_mat_init(matrix_, rows, columns);
  }
  explicit FlintMatrix(const Matrix& m) : FlintMatrix(m.rows(), m.columns()) {
    for (int i = 0; i < m.rows(); ++i) {
      for (int j = 0; j < m.columns(); ++j) fmpq_set(fmpq_mat_entry(matrix_, i, j), Access::get(m(i, j)));
    }
  }
  FlintMatrix(const FlintMatrix&) = delete;
  FlintMatrix& operator=(const FlintMatrix&) = delete;
  ~FlintMatrix() { fmpq_mat_clear(matrix_); }

  fmpq_mat_struct* get() { return matrix_; }
  Rational entry(int row, int column) const {
    Rational value;
    fmpq_set(Access::get(value), fmpq_mat_entry(matrix_, row, column));
    return value;
  }
  Matrix to_matrix() const {
    const int rows = static_cast<int>(fmpq_mat_nrows(matrix_)), columns = static_cast<int>(fmpq_mat_ncols(matrix_));
    Matrix result(rows, columns);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) result(i, j) = entry(i, j);
    }
    return result;
  }

 private:
  fmpq_mat_t matrix_;
};

/// An fmpz_mat of its own memory.
class FlintIntegerMatrix {
 public:
  FlintIntegerMatrix(int rows, int columns) {
    release_pool_at_thread_exit();
    fmpz_mat_init(matrix_, rows, columns);
  }
  FlintIntegerMatrix(const FlintIntegerMatrix&) = delete;
  FlintIntegerMatrix& operator=(const FlintIntegerMatrix&) = delete;
  ~FlintIntegerMatrix() { fmpz_mat_clear(matrix_); }

  fmpz_mat_struct* get() { return matrix_; }
  void set(int row, int column, const Rational& value) {
    fmpz_set(fmpz_mat_entry(matrix_, row, column), Access::numerator(value));
  }
  Rational entry(int row, int column) const {
    Rational value;
    fmpz_set(Access::numerator(value), fmpz_mat_entry(matrix_, row, column));
    return value;
  }

 private:
  fmpz_mat_t matrix_;
};

template <typename Row>
Matrix assembled(const std::vector<Row>& lines, bool lines_are_rows) {
  const std::size_t length = lines.empty() ? 0 : lines.front().size();
  for (const Row& line : lines) {
    if (line.size() != length) {
      throw InputError(std::string("matrix ") + (lines_are_rows ? "rows" : "columns") + " have " +
                       std::to_string(length) + " and " + std::to_string(line.size()) +
                       " entries; all must have the same number");
    }
  }
  const int count = static_cast<int>(lines.size()), size = static_cast<int>(length);
  Matrix m(lines_are_rows ? count : size, lines_are_rows ? size : count);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < size; ++j) {
      (lines_are_rows ? m(i, j) : m(j, i)) = lines[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return m;
}

void require_integer(const Matrix& m) {
  if (!m.is_integer()) throw InputError("matrix " + m.to_string() + " has entries that are not integers");
}

}  // namespace

Matrix::Matrix(int rows, int columns) : rows_(rows), columns_(columns) {
  LATSPLINE_ASSERT(rows >= 0 && columns >= 0);
  entries_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
}

Matrix Matrix::from_rows(const std::vector<Vector>& rows) { return assembled(rows, true); }
Matrix Matrix::from_rows(const std::vector<IntVector>& rows) { return assembled(rows, true); }
Matrix Matrix::from_columns(const std::vector<Vector>& columns) { return assembled(columns, false); }
Matrix Matrix::from_columns(const std::vector<IntVector>& columns) { return assembled(columns, false); }

Matrix Matrix::identity(int size) {
  Matrix m(size, size);
  for (int i = 0; i < size; ++i) m(i, i) = 1;
  return m;
}

Vector Matrix::row(int row) const {
  Vector result;
  result.reserve(static_cast<std::size_t>(columns_));
  for (int j = 0; j < columns_; ++j) result.push_back((*this)(row, j));
  return result;
}

Vector Matrix::column(int column) const {
  Vector result;
  result.reserve(static_cast<std::size_t>(rows_));
  for (int i = 0; i < rows_; ++i) result.push_back((*this)(i, column));
  return result;
}

Matrix Matrix::operator*(const Matrix& other) const {
  LATSPLINE_ASSERT(columns_ == other.rows_);
  Matrix result(rows_, other.columns_);
  for (int i = 0; i < rows_; ++i) {
    for (int k = 0; k < columns_; ++k) {
      const Rational& factor = (*this)(i, k);
      if (factor.is_zero()) continue;
      for (int j = 0; j < other.columns_; ++j) {
        if (!other(k, j).is_zero())
          fmpq_addmul(Access::get(result(i, j)), Access::get(factor), Access::get(other(k, j)));
      }
    }
  }
  return result;
}

Vector Matrix::operator*(const Vector& v) const {
  LATSPLINE_ASSERT(static_cast<std::size_t>(columns_) == v.size());
  Vector result(static_cast<std::size_t>(rows_));
  for (int i = 0; i < rows_; ++i) {
    fmpq* sum = Access::get(result[static_cast<std::size_t>(i)]);
    for (int j = 0; j < columns_; ++j) {
      const Rational& entry = (*this)(i, j);
      const Rational& factor = v[static_cast<std::size_t>(j)];
      if (!entry.is_zero() && !factor.is_zero()) fmpq_addmul(sum, Access::get(entry), Access::get(factor));
    }
  }
  return result;
}

Matrix Matrix::operator+(const Matrix& other) const {
  LATSPLINE_ASSERT(rows_ == other.rows_ && columns_ == other.columns_);
  Matrix result(*this);
  for (std::size_t i = 0; i < entries_.size(); ++i) result.entries_[i] += other.entries_[i];
  return result;
}

Matrix Matrix::operator-(const Matrix& other) const {
  LATSPLINE_ASSERT(rows_ == other.rows_ && columns_ == other.columns_);
  Matrix result(*this);
  for (std::size_t i = 0; i < entries_.size(); ++i) result.entries_[i] -= other.entries_[i];
  return result;
}

Matrix Matrix::transposed() const {
  Matrix result(columns_, rows_);
  for (int i = 0; i < rows_; ++i) {
    for (int j = 0; j < columns_; ++j) result(j, i) = (*this)(i, j);
  }
  return result;
}

bool Matrix::is_integer() const {
  return std::all_of(entries_.begin(), entries_.end(), [](const Rational& entry) { return entry.is_integer(); });
}

int Matrix::rank() const {
  FlintMatrix reduced(*this);
  return static_cast<int>(fmpq_mat_rref(reduced.get(), reduced.get()));
}

Rational Matrix::determinant() const {
  LATSPLINE_ASSERT(rows_ == columns_);
  FlintMatrix copy(*this);
  Rational result;
  fmpq_mat_det(Access::get(result), copy.get());
  return result;
}

std::optional<Matrix> Matrix::inverse() const {
  LATSPLINE_ASSERT(rows_ == columns_);
  FlintMatrix copy(*this);
  FlintMatrix result(rows_, rows_);
  if (fmpq_mat_inv(result.get(), copy.get()) == 0) return std::nullopt;
  return result.to_matrix();
}

std::vector<Vector> Matrix::kernel() const {
  FlintMatrix reduced(*this);
  const int rank = static_cast<int>(fmpq_mat_rref(reduced.get(), reduced.get()));
  // Row i of the reduced echelon form reads x_{pivot(i)} + sum over free columns f of r(i,f) x_f = 0.
  std::vector<int> pivots;
  for (int i = 0, j = 0; i < rank; ++i, ++j) {
    while (reduced.entry(i, j).is_zero()) ++j;
    pivots.push_back(j);
  }
  std::vector<Vector> basis;
  for (int free = 0; free < columns_; ++free) {
    if (std::binary_search(pivots.begin(), pivots.end(), free)) continue;
    Vector v(static_cast<std::size_t>(columns_));
    v[static_cast<std::size_t>(free)] = 1;
    for (int i = 0; i < rank; ++i) {
      v[static_cast<std::size_t>(pivots[static_cast<std::size_t>(i)])] = -reduced.entry(i, free);
    }
    basis.push_back(std::move(v));
  }
  return basis;
}

std::string Matrix::to_string() const {
  std::string text;
  for (int i = 0; i < rows_; ++i) text.append(i == 0 ? "" : "; ").append(latspline::to_string(row(i)));
  return text;
}

Matrix hermite_form(const Matrix& m) {
  require_integer(m);
  if (m.rank() < m.rows()) {
    throw InputError("matrix " + m.to_string() + " has rank " + std::to_string(m.rank()) + "; " +
                     std::to_string(m.rows()) + " is needed");
  }
  // FLINT reduces rows: work on the transpose, whose first rows() rows become upper triangular.
  FlintIntegerMatrix transpose(m.columns(), m.rows());
  for (int i = 0; i < m.rows(); ++i) {
    for (int j = 0; j < m.columns(); ++j) transpose.set(j, i, m(i, j));
  }
  fmpz_mat_hnf(transpose.get(), transpose.get());
  Matrix result(m.rows(), m.rows());
  for (int i = 0; i < m.rows(); ++i) {
    for (int j = 0; j < m.rows(); ++j) result(i, j) = transpose.entry(j, i);
  }
  return result;
}

Vector smith_invariants(const Matrix& m) {
  require_integer(m);
  FlintIntegerMatrix integer(m.rows(), m.columns());
  for (int i = 0; i < m.rows(); ++i) {
    for (int j = 0; j < m.columns(); ++j) integer.set(i, j, m(i, j));
  }
  fmpz_mat_snf(integer.get(), integer.get());
  Vector result;
  for (int i = 0; i < std::min(m.rows(), m.columns()); ++i) result.push_back(integer.entry(i, i));
  return result;
}

}  // namespace latspline
