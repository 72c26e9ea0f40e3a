#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latspline/exact/polynomial.h"
#include "latspline/exact/polytope.h"

namespace latspline {

/// A polynomial on a convex polytope.
struct Piece {
  Polytope polytope;
  Polynomial polynomial;
};

/// A function of compact support that is a polynomial on each of finitely many convex polytopes without common interior, and 0 elsewhere. On boundaries
/// shared by pieces the first piece in the list counts. A value type.
class PiecewisePolynomial {
 public:
  /// InputError unless there is a piece, all have one dimension, no polynomial is of another number of variables, some polynomial is not 0, and no two overlap
  /// (the message names both).
  explicit PiecewisePolynomial(std::vector<Piece> pieces);

  int dimension() const { return dimension_; }
  /// Without those whose polynomial is 0.
  const std::vector<Piece>& pieces() const { return pieces_; }
  /// The greatest total degree.
  int degree() const { return degree_; }
  /// C^k: derivatives up to the order k agree across every facet of every piece, with 0 where no piece is beyond; -1: discontinuous.
  int continuity() const { return continuity_; }
  /// The hyperplanes <normal, x> = offset across which the function is not one polynomial, by primitive normal (first nonzero entry positive).
  const std::map<IntVector, std::vector<Rational>>& knots() const { return knots_; }
  /// The greatest |<a, x>| on the support.
  Rational half_width(const Vector& functional) const;
  /// The first piece that contains x; null outside the support.
  const Piece* at(const Vector& x) const;
  /// phi(A x) = phi(x) for all x but those on boundaries; A is not singular.
  bool is_invariant_under(const Matrix& a) const;
  /// Integral of x^a over the function, for exponents a of total degree up to `degree`, as terms.
  Polynomial moments(int degree) const;
  std::string canonical_text() const;

 private:
  void check_overlaps() const;
  void find_knots();

  int dimension_ = 0;
  std::vector<Piece> pieces_;
  std::vector<std::pair<Vector, Vector>> boxes_;  ///< least and greatest coordinates, by piece
  std::map<std::vector<Vector>, std::size_t> by_vertices_;
  int degree_ = 0;
  int continuity_ = -1;
  std::map<IntVector, std::vector<Rational>> knots_;
};

}  // namespace latspline
