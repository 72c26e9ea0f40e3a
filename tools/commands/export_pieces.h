#pragma once

#include <string>

#include "latspline/basis/spline_space.h"

namespace latspline::tools {

/// The space as a spec whose basis is a list of pieces: the cells of the basis function's support, each with its polynomial, exact. It reads back to the same
/// function. UnsupportedError as analyze.
std::string export_pieces(const SplineSpace& space);

}  // namespace latspline::tools
