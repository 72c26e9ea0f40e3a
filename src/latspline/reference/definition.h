#pragma once

#include <map>
#include <vector>

#include "latspline/basis/box_spline.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// A box spline by its recursion, an independent route to its values:
///
///     P[Xi, p](x) = 1/(n - s) sum_i t_i(x) P[Xi - xi_i, p](x) + (1 - t_i(x)) P[Xi - xi_i, p - xi_i](x - xi_i),  Xi t(x) = x
///
/// down to n = s, where P is 1/|det Xi| for p in Xi [0,1)^s. p is x moved by an infinitesimal in a generic direction, so there is no boundary case.
/// Source: de Boor, Hollig, "B-splines from parallelepipeds", 1982/83.
class BoxSplineRecursion {
 public:
  /// Values are those of the centred box spline times `scale`.
  BoxSplineRecursion(const BoxSpline& box_spline, const Rational& scale);

  Rational operator()(const Vector& x) const;

 private:
  struct Level {  // the directions left, as multiplicities
    bool spans = false;
    int count = 0;
    Matrix solve;     // t = solve x, symmetric in equal directions
    Rational volume;  // 1 / |det|, where count = s
    Vector moved;     // solve times the generic direction, where count = s
  };
  using Key = std::vector<int>;
  const Level& level(const Key& key) const;
  Rational value(const Key& key, const Vector& x, std::map<std::pair<Key, Vector>, Rational>& known) const;

  int dimension_ = 0;
  Rational scale_;
  Vector centre_;
  Vector generic_;
  std::vector<Vector> directions_;  // distinct
  Key all_;
  std::map<Key, Level> levels_;
};

/// A box spline by its recursion, or, where its directions fall into sets that share no coordinate axis, as the product of the recursions of those sets: the box spline is the density of
/// sum t_i xi_i for independent t_i uniform in [0, 1), and independent coordinates have a product for density.
class BoxSplineDefinition {
 public:
  /// Values are those of the centred box spline times `scale`.
  BoxSplineDefinition(const BoxSpline& box_spline, const Rational& scale);

  Rational operator()(const Vector& x) const;

 private:
  std::vector<std::vector<std::size_t>> axes_;  ///< of each factor
  std::vector<BoxSplineRecursion> factors_;
};

}  // namespace latspline
