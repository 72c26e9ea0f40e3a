#pragma once

#include <string>

#include "latspline/analysis/analysis.h"
#include "tools/picture/svg.h"

namespace latspline::tools {

/// The sub-regions in three dimensions as shaded bodies, each moved away from the region's middle, with the region's edges as wires: those of the
/// chamber, or of the whole region by the images of the chamber under the fold.
void draw_exploded(Svg& svg, Point2 corner, double side, const Analysis& analysis, bool whole,
                   const std::string& caption);

}  // namespace latspline::tools
