#pragma once

#include <string>

#include "latspline/plan/plan.h"

namespace latspline::backend {

/// ES module around a WebAssembly kernel, without dependencies: `load` compiles the module, `Kernel.volume` lays out coefficients in a memory of their own by the
/// same rules as the class Volume, `Volume.evaluate` calls the kernel.
std::string js_wrapper(const Plan& plan, const std::string& function);

}  // namespace latspline::backend
