#include "tools/render/shading.h"

#include <algorithm>
#include <cmath>

namespace latspline::tools {

double linear_from_srgb(double component) {
  const double c = std::clamp(component, 0.0, 1.0);
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double srgb_from_linear(double component) {
  const double c = std::clamp(component, 0.0, 1.0);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

Vec3 linear_from_srgb(const Vec3& colour) {
  return {linear_from_srgb(colour[0]), linear_from_srgb(colour[1]), linear_from_srgb(colour[2])};
}

std::array<std::uint8_t, 3> srgb8(const Vec3& linear) {
  std::array<std::uint8_t, 3> bytes{};
  for (std::size_t j = 0; j < 3; ++j)
    bytes[j] = static_cast<std::uint8_t>(std::lround(255 * srgb_from_linear(linear[j])));
  return bytes;
}

Shading::Shading(const Camera& camera)
    : key_(normalized(camera.towards_viewer() + 0.6 * camera.up() - 0.7 * camera.right())),
      fill_(normalized(0.6 * camera.towards_viewer() + 0.9 * camera.right() - 0.1 * camera.up())) {}

Vec3 Shading::shade(const Vec3& colour, const Vec3& gradient, const Vec3& to_viewer) const {
  constexpr double ambient = 0.10;
  constexpr double key_strength = 0.85;
  constexpr double fill_strength = 0.25;
  constexpr double gloss = 0.18;
  constexpr double gloss_exponent = 40;
  Vec3 normal = normalized(gradient);
  if (dot(normal, to_viewer) < 0) normal = -1.0 * normal;
  const double diffuse =
      ambient + key_strength * std::max(0.0, dot(normal, key_)) + fill_strength * std::max(0.0, dot(normal, fill_));
  const double highlight = gloss * std::pow(std::max(0.0, dot(normal, normalized(key_ + to_viewer))), gloss_exponent);
  return diffuse * colour + Vec3{highlight, highlight, highlight};
}

}  // namespace latspline::tools
