#pragma once

#include <cstdint>
#include <vector>

#include "latspline/exact/matrix.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// An integer lattice of full rank: the sites are L z, z in Z^s, the columns of the generating matrix L generate it. A value type.
class Lattice {
 public:
  Lattice() = default;
  /// InputError unless `generating_matrix` is square, of 1 to 6 rows, integer and nonsingular.
  explicit Lattice(Matrix generating_matrix);

  int dimension() const { return matrix_.rows(); }
  const Matrix& matrix() const { return matrix_; }
  const Matrix& inverse() const { return inverse_; }
  /// |det L|: the volume of a Voronoi cell.
  const Rational& determinant() const { return determinant_; }
  /// The Hermite normal form: equal for equal lattices.
  const Matrix& hermite() const { return hermite_; }

  bool contains(const Vector& x) const;
  bool contains(const IntVector& x) const;
  /// The representative of x modulo the lattice in the half-open parallelepiped of the Hermite form; equal for equal classes.
  Vector reduce(const Vector& x) const;
  /// A reduced basis: short, nearly orthogonal generators, in the metric x^T metric y (the identity if empty).
  std::vector<IntVector> reduced_basis(const Matrix& metric = {}) const;
  /// The positive generator of {<functional, n> : n a site}; functional is not 0.
  Rational step(const Vector& functional) const;
  /// A maps the lattice onto itself.
  bool is_preserved_by(const Matrix& a) const;

  bool operator==(const Lattice& other) const { return hermite_ == other.hermite_; }

 private:
  Matrix matrix_;
  Matrix inverse_;
  Matrix hermite_;
  Rational determinant_;
};

}  // namespace latspline
