#pragma once

#include <map>
#include <vector>

#include "latspline/basis/box_spline.h"
#include "latspline/exact/matrix.h"
#include "latspline/exact/polynomial.h"

namespace latspline {

/// A point mass of the mask that multiplies the truncated powers.
struct Apex {
  Vector point;
  Rational weight;
};

/// A truncated power: `power` on the simplicial cone {x : inverse x > 0}, 0 elsewhere; homogeneous.
struct TruncatedPower {
  Matrix inverse;
  Polynomial power;
};

/// phi(x) = sum over apexes v and cones B of weight_v q_B(x - v) [B^-1 (x - v) > 0]: a basis function as truncated powers on
/// simplicial cones, from the partial fractions of its Laplace transform (no broken circuits). Holds for all x on no cone's facet.
struct ConeSum {
  int dimension = 0;
  std::vector<TruncatedPower> cones;
  std::vector<Apex> apexes;
};

/// The box spline times `scale`. Each direction is lambda a, a primitive; 1 / prod <a_i, w>^mu_i is reduced by the circuits of
/// the a's until the support of every term is a basis. Source: De Concini, Procesi, "Topics in Hyperplane Arrangements,
/// Polytopes and Box-Splines", Springer 2011, chapters 8 and 9.
ConeSum truncated_powers(const BoxSpline& box_spline, const Rational& scale);

/// The polynomial pieces of the shifts of a cone sum, with what can be shared between them kept: the shifted powers enter by
/// their Taylor expansion, so a piece costs moments of point masses instead of polynomial products.
class PieceEvaluator {
 public:
  explicit PieceEvaluator(ConeSum cones);

  /// The piece of phi(x - site) around the point c, as a polynomial in x. Where c lies between pieces it is the one met first on the way from
  /// c in a fixed generic direction g, so phi(x) = lim phi(x + epsilon g) for epsilon > 0 decides everywhere (a half-open rule).
  Polynomial shifted_piece(const Vector& c, const Vector& site);
  /// The piece of phi around c.
  Polynomial piece(const Vector& c) { return shifted_piece(c, Vector(c.size())); }
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
  std::map<Vector, Point> points_;
};

}  // namespace latspline
