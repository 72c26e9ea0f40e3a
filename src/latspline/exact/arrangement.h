#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "latspline/exact/polytope.h"

namespace latspline {

/// The full-dimensional pieces into which the hyperplanes cut the polytope, in the order of a depth-first walk (below a
/// hyperplane before above it); nullopt as soon as it is certain that there are more than `limit`.
std::optional<std::vector<Polytope>> slice_at_most(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes,
                                                   std::size_t limit);
/// All of them.
std::vector<Polytope> slice(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes);

}  // namespace latspline
