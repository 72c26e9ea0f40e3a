#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace latspline::tools {

/// Points of dimension s, packed: x_0 y_0 .. x_1 y_1 .. `path` is a NRRD array of the axes s, N (or N alone if s is 1),
/// a text file, or "-" for text on standard input. In a text each line is one point: s numbers separated by blanks;
/// what follows '#' is a comment and an empty line is skipped. NaN and infinities are points too. InputError names the
/// file, the line and the word that is wrong.
std::vector<double> read_points(const std::string& path, std::uint32_t dimension);

/// The same from text; `source` is for messages.
std::vector<double> parse_points(const std::string& text, std::uint32_t dimension, const std::string& source);

}  // namespace latspline::tools
