#include "tools/render/montage.h"

#include <algorithm>

#include "tools/render/bitmap_font.h"

namespace latspline::tools {

Picture side_by_side(std::span<const LabelledPicture> pictures) {
  constexpr int gap = 12;
  int height = 0;
  int width = gap;
  std::size_t lines = 0;
  int scale = 2;
  for (const auto& entry : pictures) {
    height = std::max(height, entry.picture.height);
    width += entry.picture.width + gap;
    lines = std::max(lines, entry.label.size());
    for (const auto& line : entry.label) {
      if (text_width(line, 2) > entry.picture.width) scale = 1;
    }
  }
  const int line_height = text_height(scale) + 4 * scale;
  Picture sheet(std::max(width, 1), height + 2 * gap + static_cast<int>(lines) * line_height, {255, 255, 255});
  int x = gap;
  for (const auto& entry : pictures) {
    const Picture& picture = entry.picture;
    for (int y = 0; y < picture.height; ++y) {
      std::copy_n(picture.pixel(0, y), 3 * picture.width, sheet.pixel(x, gap + y));
    }
    int y = height + 2 * gap;
    for (const auto& line : entry.label) {
      draw_text(sheet, x + (picture.width - text_width(line, scale)) / 2, y, line, scale, {20, 20, 20});
      y += line_height;
    }
    x += picture.width + gap;
  }
  return sheet;
}

}  // namespace latspline::tools
