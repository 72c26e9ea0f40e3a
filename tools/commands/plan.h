#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline plan SPEC [options] [-o F] [--dump-after PASS|all] [--time-passes]
void add_plan(CLI::App& app);

}  // namespace latspline::tools
