#pragma once

#include <vector>

#include "latspline/exact/polytope.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// The doubles nearest to the entries.
std::vector<double> nearest_doubles(const Vector& x);

/// On which side of a hyperplane points lie, exactly, and mostly without rational arithmetic: a floating-point filter (Shewchuk, "Adaptive precision
/// floating-point arithmetic and fast robust geometric predicates", 1997, section 1). The sum is formed in doubles; where it exceeds a bound on its own error its
/// sign is right, and only otherwise rationals decide. Refers to the hyperplane's normal and offset, which must outlive it.
class SideTest {
 public:
  SideTest(const Vector& normal, const Rational& offset);
  explicit SideTest(const Hyperplane& hyperplane) : SideTest(hyperplane.normal, hyperplane.offset) {}

  /// The sign of <normal, x> - offset. `near`: the doubles nearest to x, as many as the dimension.
  int operator()(const Vector& x, const double* near) const {
    const int sign = estimate(near);
    return sign != 0 ? sign : exact(x);
  }

 private:
  /// The sign, or 0 if it is not certain.
  int estimate(const double* near) const;
  int exact(const Vector& x) const;

  const Vector& normal_;
  const Rational& offset_;
  std::vector<double> near_normal_;
  double near_offset_;
};

}  // namespace latspline
