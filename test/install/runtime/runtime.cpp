// A volume and a kernel written by hand, through the runtime alone.
#include <cmath>
#include <cstdio>
#include <vector>

#include "latspline/runtime/evaluator.h"
#include "latspline/runtime/kernel.h"
#include "latspline/runtime/volume.h"

namespace {

constexpr std::uint64_t space_identity = 42;

/// Nearest neighbour in one dimension.
std::int32_t nearest(const latspline_volume* volume, const double* points, std::int64_t point_stride, std::int64_t,
                     std::size_t count, double* values, double*, double*) {
  const auto* coefficients = static_cast<const double*>(volume->coefficients);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = coefficients[std::llround(points[static_cast<std::int64_t>(i) * point_stride]) * volume->stride[0]];
  }
  return LATSPLINE_OK;
}

}  // namespace

int main() {
  latspline::VolumeDescription description;
  description.shape.dimension = 1;
  description.shape.coset_count = 1;
  description.shape.period[0] = 1;
  description.shape.offsets = {0};
  description.shape.reach[0] = 1;
  description.shape.space = space_identity;
  description.shape.axis_mirror = 1;
  description.extent[0] = 4;
  description.scalar = LATSPLINE_F64;
  description.boundary = LATSPLINE_BOUNDARY_MIRROR;
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = latspline::WorldTransform::identity(1);
  const std::vector<double> data{1, 4, 9, 16};
  const latspline::Volume volume(description, std::span<const double>(data));

  latspline::Kernel kernel;
  kernel.f64 = nearest;
  kernel.dimension = 1;
  kernel.space = space_identity;
  kernel.boundary = LATSPLINE_BOUNDARY_MIRROR;
  kernel.name = "nearest";
  const latspline::Evaluator evaluator(kernel, volume);
  const double value = evaluator(std::vector<double>{2.2});
  std::printf("%g\n", value);
  return value == 9.0 ? 0 : 1;
}
