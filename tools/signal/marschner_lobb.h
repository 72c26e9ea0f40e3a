#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace latspline::tools {

/// The test signal of Marschner and Lobb, *An Evaluation of Reconstruction Filters for Volume Rendering*, IEEE
/// Visualization 1994 (DOI 10.1109/VISUAL.1994.346331), on [-1, 1]^3 with values in [0, 1]:
///
///     rho(x, y, z) = (1 - sin(pi z / 2) + alpha (1 + rho_r(sqrt(x^2 + y^2)))) / (2 (1 + alpha)),
///     rho_r(r) = cos(2 pi f_M cos(pi r / 2)).
struct MarschnerLobb {
  double frequency = 6;  ///< f_M
  double alpha = 0.25;

  double value(const std::array<double, 3>& x) const {
    using std::numbers::pi;
    const double r = std::hypot(x[0], x[1]);
    const double ripple = std::cos(2 * pi * frequency * std::cos(pi * r / 2));
    return (1 - std::sin(pi * x[2] / 2) + alpha * (1 + ripple)) / (2 * (1 + alpha));
  }

  std::array<double, 3> gradient(const std::array<double, 3>& x) const {
    using std::numbers::pi;
    const double r = std::hypot(x[0], x[1]);
    const double scale = 1 / (2 * (1 + alpha));
    // The gradient in x and y is (x, y) rho_r'(r) / r, where sin(pi r / 2) / r tends to pi / 2 at r = 0.
    const double sine_ratio = r > 1e-9 ? std::sin(pi * r / 2) / r : pi / 2;
    const double radial =
        alpha * std::sin(2 * pi * frequency * std::cos(pi * r / 2)) * 2 * pi * frequency * (pi / 2) * sine_ratio;
    return {scale * radial * x[0], scale * radial * x[1], -scale * (pi / 2) * std::cos(pi * x[2] / 2)};
  }
};

}  // namespace latspline::tools
