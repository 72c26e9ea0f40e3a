#pragma once

#include <string>

#include "latspline/plan/plan.h"
#include "latspline/target/target.h"

namespace latspline::backend {

/// C99 and C++ header of a kernel compiled ahead of time: its declaration, its identity as macros that a program can compare with a
/// volume's, and the numbers that laying out a volume takes.
std::string c_header(const Plan& plan, const Target& target, const std::string& function);

}  // namespace latspline::backend
