#pragma once

#include <string>

#include "latspline/analysis/analysis.h"

namespace latspline::tools {

/// A picture of an analysed space as SVG text. One dimension: phi, its knots, and its shifts. Two: the lattice with the region of evaluation, chamber,
/// sub-regions and knot planes; phi by colour; phi as a surface. Three: the same in sections, and the sub-regions of the chamber and of the whole
/// region pulled apart. More: sections along the first two axes. Lattices with a frame are drawn in Euclidean coordinates.
std::string draw(const Analysis& analysis);

}  // namespace latspline::tools
