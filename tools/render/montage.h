#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/render/picture.h"

namespace latspline::tools {

struct LabelledPicture {
  Picture picture;
  std::vector<std::string> label;  ///< lines under the picture
};

/// The pictures in one row, tops aligned, each with its label under it, on white.
Picture side_by_side(std::span<const LabelledPicture> pictures);

}  // namespace latspline::tools
