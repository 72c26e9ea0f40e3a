#pragma once

#include "CLI/CLI.hpp"

namespace latspline::tools {

/// latspline render SPEC --data VOLUME -o PICTURE.png
void add_render(CLI::App& app);

}  // namespace latspline::tools
