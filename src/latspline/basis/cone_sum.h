#pragma once

#include <vector>

#include "latspline/basis/laplace_transform.h"
#include "latspline/exact/matrix.h"
#include "latspline/exact/polynomial.h"

namespace latspline {

/// A truncated power: power(B^-1 (x - point)) on the cone point + {B u : u > 0}, 0 elsewhere.
struct Apex {
  Vector point;
  Polynomial power;  ///< in u, homogeneous
};

/// All truncated powers on translates of one simplicial cone {B u : u > 0}.
struct Cone {
  Matrix inverse;  ///< B^-1
  std::vector<Apex> apexes;
};

/// A basis function as the sum of truncated powers on simplicial cones. Holds for all x on no cone's facet.
struct ConeSum {
  int dimension = 0;
  std::vector<Cone> cones;
};

/// The inverse Laplace transform, term by term: e^{-<w,v>} / prod <b_i, w>^mu_i is |det B|^-1 prod u_i^(mu_i - 1) / (mu_i - 1)!, u = B^-1 (x - v) > 0.
ConeSum truncated_powers(const LaplaceTransform& transform);

}  // namespace latspline
