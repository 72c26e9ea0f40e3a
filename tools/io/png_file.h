#pragma once

#include <string>

#include "tools/render/picture.h"

namespace latspline::tools {

/// Writes the picture as PNG, atomically. InputError naming the path if that fails.
void write_png(const std::string& path, const Picture& picture);

}  // namespace latspline::tools
