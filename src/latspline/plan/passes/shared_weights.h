#pragma once

#include <map>
#include <vector>

#include "latspline/plan/passes/rounding_error.h"
#include "latspline/plan/plan.h"

namespace latspline {

/// Without those for which no form costs less than what it is to replace.
using SharedWeights = std::map<Derivatives, WeightProgram>;

/// The weighted sum of the sub-region, with each of these `derivatives`, as one polynomial in local coordinates u (see sparse_frames.h): first its
/// coefficients, which are linear forms in the c_m, by sums that share their common parts (see shared_sums.h), then greedy multivariate
/// Horner with its derivatives carried along. Common factors of sums are not multiplied out but move into the Horner
/// steps, where few different ones remain. Exact. Of the forms tried, in bounded work, the one with the fewest operations counts, an
/// estimated rounding error above `accepted_error` (in the units of `errors`) making a form dearer; each program replaces the
/// reference's own.
SharedWeights shared_weights(const ReferenceSubregion& reference, const std::vector<Derivatives>& derivatives,
                             const RoundingErrorSample& errors, double accepted_error);

}  // namespace latspline
