#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Puts the sites of every reference sub-region in fetch order: coset by coset, row by row (axis 0 runs fastest, so that neighbours in
/// memory are fetched together), rows and planes walked there and back; and writes each site as base + D step, with the bases that
/// the fold needs.
Plan order_fetches(Plan plan);

}  // namespace latspline
