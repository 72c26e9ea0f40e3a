#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Writes the weighted sum of every reference sub-region, and its derivatives, as straight-line programs: axis by axis where the
/// weights are products of univariate polynomials (options.separable), else group by group in the cheaper of two forms: greedy multivariate Horner
/// of the group as one polynomial in y and its coefficients, or Horner of each weight by itself.
Plan factor_weights(Plan plan);

}  // namespace latspline
