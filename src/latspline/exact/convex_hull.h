#pragma once

#include <vector>

#include "latspline/exact/polytope.h"

namespace latspline {

/// The convex hull of points: the polar dual, about the mean of the points, of the intersection of the half-spaces <p_i - mean, y> <= 1. InputError if it is
/// flat; dimension at least 1.
Polytope convex_hull(const std::vector<Vector>& points);

}  // namespace latspline
