// Compiles a space and evaluates a constant through the installed package.
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "latspline/analysis/analysis.h"
#include "latspline/basis/spline_space.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/runtime/evaluator.h"

int main() {
  const latspline::Plan plan = latspline::lower(latspline::analyze(latspline::load_space("bcc/rdodec-quintic")), {});
  latspline::VolumeDescription description;
  latspline::LatticeShape& shape = description.shape;
  shape.dimension = 3;
  shape.coset_count = 2;
  shape.offsets = {0, 0, 0, 1, 1, 1};
  shape.space = plan.space;
  shape.axis_mirror = plan.axis_mirror;
  for (std::size_t j = 0; j < 3; ++j) {
    shape.period[j] = 2;
    shape.reach[j] = plan.reach[j].to_double();
    description.extent[j] = 5;
  }
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = latspline::WorldTransform::identity(3);
  const std::vector<float> sevens(2 * 5 * 5 * 5, 7.0f);
  const latspline::Evaluator f(latspline::jit_compile(plan),
                               latspline::Volume(description, std::span<const float>(sevens)));
  for (const double x : {0.0, 0.3, 4.5, 8.9}) {
    if (std::abs(f(std::vector<double>{x, x / 2, 1.25}) - 7) > 1e-4) return 1;
  }
  std::puts("7 everywhere");
  return 0;
}
