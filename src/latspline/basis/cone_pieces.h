#pragma once

#include <map>
#include <optional>
#include <vector>

#include "latspline/basis/cone_sum.h"
#include "latspline/exact/polynomial_table.h"

namespace latspline {

/// The polynomial pieces of a cone sum. Every truncated power is expanded once in the coordinates of its cone; a piece adds up those that are not 0
/// there, cone by cone, and changes to x once per cone.
class ConePieces {
 public:
  explicit ConePieces(ConeSum cones);

  /// The piece around the point c, as a polynomial in x. Where c lies between pieces it is the one met first on the way from c in a fixed generic
  /// direction g, so phi(x) = lim phi(x + epsilon g) for epsilon > 0 decides everywhere (a half-open rule).
  Polynomial piece(const Vector& c);

 private:
  struct Prepared {
    Matrix inverse;
    std::vector<Vector> apexes;               ///< B^-1 v
    std::vector<double> near_apexes;          ///< the doubles nearest to them, one apex after the other
    Vector direction;                         ///< B^-1 g; no entry is 0
    std::optional<PolynomialTable> expanded;  ///< the powers as polynomials in B^-1 x; made when first needed
    std::vector<Polynomial> powers;           ///< in u, until expanded
  };
  int dimension_ = 0;
  std::vector<Prepared> cones_;
};

}  // namespace latspline
