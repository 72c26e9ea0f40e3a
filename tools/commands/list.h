#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline list
void add_list(CLI::App& app);

}  // namespace latspline::tools
