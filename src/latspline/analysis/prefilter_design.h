#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latspline/basis/piece_evaluator.h"
#include "latspline/basis/spline_space.h"

namespace latspline {

enum class PrefilterKind : std::uint8_t { none, separable, solve, impossible };

/// What turns samples into coefficients: the values of phi at the sites, exact, and what is known of the inverse.
struct PrefilterDesign {
  PrefilterKind kind = PrefilterKind::solve;
  std::vector<IntVector> sites;       ///< with phi(site) != 0, sorted
  std::vector<Rational> values;       ///< phi(site)
  std::vector<Rational> axis_values;  ///< separable: the one-dimensional phi_1(0), phi_1(1), ..
  std::vector<double> poles;          ///< separable: the zeros z of the symbol with |z| < 1
  std::string reason;                 ///< impossible: why
};

/// none: phi(k) is 1 at 0 and 0 at other sites. separable: a tensor-product B-spline on Z^s. impossible: the sampled symbol has a zero, exactly when
/// the directions in lattice coordinates are not unimodular (some s of them have a determinant other than 0, 1, -1).
/// Source: de Boor, Hollig, Riemenschneider, "Box Splines", chapter 2; for B-splines Unser, "Splines: a perfect fit", 1999.
PrefilterDesign prefilter_design(const SplineSpace& space, PieceEvaluator& phi);

}  // namespace latspline
