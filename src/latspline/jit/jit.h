#pragma once

#include <string>

#include "latspline/plan/plan.h"
#include "latspline/runtime/kernel.h"
#include "latspline/runtime/volume.h"
#include "latspline/target/target.h"

namespace latspline {

/// Compiles a lowered plan for this machine in this process (LLVM ORC), as a whole or as far as a target of the same architecture goes. The kernel owns its code.
Kernel jit_compile(const Plan& plan, const Target& target = host_target());

/// What a volume for the plan's kernel needs to know of the lattice and of the basis function's support.
LatticeShape lattice_shape(const Plan& plan);

/// LLVM's name of this machine's cpu, and a number for the set of its features: what a measurement on it is good for.
std::string host_cpu();

}  // namespace latspline
