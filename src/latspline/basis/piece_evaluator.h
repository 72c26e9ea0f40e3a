#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "latspline/basis/basis_function.h"
#include "latspline/basis/cone_pieces.h"

namespace latspline {

/// The polynomial pieces of a basis function. A box spline whose directions fall into sets on disjoint coordinate axes is the product of the
/// box splines of the sets (a tensor-product B-spline: of one per axis), and so are its pieces; every other one is a single factor. Pieces that are given are
/// looked up, and not scaled.
class PieceEvaluator {
 public:
  /// `volume`: that of a lattice cell, by which the function is scaled so that its shifts sum to 1.
  PieceEvaluator(const BasisFunction& basis, const Rational& volume);

  /// The piece of phi(x - site) around the point c, as a polynomial in x; the half-open rule of ConePieces decides between pieces.
  Polynomial shifted_piece(const Vector& c, const Vector& site);
  /// The Laplace transform that the pieces came from, where there is one factor only; null otherwise.
  const LaplaceTransform* transform() const { return transform_ ? &*transform_ : nullptr; }
  /// The piece of phi around c.
  Polynomial piece(const Vector& c);

 private:
  struct Factor {
    std::vector<int> axes;
    ConePieces pieces;
    /// Pieces already found, by the parts of c - site and site on these axes, in all variables.
    std::map<std::pair<Vector, Vector>, Polynomial> known;
  };
  int dimension_ = 0;
  std::vector<Factor> factors_;
  std::shared_ptr<const PiecewisePolynomial> given_;
  std::optional<LaplaceTransform> transform_;
};

}  // namespace latspline
