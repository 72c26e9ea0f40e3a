// From a spline space to values and gradients: analysis, plan, kernel, volume, evaluator.
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "latspline/analysis/analysis.h"
#include "latspline/basis/spline_space.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/runtime/evaluator.h"
#include "latspline/runtime/volume.h"

int main() {
  // [compile]
  // The linear box spline on the body-centred cubic lattice: four fetches a point.
  const latspline::SplineSpace space = latspline::load_space("bcc/rdodec-linear");
  const latspline::Analysis analysis = latspline::analyze(space);
  latspline::PlanOptions options;
  options.scalar = latspline::Scalar::f64;
  const latspline::Plan plan = latspline::lower(analysis, options);
  const latspline::Kernel kernel = latspline::jit_compile(plan);
  // [/compile]

  // [volume]
  // 8 x 8 x 8 sites in each of the two cosets, and the value of a linear function on each. This basis interpolates, so that samples are
  // coefficients; another would be prefiltered.
  latspline::VolumeDescription description;
  description.shape = latspline::lattice_shape(plan);
  for (std::size_t j = 0; j < 3; ++j) description.extent[j] = 8;
  description.scalar = LATSPLINE_F64;
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = latspline::WorldTransform::identity(3);
  std::vector<double> data;
  for (std::uint32_t coset = 0; coset < 2; ++coset) {
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 8; ++j) {
        for (int i = 0; i < 8; ++i) {
          // The site D (i, j, k) + offset, with D = diag(2, 2, 2) and the offsets 000 and 111.
          const double x = 2 * i + coset, y = 2 * j + coset, z = 2 * k + coset;
          data.push_back(1 + 2 * x - 3 * y + 0.5 * z);
        }
      }
    }
  }
  const latspline::Volume volume(description, std::span<const double>(data));
  // [/volume]

  // [evaluate]
  const latspline::Evaluator f(kernel, volume);
  std::vector<double> gradient(3);
  const double value = f(std::vector<double>{5.25, 7.5, 6.125}, gradient);
  std::printf("f = %g, gradient = (%g, %g, %g)\n", value, gradient[0], gradient[1], gradient[2]);
  // [/evaluate]

  const auto near = [](double a, double b) { return std::abs(a - b) < 1e-12; };
  const bool right = near(value, 1 + 2 * 5.25 - 3 * 7.5 + 0.5 * 6.125) && near(gradient[0], 2) &&
                     near(gradient[1], -3) && near(gradient[2], 0.5);
  return right ? 0 : 1;
}
