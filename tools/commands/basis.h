#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline basis SPEC POINTS [--derivative i,j,..]
void add_basis(CLI::App& app);

}  // namespace latspline::tools
