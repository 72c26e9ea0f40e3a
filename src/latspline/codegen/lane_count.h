#pragma once

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// How many points a kernel evaluates at once: what the plan asks for, or where it leaves that open, as many as a vector register of the target holds.
int lane_count(const Plan& plan, const KernelTraits& traits);

}  // namespace latspline::codegen
