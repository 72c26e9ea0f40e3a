#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline targets
void add_targets(CLI::App& app);

}  // namespace latspline::tools
