#pragma once

#include <vector>

#include "latspline/basis/spline_space.h"

namespace latspline {

/// Vectors, some perhaps more than once, that every symmetry of the space permutes up to sign, and that span space: those of the basis function where it has
/// such, else the shortest vectors of the lattice in the metric S^-1, S the second moments of the function (the Euclidean metric where S is not positive
/// definite), which every symmetry preserves.
std::vector<Vector> characteristic_vectors(const SplineSpace& space);

/// All linear maps A with A(lattice) = lattice and phi(Ax) = phi(x), the identity first: for a box spline the maps that permute the
/// directions up to sign. They preserve the form M^-1, M = sum xi xi^T, by which the search over images of a basis is pruned.
std::vector<Matrix> symmetry_group(const SplineSpace& space);

}  // namespace latspline
