#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "latspline/analysis/analysis.h"
#include "latspline/plan/plan.h"

namespace latspline {

struct LowerOptions {
  std::string stop_after;         ///< name of the last pass to run; empty: all
  std::vector<std::string> skip;  ///< names of passes left out
  /// Called after each pass with its name, the plan and the pass's wall time in seconds; may be empty.
  std::function<void(std::string_view pass, const Plan& plan, double seconds)> observer;
};

/// The passes, in order.
std::vector<std::string> pass_names();

/// From the analysis to a plan that code generation takes: the list of passes, the record verified after each.
/// InputError for an unknown pass name or contradictory options.
Plan lower(const Analysis& analysis, const PlanOptions& options, const LowerOptions& lower_options = {});

}  // namespace latspline
