#include "tools/render/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "latspline/base/error.h"

namespace latspline::tools {
namespace {

void require(bool good, const char* item, double value, const char* accepted) {
  if (!good)
    throw InputError(std::string("camera ") + item + " is " + std::to_string(value) + "; accepted: " + accepted);
}

}  // namespace

Camera::Camera(const CameraOptions& options, const std::array<Vec3, 8>& corners, int width, int height)
    : width_(width), height_(height) {
  require(std::isfinite(options.azimuth), "azimuth", options.azimuth, "a finite number of degrees");
  require(std::abs(options.elevation) <= 90, "elevation", options.elevation, "-90 to 90 degrees");
  require(std::isfinite(options.zoom) && options.zoom > 0, "zoom", options.zoom, "a number above 0");
  require(options.field_of_view >= 0 && options.field_of_view < 170, "field of view", options.field_of_view,
          "0 to 170 degrees");
  const double degree = std::numbers::pi / 180;
  const double azimuth = options.azimuth * degree;
  const double elevation = options.elevation * degree;
  back_ = {std::sin(azimuth) * std::cos(elevation), std::cos(azimuth) * std::cos(elevation), std::sin(elevation)};
  // The horizontal direction that the camera's up tends to when it looks straight down or up.
  right_ = {-std::cos(azimuth), std::sin(azimuth), 0};
  up_ = cross(back_, right_);

  Vec3 middle{};
  for (const auto& corner : corners) middle = middle + 0.125 * corner;
  centre_ = options.centre.value_or(middle);
  double half_width = 0;
  double half_height = 0;
  double radius = 0;
  for (const auto& corner : corners) {
    half_width = std::max(half_width, std::abs(dot(corner - centre_, right_)));
    half_height = std::max(half_height, std::abs(dot(corner - centre_, up_)));
    radius = std::max(radius, norm(corner - centre_));
  }
  constexpr double margin = 1.04;
  const double view = options.view_height.value_or(2 * margin * std::max(half_height, half_width * height_ / width_));
  require(std::isfinite(view) && view > 0, "view height", view, "a number above 0");
  pixel_ = view / options.zoom / height_;
  start_ = radius + view;
  if (options.field_of_view > 0) {
    distance_ = 0.5 * view / std::tan(0.5 * options.field_of_view * degree);
  }
}

Ray Camera::ray(double x, double y) const {
  const Vec3 on_screen = centre_ + (pixel_ * (x - 0.5 * width_)) * right_ + (pixel_ * (0.5 * height_ - y)) * up_;
  if (distance_ > 0) {
    const Vec3 eye = centre_ + distance_ * back_;
    return {eye, normalized(on_screen - eye)};
  }
  return {on_screen + start_ * back_, -1.0 * back_};
}

}  // namespace latspline::tools
