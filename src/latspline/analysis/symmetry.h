#pragma once

#include <vector>

#include "latspline/basis/spline_space.h"

namespace latspline {

/// All linear maps A with A(lattice) = lattice and phi(Ax) = phi(x), the identity first: for a box spline the maps that permute the
/// directions up to sign. They preserve the form M^-1, M = sum xi xi^T, by which the search over images of a basis is pruned.
std::vector<Matrix> symmetry_group(const SplineSpace& space);

}  // namespace latspline
