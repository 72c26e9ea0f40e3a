#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Linear interpolation on the quincunx lattice (n_0 + n_1 even) with every part of the record filled in: the region is the
/// Voronoi cell |y_0| + |y_1| <= 1, the chamber is y_0 >= y_1 >= 0, and there the basis is the pyramid with the knot plane y_0 = 1/2 as an
/// artificial cut into two reference sub-regions. The weights 1 - y_0, (y_0 + y_1)/2, (y_0 - y_1)/2 stand for the sites 0, (1,1), (1,-1).
inline Plan sample_plan() {
  const Rational half(1, 2);
  Plan plan;
  plan.space_name = "sample \"quincunx\"\n";
  plan.space = 0x0123456789abcdefu;
  plan.dimension = 2;
  plan.options.boundary = Boundary::periodic;
  plan.options.group_size = 2;
  plan.options.pipeline_depth = 3;
  plan.cosets = {{2, 2}, {{0, 0}, {1, 1}}, {0}, {0, 1}};
  plan.reach = {1, Rational(3, 2)};
  plan.axis_mirror = 3;
  plan.options.strategy = Strategy::fold;
  plan.shifts = {{0, 0}};
  plan.rounding.center = {0, 0};
  plan.rounding.period = plan.cosets.period;
  plan.rounding.offsets = plan.cosets.offsets;
  plan.fold = {{{1, 0}, {2, 0}}, {{0, 1}, {0, 2}}, {{1, -1}, {1, -1}}};
  plan.index.planes = {{{1, 0}, half, 1}};
  plan.index.modulus = 2;
  plan.index.table = {0, 1};
  for (int r = 0; r < 2; ++r) {
    ReferenceSubregion reference;
    reference.sites = {{0, 0}, {1, 1}, {1, -1}};
    reference.weights = {Polynomial::affine({-1, 0}, 1), Polynomial::affine({half, half}, 0),
                         Polynomial::affine({half, -half}, 0)};
    reference.vertices = r == 0 ? std::vector<Vector>{{0, 0}, {half, 0}, {half, half}}
                                : std::vector<Vector>{{half, 0}, {1, 0}, {half, half}};
    reference.interior_point = r == 0 ? Vector{Rational(2, 5), Rational(1, 7)} : Vector{Rational(3, 5), Rational(1, 7)};
    reference.coset = {0, 1, 1};
    reference.step = {{0, 0}, {0, 0}, {0, -1}};
    reference.group_begin = {0, 2, 3};
    for (const bool gradient : {false, true}) {
      WeightProgramBuilder builder;
      const auto c0 = builder.coefficient(0), c1 = builder.coefficient(1), c2 = builder.coefficient(2);
      const auto y0 = builder.coordinate(0), y1 = builder.coordinate(1), h = builder.constant(half);
      const auto mean = builder.multiply(h, builder.add(c1, c2)),
                 difference = builder.multiply(h, builder.subtract(c1, c2));
      const auto slope = builder.subtract(mean, c0);
      const auto value = builder.fma(y0, slope, builder.fma(y1, difference, c0));
      WeightProgram program = builder.finish(gradient ? std::vector<std::int32_t>{value, slope, difference}
                                                      : std::vector<std::int32_t>{value});
      program.quantized = {0.5};
      (gradient ? reference.value_and_gradient : reference.value) = std::move(program);
    }
    plan.references.push_back(std::move(reference));
  }
  plan.quantization = Quantization{0x1.8p-24};
  return plan;
}

}  // namespace latspline
