#pragma once

#include <map>
#include <utility>
#include <vector>

#include "latspline/basis/box_spline.h"
#include "latspline/basis/cone_pieces.h"

namespace latspline {

/// The polynomial pieces of a basis function. A box spline whose directions fall into sets on disjoint coordinate axes is the product of the
/// box splines of the sets (a tensor-product B-spline: of one per axis), and so are its pieces; every other one is a single factor.
class PieceEvaluator {
 public:
  /// The box spline times `scale`.
  PieceEvaluator(const BoxSpline& box_spline, const Rational& scale);

  /// The piece of phi(x - site) around the point c, as a polynomial in x; the half-open rule of ConePieces decides between pieces.
  Polynomial shifted_piece(const Vector& c, const Vector& site);
  /// The piece of phi around c.
  Polynomial piece(const Vector& c) { return shifted_piece(c, Vector(c.size())); }

 private:
  struct Factor {
    std::vector<int> axes;
    ConePieces pieces;
    /// Pieces already found, by the parts of c and site on these axes, in all variables.
    std::map<std::pair<Vector, Vector>, Polynomial> known;
  };
  int dimension_ = 0;
  std::vector<Factor> factors_;
};

}  // namespace latspline
