#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// The weighted sum of the sub-region, or that and its derivatives, as one polynomial in local coordinates u (see sparse_frames.h): first its
/// coefficients, which are linear forms in the c_m, by sums that share their common parts (see shared_sums.h), then greedy multivariate
/// Horner with its derivatives carried along. Common factors of sums are not multiplied out but move into the Horner
/// steps, where few different ones remain. The cheapest form found, in bounded work; exact.
WeightProgram shared_weights(const ReferenceSubregion& reference, bool gradient);

}  // namespace latspline
