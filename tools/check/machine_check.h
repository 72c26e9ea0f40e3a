#pragma once

#include <cstdint>
#include <functional>

#include "latspline/plan/plan.h"
#include "tools/prepared_space.h"

namespace latspline::tools {

struct MachineCheckOptions {
  int points = 400;
  double seconds = 10;  ///< stop taking new points after this time
  std::uint64_t seed = 1;
  double bound = 64;  ///< ULP allowed
  std::function<void(double)> progress;
};

struct MachineCheckReport {
  int points = 0;
  double worst_value_ulp = 0;  ///< in units of epsilon * sum |c| |w|
  double worst_gradient_ulp = 0;
  double worst_hessian_ulp =
      0;  ///< in the same units; 0 without Hessians  ///< in units of epsilon * sum |c| over the sites used
};

/// Holds the machine code of a prepared space against the exact interpreter of its plan, on a volume of random coefficients with the plan's boundary
/// rule: inside, at the edges, on sites and half sites, outside. Points are exact floating-point numbers, so both see the same point. Gradients are
/// compared where they are continuous. InternalError naming the point if the error is above the bound; that is widened by 4 ULP of the terms of the
/// weights where these are larger than the weights (times what the fold magnifies), and far from the origin by 4 ULP of the distance in supports.
MachineCheckReport check_machine_code(const PreparedSpace& space, int continuity, const MachineCheckOptions& options);

}  // namespace latspline::tools
