#pragma once

#include <vector>

#include "latspline/analysis/subregions.h"

namespace latspline {

struct NormBounds {
  Rational at_least;
  Rational at_most;
};

/// The norm of c -> f from bounded coefficients to bounded functions: the greatest sum over m of |w_m(y)|, over the sub-regions of the chamber. On a simplex
/// the Bernstein coefficients of the weights bound the sum from above and its corners from below; simplices are halved, the worst first, until the two
/// agree to a thousandth, or `most_simplices` have been looked at. Where no weight has a negative coefficient the sum is exactly that of the weights, 1.
/// Source: Farin, "Triangular Bernstein-Bezier patches", 1986.
NormBounds operator_norm(const std::vector<Subregion>& subregions, std::size_t most_simplices = 400);

}  // namespace latspline
