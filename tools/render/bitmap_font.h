#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tools/render/picture.h"

namespace latspline::tools {

/// Draws text with letters of 5 x 7 dots, `scale` pixels a dot, its upper left corner at (x, y). Lower case is drawn as
/// upper case, what the font lacks as a box; what lies outside the picture is cut off.
void draw_text(Picture& picture, int x, int y, const std::string& text, int scale, std::array<std::uint8_t, 3> colour);

/// Pixels that draw_text covers.
int text_width(const std::string& text, int scale);
int text_height(int scale);

}  // namespace latspline::tools
