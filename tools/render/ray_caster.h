#pragma once

#include <optional>
#include <vector>

#include "latspline/runtime/evaluator.h"
#include "tools/render/empty_space.h"
#include "tools/render/render.h"
#include "tools/render/shading.h"

namespace latspline::tools {

/// All that the rays of one picture share. Immutable while rays are cast.
struct Scene {
  const Evaluator* evaluator = nullptr;
  const RenderOptions* options = nullptr;
  const Camera* camera = nullptr;
  const Shading* shading = nullptr;
  const EmptySpace* empty = nullptr;  ///< may be null
  WorldTransform to_lattice;
  double step = 1;  ///< world units
  double edge = 1;  ///< world units: edge of the cube that holds one site
};

/// The linear light of the pixels [x0, x1) x [y0, y1) of the supersampled picture, row by row. Rays march in step, so
/// that kernels get batches of points.
template <typename T>
std::vector<Vec3> cast_tile(const Scene& scene, int x0, int y0, int x1, int y1);

}  // namespace latspline::tools
