#pragma once

#include <array>
#include <cstdint>

#include "tools/render/camera.h"
#include "tools/render/vec3.h"

namespace latspline::tools {

/// sRGB components in [0, 1] to linear light and back (IEC 61966-2-1).
double linear_from_srgb(double component);
double srgb_from_linear(double component);
Vec3 linear_from_srgb(const Vec3& colour);
std::array<std::uint8_t, 3> srgb8(const Vec3& linear);

/// Two lights that move with the camera (a key light from the upper left, a weaker one from the right), ambient light
/// and a highlight: the model of Blinn (Models of light reflection for computer synthesized pictures, SIGGRAPH 1977,
/// DOI 10.1145/563858.563893).
class Shading {
 public:
  explicit Shading(const Camera& camera);
  /// The light that a surface of this linear colour sends to the viewer. `gradient` need not be normalised and may
  /// point to either side of the surface; a gradient of 0 gets ambient light only.
  Vec3 shade(const Vec3& colour, const Vec3& gradient, const Vec3& to_viewer) const;

 private:
  Vec3 key_;
  Vec3 fill_;
};

}  // namespace latspline::tools
