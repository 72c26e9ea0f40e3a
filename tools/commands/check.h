#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline check SPEC [options]
void add_check(CLI::App& app);

}  // namespace latspline::tools
