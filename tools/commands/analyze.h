#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline analyze SPEC [--json]
void add_analyze(CLI::App& app);

}  // namespace latspline::tools
