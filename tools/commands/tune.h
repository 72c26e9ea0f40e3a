#pragma once

#include <CLI/CLI.hpp>

namespace latspline::tools {

void add_tune(CLI::App& app);

}  // namespace latspline::tools
