#pragma once

#include "latspline/plan/plan.h"
#include "latspline/runtime/kernel.h"

namespace latspline {

/// Compiles a lowered plan for this machine in this process (LLVM ORC). The kernel owns its code.
Kernel jit_compile(const Plan& plan);

}  // namespace latspline
