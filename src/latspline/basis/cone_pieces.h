#pragma once

#include <map>
#include <vector>

#include "latspline/basis/cone_sum.h"

namespace latspline {

/// The polynomial pieces of the shifts of a cone sum, with what can be shared between them kept: the shifted powers enter by
/// their Taylor expansion, so a piece costs moments of point masses instead of polynomial products.
class ConePieces {
 public:
  explicit ConePieces(ConeSum cones);

  /// The piece of phi(x - site) around the point c, as a polynomial in x. Where c lies between pieces it is the one met first on the way from
  /// c in a fixed generic direction g, so phi(x) = lim phi(x + epsilon g) for epsilon > 0 decides everywhere (a half-open rule).
  Polynomial shifted_piece(const Vector& c, const Vector& site);
  const ConeSum& cones() const { return cones_; }

 private:
  struct Expansion {           // Taylor expansion of one power
    std::vector<int> monomials;  // index into monomials_ of each derivative's order alpha
    std::vector<std::vector<Term>> terms;  // (-1)^|alpha| / alpha! times the derivative
  };
  struct Point {               // what is kept of a point p = site + apex
    std::vector<Rational> monomials;          // p^alpha
    std::vector<Vector> in_cone;              // B^-1 p for every cone B
  };
  const Point& at(const Vector& p);

  ConeSum cones_;
  std::vector<Exponents> monomials_;
  std::vector<Expansion> expansions_;
  std::vector<Vector> direction_in_cone_;     // B^-1 g for every cone B; no entry is 0
  std::vector<int> weight_class_;             // of every apex: equal for equal weights
  std::map<Vector, Point> points_;
};

}  // namespace latspline
