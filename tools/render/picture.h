#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace latspline::tools {

/// An sRGB picture: rows from the top, three bytes a pixel.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;

  Picture() = default;
  Picture(int w, int h, std::array<std::uint8_t, 3> colour = {0, 0, 0}) : width(w), height(h) {
    rgb.reserve(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 3);
    for (std::size_t i = 0; i < static_cast<std::size_t>(w) * static_cast<std::size_t>(h); ++i)
      rgb.insert(rgb.end(), colour.begin(), colour.end());
  }
  std::uint8_t* pixel(int x, int y) {
    return rgb.data() +
           (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
  }
  const std::uint8_t* pixel(int x, int y) const {
    return rgb.data() +
           (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
  }
};

}  // namespace latspline::tools
