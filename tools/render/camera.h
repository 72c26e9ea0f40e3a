#pragma once

#include <array>
#include <optional>

#include "tools/render/vec3.h"

namespace latspline::tools {

/// Where a picture is taken from, in world coordinates with z upwards. At azimuth 0 and elevation 0 the camera stands
/// on the +y side (in front of a head in the axes right, anterior, superior) and sees +x on the left; at azimuth 90 it
/// stands on the +x side.
struct CameraOptions {
  double azimuth = 30;         ///< degrees
  double elevation = 15;       ///< degrees, -90 to 90
  double zoom = 1;             ///< > 0; at 1 the whole volume fits
  double field_of_view = 0;    ///< degrees, vertical; 0: orthographic
  std::optional<Vec3> centre;  ///< the point in the middle of the picture; the middle of the volume by default
  std::optional<double>
      view_height;  ///< height of the picture in world units at `centre`, before zoom; fits the volume by default
};

struct Ray {
  Vec3 origin;
  Vec3 direction;  ///< of length 1
};

class Camera {
 public:
  /// `corners` of the volume, in world coordinates. InputError for options out of range.
  Camera(const CameraOptions& options, const std::array<Vec3, 8>& corners, int width, int height);

  /// The ray through (x, y) in pixels from the top left corner of the picture.
  Ray ray(double x, double y) const;
  const Vec3& right() const { return right_; }
  const Vec3& up() const { return up_; }
  const Vec3& towards_viewer() const { return back_; }

 private:
  Vec3 centre_{};
  Vec3 right_{};
  Vec3 up_{};
  Vec3 back_{};       ///< from the scene to the camera
  double pixel_ = 1;  ///< world units a pixel at the centre
  double width_ = 1;
  double height_ = 1;
  double distance_ = 0;  ///< of the eye from the centre; 0: orthographic
  double start_ = 0;     ///< orthographic rays start this far before the centre
};

}  // namespace latspline::tools
