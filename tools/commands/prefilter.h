#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline prefilter SPEC --data SAMPLES -o COEFFICIENTS
void add_prefilter(CLI::App& app);

}  // namespace latspline::tools
