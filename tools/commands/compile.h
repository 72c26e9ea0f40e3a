#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline compile SPEC|PLAN --target T --emit object,header,llvm,assembly -o DIR [options]
void add_compile(CLI::App& app);

}  // namespace latspline::tools
