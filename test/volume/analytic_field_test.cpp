#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "volume/compiled_space.h"

namespace latspline {
namespace {

using namespace test;

/// A smooth field with its gradient, one period (or one half, even about both ends) across the volume on every axis.
struct Field {
  std::vector<double> wave_number, phase;

  double value(const double* x) const {
    double product = 1;
    for (std::size_t j = 0; j < wave_number.size(); ++j) product *= 1.5 + std::cos(wave_number[j] * x[j] + phase[j]);
    return product;
  }
  double derivative(const double* x, std::size_t axis) const {
    double product = -wave_number[axis] * std::sin(wave_number[axis] * x[axis] + phase[axis]);
    for (std::size_t j = 0; j < wave_number.size(); ++j) {
      if (j != axis) product *= 1.5 + std::cos(wave_number[j] * x[j] + phase[j]);
    }
    return product;
  }
};

struct Errors {
  double value = 0;
  double gradient = 0;  ///< relative to the wave number, so that halving the sites' distance shows the order
};

Errors errors(const CompiledSpace& space, const Kernel& kernel, std::int64_t extent, latspline_boundary rule) {
  const VolumeDescription description = space.describe(extent, rule, LATSPLINE_F64);
  const std::uint32_t s = space.shape().dimension;
  latspline_volume view{};
  std::int64_t origin = 0;
  lay_out(description, view, origin);
  Field field;
  for (std::uint32_t j = 0; j < s; ++j) {
    field.wave_number.push_back(2 * std::numbers::pi / view.wrap[j]);
    field.phase.push_back(rule == LATSPLINE_BOUNDARY_PERIODIC ? 0.3 + j : 0.0);
  }
  const std::vector<double> sites = stored_sites(description);
  std::vector<double> data(sites.size() / s);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = field.value(sites.data() + i * s);
  PrefilterOptions options;
  options.tolerance = 1e-12;
  const Volume samples(description, std::span<const double>(data));
  const Evaluator evaluator(kernel, prefilter(samples, space.taps(), options));

  const std::size_t count = 2000;
  std::vector<double> points = uniform_numbers(count * s, 0, 1, 21), values(count), gradients(count * s);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] *= view.upper[i % s];
  evaluator.evaluate(points, values, gradients);
  Errors worst;
  for (std::size_t p = 0; p < count; ++p) {
    worst.value = std::max(worst.value, std::abs(values[p] - field.value(points.data() + p * s)));
    for (std::uint32_t j = 0; j < s; ++j) {
      const double error = gradients[p * s + j] - field.derivative(points.data() + p * s, j);
      worst.gradient = std::max(worst.gradient, std::abs(error) / field.wave_number[j]);
    }
  }
  return worst;
}

class AnalyticField : public testing::TestWithParam<const char*> {};

/// With twice as many sites an axis the error falls by 2^order, that of the gradient by 2^(order - 1); 0.6 of an order
/// is allowed for coarse volumes.
TEST_P(AnalyticField, TheErrorFallsWithTheOrderUpToTheEdges) {
  const CompiledSpace space(GetParam());
  const std::int64_t extent = space.shape().dimension < 3 ? 16 : 8;
  for (const auto rule : {LATSPLINE_BOUNDARY_PERIODIC, LATSPLINE_BOUNDARY_MIRROR}) {
    if (!space.supports(rule)) continue;
    const Kernel kernel = space.kernel(rule, LATSPLINE_F64);
    const Errors coarse = errors(space, kernel, extent, rule), fine = errors(space, kernel, 2 * extent, rule);
    EXPECT_LT(fine.value, 0.05 * std::pow(2.5, space.shape().dimension)) << "the field's largest value is 2.5^s";
    EXPECT_GT(std::log2(coarse.value / fine.value), space.order() - 0.6) << "rule " << rule;
    EXPECT_GT(std::log2(coarse.gradient / fine.gradient), space.order() - 1.6) << "rule " << rule;
  }
}

INSTANTIATE_TEST_SUITE_P(Spaces, AnalyticField,
                         testing::Values("z1/cubic", "z2/cubic", "hex/quartic", "cc/linear", "cc/cubic",
                                         "bcc/rdodec-linear", "bcc/rdodec-quintic", "fcc/toct-cubic"),
                         [](const auto& spaces) { return case_name(spaces.param); });

}  // namespace
/// The Hessian against second differences of the gradient, in lattice and in world coordinates; and every subset of the results is the same numbers.
TEST(Hessian, IsTheDerivativeOfTheGradient) {
  for (const char* name : {"z2/cubic", "hex/quartic", "cc/cubic", "bcc/rdodec-quintic", "bcc/toct-quartic"}) {
    SCOPED_TRACE(name);
    const CompiledSpace space(name);
    PlanOptions options;
    options.scalar = Scalar::f64;
    options.boundary = Boundary::periodic;
    options.hessian = true;
    const Kernel kernel = jit_compile(lower(analyze(load_space(name), {.count_cells = false}), options));
    VolumeDescription description = space.describe(9, LATSPLINE_BOUNDARY_PERIODIC, LATSPLINE_F64);
    description.content = LATSPLINE_COEFFICIENTS;
    const std::uint32_t s = space.shape().dimension;
    for (std::uint32_t j = 0; j < s; ++j) {
      description.world.matrix[j * s + j] = 1.5 + 0.25 * j;
      if (j > 0) description.world.matrix[j] = 0.5;
    }
    const std::vector<double> data = uniform_numbers(stored_sites(description).size() / s, -1, 1, 5);
    const Evaluator evaluator(kernel, Volume(description, std::span<const double>(data)));
    constexpr std::size_t count = 100;
    const std::size_t entries = s * (s + 1) / 2;
    const std::vector<double> points = uniform_numbers(count * s, 0, 8, 6);
    std::vector<double> values(count), gradients(count * s), hessians(count * entries);
    evaluator.evaluate(points, values, gradients, hessians);
    std::vector<double> again(count), gradients_again(count * s), hessians_again(count * entries);
    evaluator.evaluate(points, again, {}, hessians_again);
    EXPECT_EQ(hessians_again, hessians);
    const latspline_volume* view = &evaluator.volume().view();
    ASSERT_EQ(kernel.f64(view, points.data(), s, 1, count, nullptr, gradients_again.data(), nullptr), LATSPLINE_OK);
    ASSERT_EQ(kernel.f64(view, points.data(), s, 1, count, nullptr, nullptr, hessians_again.data()), LATSPLINE_OK);
    EXPECT_EQ(hessians_again, hessians);
    std::vector<double> world(count * s), world_gradients(count * s), world_hessians(count * entries);
    for (std::size_t p = 0; p < count; ++p) description.world.apply(s, points.data() + p * s, world.data() + p * s);
    evaluator.evaluate_world(world, again, world_gradients, world_hessians);

    const auto expect_derivative = [&](bool in_world, std::size_t p, const double* hessian) {
      const double step = 1e-5;
      const std::vector<double>& from = in_world ? world : points;
      for (std::uint32_t a = 0; a < s; ++a) {
        std::vector<double> side[2], gradient[2];
        for (int k = 0; k < 2; ++k) {
          side[k].assign(from.begin() + static_cast<std::ptrdiff_t>(p * s),
                         from.begin() + static_cast<std::ptrdiff_t>(p * s + s));
          side[k][a] += k == 0 ? -step : step;
          gradient[k].resize(s);
          std::vector<double> value(1);
          if (in_world)
            evaluator.evaluate_world(side[k], value, gradient[k]);
          else
            evaluator.evaluate(side[k], value, gradient[k]);
        }
        for (std::uint32_t b = 0; b < s; ++b) {
          const std::uint32_t i = std::min(a, b);
          const std::size_t entry = i * s - i * (i - 1) / 2 + (std::max(a, b) - i);
          // Third derivatives of phi may jump between the two sides: first order in the step.
          EXPECT_NEAR((gradient[1][b] - gradient[0][b]) / (2 * step), hessian[entry], 2e-4) << a << b;
        }
      }
    };
    for (std::size_t p = 0; p < count; p += 9) {
      expect_derivative(false, p, hessians.data() + p * entries);
      expect_derivative(true, p, world_hessians.data() + p * entries);
    }
    EXPECT_EQ(gradients_again.size(), gradients.size());
    for (std::size_t i = 0; i < gradients.size(); ++i) EXPECT_NEAR(gradients_again[i], gradients[i], 1e-13);
  }
}

}  // namespace latspline
