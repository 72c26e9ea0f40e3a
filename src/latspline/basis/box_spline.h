#pragma once

#include <vector>

#include "latspline/exact/matrix.h"
#include "latspline/exact/polynomial.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// The box spline of a direction matrix Xi = [xi_1 .. xi_n]: the density of sum t_i xi_i, t uniform in [0,1]^n, centred (shifted by
/// -1/2 sum xi_i), of integral 1. A value type.
/// Source: de Boor, Hollig, Riemenschneider, "Box Splines", Springer 1993.
class BoxSpline {
 public:
  BoxSpline() = default;
  /// One direction an entry, each of the same length s. InputError unless they span R^s and none is 0.
  explicit BoxSpline(std::vector<Vector> directions);
  /// The tensor-product B-spline of degree p on Z^s: every unit vector p + 1 times.
  static BoxSpline b_spline(int dimension, int degree);

  int dimension() const { return dimension_; }
  const std::vector<Vector>& directions() const { return directions_; }
  /// n - s.
  int degree() const { return static_cast<int>(directions_.size()) - dimension_; }
  /// C^k with k = m - 2, m the least number of directions whose removal leaves the rest not spanning; -1: discontinuous.
  int continuity() const;
  /// Primitive integer normals of all hyperplanes spanned by dimension - 1 directions, first nonzero entry positive.
  std::vector<IntVector> hyperplane_normals() const;
  /// The support is {x : |<a, x>| <= width(a)} over all a: width(a) = 1/2 sum |<a, xi_i>|.
  Rational half_width(const Vector& functional) const;

 private:
  int dimension_ = 0;
  std::vector<Vector> directions_;
};

}  // namespace latspline
