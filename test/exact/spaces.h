#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "latspline/basis/spline_space.h"
#include "latspline/exact/polytope.h"

namespace latspline::test {

/// A test's name from that of a space: letters and digits only.
inline std::string test_name(std::string name) {
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// A point of (-radius, radius)^s with denominators that keep it off all knot planes, but for accident.
inline Vector random_point(std::mt19937_64& generator, int dimension, int radius) {
  constexpr std::int64_t denominator = 10007;
  std::uniform_int_distribution<std::int64_t> entry(-radius * denominator, radius * denominator);
  Vector x;
  for (int j = 0; j < dimension; ++j) x.emplace_back(entry(generator), denominator + j);
  return x;
}

/// The functional e_j.
inline Vector unit_vector(int dimension, int j) {
  Vector e(static_cast<std::size_t>(dimension));
  e[static_cast<std::size_t>(j)] = 1;
  return e;
}

}  // namespace latspline::test
