#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "latspline/analysis/analysis.h"
#include "latspline/plan/plan.h"

namespace latspline::tools {

struct ExactCheckOptions {
  double seconds = 5;       ///< stop taking new points after this time (at least a few of each kind are taken)
  int points = 60;          ///< of each kind: inside, on knot planes, far away
  std::uint64_t seed = 1;
  std::function<void(double)> progress;
};

struct ExactCheckReport {
  bool independent = true;    ///< phi came from a definition that shares nothing with the analysis
  int points = 0;
  std::int64_t weights = 0;   ///< values of phi compared
  int identities = 0;         ///< polynomial identities that held in every sub-region
};

/// Holds the plan against definitions that share nothing with it: at every point, each weight that the interpreter uses equals phi(x - n) by the recursion and
/// every other site's phi(x - n) is 0; the value by polynomials equals the value by programs; in every sub-region the weights sum to 1 and reproduce all
/// polynomials up to the order. InternalError naming point, site and both values otherwise.
ExactCheckReport check_exactly(const Analysis& analysis, const Plan& plan, const ExactCheckOptions& options);

}  // namespace latspline::tools
