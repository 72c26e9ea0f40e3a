#pragma once

#include "latspline/plan/plan.h"
#include "latspline/runtime/kernel.h"
#include "latspline/target/target.h"

namespace latspline {

/// Compiles a lowered plan for this machine in this process (LLVM ORC), as a whole or as far as a target of the same architecture goes. The kernel owns its code.
Kernel jit_compile(const Plan& plan, const Target& target = host_target());

}  // namespace latspline
