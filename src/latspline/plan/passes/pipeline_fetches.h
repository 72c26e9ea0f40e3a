#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Moves the fetches of every program so that at most options.pipeline_depth of them are issued before the first group that consumes
/// them is evaluated; with depth 0 all are issued at the start.
Plan pipeline_fetches(Plan plan);

}  // namespace latspline
