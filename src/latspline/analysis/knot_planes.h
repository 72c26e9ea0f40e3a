#pragma once

#include <vector>

#include "latspline/basis/laplace_transform.h"
#include "latspline/basis/spline_space.h"
#include "latspline/exact/polytope.h"

namespace latspline {

/// The knot planes with one normal a: {x : <a, x> = t + k step} for every offset t and every integer k. Across each the spline of
/// some coefficients is not one polynomial.
struct KnotPlanes {
  IntVector normal;               ///< primitive, first nonzero entry positive
  Rational step;                  ///< the least positive <normal, n> over sites n
  std::vector<Rational> offsets;  ///< increasing, in [0, step)
};

/// All knot planes of the lattice shifts of phi. For each hyperplane H spanned by directions, the jump across H + v is a
/// nonzero function times the point masses of prod over xi not in H of (e^{<w,xi>/2} - e^{-<w,xi>/2}) on that plane, so a plane counts where these do
/// not cancel (Zwart-Powell: 16 subsets, 8 masses).
std::vector<KnotPlanes> knot_planes(const SplineSpace& space, const BoxSpline& box_spline);

/// The same of any basis function, from its Laplace transform: see singular_hyperplanes.
std::vector<KnotPlanes> knot_planes(const SplineSpace& space, const LaplaceTransform& transform);

/// The same of a function given by pieces.
std::vector<KnotPlanes> knot_planes(const SplineSpace& space, const PiecewisePolynomial& pieces);

/// The knot planes that cut the interior of `polytope`, a polytope in coordinates y = x - origin.
std::vector<Hyperplane> planes_through(const std::vector<KnotPlanes>& families, const Polytope& polytope,
                                       const Vector& origin);

/// x lies on none of the planes.
bool is_off_planes(const std::vector<KnotPlanes>& families, const Vector& x);

}  // namespace latspline
