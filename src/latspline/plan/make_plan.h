#pragma once

#include "latspline/analysis/analysis.h"
#include "latspline/plan/plan.h"

namespace latspline {

/// The plan of a space before any pass: the tables of the analysis, nothing ordered, grouped, factored or rounded yet.
/// InputError if the options contradict each other.
Plan make_plan(const Analysis& analysis, const PlanOptions& options);

/// What analyze must be asked for so that make_plan takes its result with these options.
AnalyzeOptions analyze_options(const PlanOptions& options);

}  // namespace latspline
