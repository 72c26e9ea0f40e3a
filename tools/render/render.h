#pragma once

#include <functional>
#include <vector>

#include "latspline/runtime/evaluator.h"
#include "tools/render/camera.h"
#include "tools/render/picture.h"
#include "tools/render/vec3.h"

namespace latspline::tools {

/// The surface f = value.
struct Surface {
  double value = 0.5;
  Vec3 colour = {0.87, 0.78, 0.66};  ///< sRGB, [0, 1]
  double opacity = 1;                ///< (0, 1]; below 1 what lies behind shines through
};

/// Emission and absorption: at f <= low nothing is seen; opacity and colour rise until f = high.
struct Transfer {
  double low = 0;
  double high = 1;
  double density = 1;                ///< at 1 a depth of a few samples at f = high is opaque
  Vec3 colour = {0.95, 0.62, 0.40};  ///< sRGB at `low`; turns to white at `high`
};

enum class RenderMode { surfaces, volume };

struct RenderOptions {
  int width = 512;
  int height = 512;
  RenderMode mode = RenderMode::surfaces;
  std::vector<Surface> surfaces;  ///< mode surfaces: one or more
  Transfer transfer;              ///< mode volume
  CameraOptions camera;
  double step = 0;  ///< world units between two samples of a ray; 0: half the edge of a cube that holds one site
  Vec3 background = {1, 1, 1};  ///< sRGB
  int supersampling = 1;        ///< n x n rays a pixel
  bool skip_empty = true;  ///< leap over blocks that the coefficients prove empty (nonnegative basis functions only)
  std::function<void(double)> progress;
};

/// Casts a ray through every pixel, all rows on all cores (oneTBB). A surface is hit where f - value changes its sign
/// between two samples; the place is refined by regula falsi (Illinois). The same picture whatever the number of
/// threads. InputError for a volume that is not of dimension 3 and for options out of range; Interrupted on request.
Picture render(const Evaluator& evaluator, const RenderOptions& options);

}  // namespace latspline::tools
