#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline compare -o FOLDER
void add_compare(CLI::App& app);

}  // namespace latspline::tools
