#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline eval SPEC --data VOLUME --points FILE
void add_eval(CLI::App& app);

}  // namespace latspline::tools
