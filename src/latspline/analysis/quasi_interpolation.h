#pragma once

#include <vector>

#include "latspline/basis/spline_space.h"

namespace latspline {

/// A filter q on few sites such that the function with the coefficients c[n] = sum over k of q[k] f[n - k] equals f for every polynomial f of degree below the
/// order of approximation, so that it approximates every smooth f with that order.
struct QuasiInterpolation {
  std::vector<IntVector> sites;  ///< with q != 0, sorted
  std::vector<Rational> values;
  bool operator==(const QuasiInterpolation&) const = default;
};

/// The filter is symmetric under the group. With M(w) the moment series of phi, sum over n of p(n) phi(x - n) is M(-D) p for polynomials p of degree below the
/// order, so q must have the moments of 1 / M up to the order: a linear system over orbits of sites, taken by length until it can be solved, then freed of the
/// orbits, the longest and largest first, that it can do without.
/// Source: de Boor, "The polynomials in the linear span of integer translates of a compactly supported function", 1987.
QuasiInterpolation quasi_interpolation(const SplineSpace& space, const std::vector<Matrix>& group, int order);

}  // namespace latspline
