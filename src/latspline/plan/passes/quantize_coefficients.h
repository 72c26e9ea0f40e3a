#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Rounds every constant once, from the exact rational to the nearest number of the scalar type, and records a proved bound of the effect
/// on f over all sub-regions.
Plan quantize_coefficients(Plan plan);

}  // namespace latspline
