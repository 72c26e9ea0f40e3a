#pragma once

#include <CLI/CLI.hpp>

namespace latspline::tools {

/// `latspline bench sweep`.
void add_bench(CLI::App& app);

}  // namespace latspline::tools
