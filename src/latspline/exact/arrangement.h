#pragma once

#include <functional>
#include <vector>

#include "latspline/exact/polytope.h"

namespace latspline {

/// The full-dimensional pieces into which the hyperplanes cut the polytope, in the order of a depth-first walk (below a
/// hyperplane before above it). Stops and returns fewer than all pieces once there are more than `limit`.
std::vector<Polytope> slice(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes,
                            std::size_t limit = static_cast<std::size_t>(-1));

}  // namespace latspline
