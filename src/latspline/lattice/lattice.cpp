#include "latspline/lattice/lattice.h"

#include <algorithm>

#include "latspline/base/error.h"

namespace latspline {
namespace {

Rational inner(const Matrix& metric, const Vector& a, const Vector& b) {
  return metric.rows() == 0 ? dot(a, b) : dot(a, metric * b);
}

}  // namespace

Lattice::Lattice(Matrix generating_matrix) : matrix_(std::move(generating_matrix)) {
  const std::string named = "lattice matrix [" + matrix_.to_string() + "]";
  if (matrix_.rows() != matrix_.columns())
    throw InputError(named + " is " + std::to_string(matrix_.rows()) + " x " + std::to_string(matrix_.columns()) +
                     "; a square matrix is needed");
  if (matrix_.rows() < 1 || matrix_.rows() > 6)
    throw InputError(named + " has dimension " + std::to_string(matrix_.rows()) + "; dimensions 1 to 6 are accepted");
  if (!matrix_.is_integer())
    throw InputError(named + " has an entry that is not an integer; scale the lattice to integers");
  auto inverse = matrix_.inverse();
  if (!inverse) throw InputError(named + " is singular; its columns must be linearly independent");
  inverse_ = std::move(*inverse);
  hermite_ = hermite_form(matrix_);
  determinant_ = matrix_.determinant().abs();
}

bool Lattice::contains(const Vector& x) const {
  const Vector z = inverse_ * x;
  return std::all_of(z.begin(), z.end(), [](const Rational& value) { return value.is_integer(); });
}

bool Lattice::contains(const IntVector& x) const { return contains(to_rational(x)); }

Vector Lattice::reduce(const Vector& x) const {
  // Lower triangular: column j changes coordinates j and later only.
  Vector result = x;
  for (int j = 0; j < dimension(); ++j) {
    const Rational count = (result[static_cast<std::size_t>(j)] / hermite_(j, j)).floor();
    if (count.is_zero()) continue;
    for (int i = j; i < dimension(); ++i) result[static_cast<std::size_t>(i)] -= count * hermite_(i, j);
  }
  return result;
}

std::vector<IntVector> Lattice::reduced_basis(const Matrix& metric) const {
  const auto s = static_cast<std::size_t>(dimension());
  std::vector<Vector> basis;
  for (int j = 0; j < dimension(); ++j) basis.push_back(matrix_.column(j));
  const auto shorten = [&](std::size_t i, Vector candidate) {
    if (inner(metric, candidate, candidate) >= inner(metric, basis[i], basis[i])) return false;
    basis[i] = std::move(candidate);
    return true;
  };
  // Pairwise size reduction, then sums and differences of several others, until no vector gets shorter (in up to four dimensions that is a
  // Minkowski-reduced basis); every step shortens, so it ends.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t j = 0; j < s; ++j) {
        if (i == j) continue;
        const Rational count = (inner(metric, basis[i], basis[j]) / inner(metric, basis[j], basis[j])).round();
        if (!count.is_zero()) changed |= shorten(i, basis[i] - count * basis[j]);
      }
    }
    for (std::size_t i = 0; i < s && !changed; ++i) {
      std::vector<Vector> sums{basis[i]};
      for (std::size_t j = 0; j < s; ++j) {
        if (i == j) continue;
        const std::size_t count = sums.size();
        for (std::size_t k = 0; k < count; ++k) {
          sums.push_back(sums[k] + basis[j]);
          sums.push_back(sums[k] - basis[j]);
        }
      }
      for (Vector& sum : sums) changed |= shorten(i, std::move(sum));
    }
  }
  std::stable_sort(basis.begin(), basis.end(),
                   [&](const Vector& a, const Vector& b) { return inner(metric, a, a) < inner(metric, b, b); });
  std::vector<IntVector> result;
  for (const Vector& v : basis) {
    // Of v and -v take the one whose first nonzero entry is positive.
    const auto first = std::find_if(v.begin(), v.end(), [](const Rational& x) { return !x.is_zero(); });
    result.push_back(to_integer(first->sign() > 0 ? v : Rational(-1) * v));
  }
  return result;
}

Rational Lattice::step(const Vector& functional) const { return content(matrix_.transposed() * functional); }

bool Lattice::is_preserved_by(const Matrix& a) const {
  const Matrix in_lattice_coordinates = inverse_ * a * matrix_;
  return in_lattice_coordinates.is_integer() && in_lattice_coordinates.determinant().abs().is_one();
}

}  // namespace latspline
