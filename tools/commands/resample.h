#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline resample IN --to LATTICE --basis SPEC -o OUT
void add_resample(CLI::App& app);

}  // namespace latspline::tools
