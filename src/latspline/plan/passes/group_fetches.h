#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Cuts the sites of every reference sub-region, in fetch order, into groups of at most options.group_size.
Plan group_fetches(Plan plan);

}  // namespace latspline
