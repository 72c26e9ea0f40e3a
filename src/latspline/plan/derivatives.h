#pragma once

#include <cstdint>
#include <vector>

namespace latspline {

/// What is computed beside the value.
enum class Derivatives : std::uint8_t {
  none,
  gradient,  ///< and d/dy_0, d/dy_1, ..
  hessian    ///< and then d2/dy_i dy_j for i <= j, row by row: 00, 01, .., 11, 12, ..
};

/// The axes that each output is differentiated by, in the order of outputs: {}, {0}, {1}, .., {0, 0}, {0, 1}, ..
inline std::vector<std::vector<int>> output_axes(int dimension, Derivatives derivatives) {
  std::vector<std::vector<int>> axes{{}};
  if (derivatives >= Derivatives::gradient)
    for (int i = 0; i < dimension; ++i) axes.push_back({i});
  if (derivatives >= Derivatives::hessian)
    for (int i = 0; i < dimension; ++i)
      for (int j = i; j < dimension; ++j) axes.push_back({i, j});
  return axes;
}

/// The number of outputs.
constexpr int output_count(int dimension, Derivatives derivatives) {
  return 1 + (derivatives >= Derivatives::gradient ? dimension : 0) +
         (derivatives >= Derivatives::hessian ? dimension * (dimension + 1) / 2 : 0);
}

/// Where d2/dy_i dy_j stands among the entries of the Hessian, in either order of i and j.
constexpr int hessian_entry(int dimension, int i, int j) {
  if (i > j) return hessian_entry(dimension, j, i);
  return i * dimension - i * (i - 1) / 2 + (j - i);
}

}  // namespace latspline
