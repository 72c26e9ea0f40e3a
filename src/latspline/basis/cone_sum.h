#pragma once

#include <vector>

#include "latspline/basis/box_spline.h"
#include "latspline/exact/matrix.h"
#include "latspline/exact/polynomial.h"

namespace latspline {

/// A point mass of the mask that multiplies the truncated powers.
struct Apex {
  Vector point;
  Rational weight;
};

/// A truncated power: `power` on the simplicial cone {x : inverse x > 0}, 0 elsewhere; homogeneous.
struct TruncatedPower {
  Matrix inverse;
  Polynomial power;
};

/// phi(x) = sum over apexes v and cones B of weight_v q_B(x - v) [B^-1 (x - v) > 0]: a basis function as truncated powers on
/// simplicial cones, from the partial fractions of its Laplace transform (no broken circuits). Holds for all x on no cone's facet.
struct ConeSum {
  int dimension = 0;
  std::vector<TruncatedPower> cones;
  std::vector<Apex> apexes;
};

/// The box spline times `scale`. Each direction is lambda a, a primitive; 1 / prod <a_i, w>^mu_i is reduced by the circuits of
/// the a's until the support of every term is a basis. Source: De Concini, Procesi, "Topics in Hyperplane Arrangements,
/// Polytopes and Box-Splines", Springer 2011, chapters 8 and 9.
ConeSum truncated_powers(const BoxSpline& box_spline, const Rational& scale);

}  // namespace latspline
