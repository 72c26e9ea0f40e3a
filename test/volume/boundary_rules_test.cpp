#include <gtest/gtest.h>

#include <cmath>

#include "volume/compiled_space.h"

namespace latspline {
namespace {

using namespace test;

/// Splines at many points in and around their volume, and at the images of the points under the rule.
class BoundaryRules : public testing::TestWithParam<const char*> {
 protected:
  static constexpr std::size_t count = 300;

  /// Points in and around a volume.
  static std::vector<double> points_around(const latspline_volume& view) {
    std::vector<double> points = uniform_numbers(count * view.dimension, 0, 1, 11);
    for (std::size_t p = 0; p < count; ++p) {
      for (std::uint32_t j = 0; j < view.dimension; ++j) {
        double& x = points[p * view.dimension + j];
        x = -4 * view.top[j] - 9 + x * (9 * view.top[j] + 18);
      }
    }
    return points;
  }

  static std::vector<double> values_at(const Evaluator& f, const std::vector<double>& points,
                                       std::vector<double>* gradients = nullptr) {
    std::vector<double> values(points.size() / f.volume().view().dimension);
    if (gradients) gradients->resize(points.size());
    f.evaluate(std::span<const double>(points), values,
               gradients ? std::span<double>(*gradients) : std::span<double>());
    return values;
  }

  static double worst(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }
};

TEST_P(BoundaryRules, PeriodicRepeats) {
  const CompiledSpace space(GetParam());
  const Evaluator f = random_spline(space, 4, LATSPLINE_BOUNDARY_PERIODIC);
  const latspline_volume& view = f.volume().view();
  const std::vector<double> points = points_around(view);
  const std::vector<double> values = values_at(f, points);
  for (std::uint32_t j = 0; j < view.dimension; ++j) {
    std::vector<double> moved = points;
    for (std::size_t p = 0; p < count; ++p) moved[p * view.dimension + j] += 3 * view.wrap[j];
    EXPECT_LT(worst(values, values_at(f, moved)), 1e-11) << "axis " << j;
  }
}

TEST_P(BoundaryRules, MirrorReflectsValuesAndGradients) {
  const CompiledSpace space(GetParam());
  if (!space.supports(LATSPLINE_BOUNDARY_MIRROR)) GTEST_SKIP() << "the lattice has no mirror symmetry in its axes";
  const Evaluator f = random_spline(space, 4, LATSPLINE_BOUNDARY_MIRROR);
  const latspline_volume& view = f.volume().view();
  const std::vector<double> points = points_around(view);
  std::vector<double> gradients, moved_gradients;
  const std::vector<double> values = values_at(f, points, &gradients);
  for (std::uint32_t j = 0; j < view.dimension; ++j) {
    for (const double mirror : {0.0, view.top[j]}) {
      std::vector<double> moved = points;
      for (std::size_t p = 0; p < count; ++p)
        moved[p * view.dimension + j] = 2 * mirror - moved[p * view.dimension + j];
      EXPECT_LT(worst(values, values_at(f, moved, &moved_gradients)), 1e-11) << "axis " << j;
      for (std::size_t p = 0; p < count; ++p) moved_gradients[p * view.dimension + j] *= -1;
      EXPECT_LT(worst(gradients, moved_gradients), 1e-10) << "axis " << j;
    }
  }
}

TEST_P(BoundaryRules, ZeroAndValueAreConstantBeyondTheSupport) {
  const CompiledSpace space(GetParam());
  for (const auto rule : {LATSPLINE_BOUNDARY_ZERO, LATSPLINE_BOUNDARY_VALUE}) {
    const Evaluator f = random_spline(space, 4, rule);
    const latspline_volume& view = f.volume().view();
    const double outside = rule == LATSPLINE_BOUNDARY_VALUE ? 0.375 : 0;
    std::vector<double> gradients, points = points_around(view);
    for (std::size_t p = 0; p < count; ++p) {
      const auto j = static_cast<std::uint32_t>(p % view.dimension);
      const double beyond = space.shape().reach[j] + 0.1 * static_cast<double>(p + 1);
      points[p * view.dimension + j] = p % 2 ? -beyond : view.top[j] + beyond;
    }
    const std::vector<double> values = values_at(f, points, &gradients);
    for (const double value : values) EXPECT_EQ(value, outside);
    for (const double component : gradients) EXPECT_EQ(component, 0);
    // Just inside the support the spline has all but reached the constant.
    for (std::size_t p = 0; p < count; ++p) {
      const auto j = static_cast<std::uint32_t>(p % view.dimension);
      points[p * view.dimension + j] =
          p % 2 ? -space.shape().reach[j] + 1e-9 : view.top[j] + space.shape().reach[j] - 1e-9;
    }
    for (const double value : values_at(f, points)) EXPECT_NEAR(value, outside, 1e-7);
  }
}

TEST_P(BoundaryRules, ClampRepeatsWithTheLatticesPeriodFarOutside) {
  const CompiledSpace space(GetParam());
  const Evaluator f = random_spline(space, 4, LATSPLINE_BOUNDARY_CLAMP);
  const latspline_volume& view = f.volume().view();
  for (std::uint32_t j = 0; j < view.dimension; ++j) {
    for (const bool below : {false, true}) {
      std::vector<double> near = points_around(view);
      const std::vector<double> within = uniform_numbers(count, 0, view.wrap[j], 12);
      for (std::size_t p = 0; p < count; ++p) {
        near[p * view.dimension + j] =
            below ? -space.shape().reach[j] - within[p] : view.top[j] + space.shape().reach[j] + within[p];
      }
      std::vector<double> far = near;
      for (std::size_t p = 0; p < count; ++p) far[p * view.dimension + j] += (below ? -7 : 7) * view.wrap[j];
      EXPECT_LT(worst(values_at(f, near), values_at(f, far)), 1e-11) << "axis " << j;
    }
  }
}

TEST_P(BoundaryRules, TheSplineIsContinuousWhereThePointIsMoved) {
  const CompiledSpace space(GetParam());
  if (space.continuity() < 0) GTEST_SKIP() << "a discontinuous space";
  for (const auto rule : {LATSPLINE_BOUNDARY_CLAMP, LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_BOUNDARY_PERIODIC}) {
    if (!space.supports(rule)) continue;
    const Evaluator f = random_spline(space, 4, rule);
    const latspline_volume& view = f.volume().view();
    for (std::uint32_t j = 0; j < view.dimension; ++j) {
      for (const double edge : {view.lower[j], view.upper[j]}) {
        std::vector<double> before = points_around(view);
        for (std::size_t p = 0; p < count; ++p) before[p * view.dimension + j] = edge - 1e-9;
        std::vector<double> after = before;
        for (std::size_t p = 0; p < count; ++p) after[p * view.dimension + j] = edge + 1e-9;
        EXPECT_LT(worst(values_at(f, before), values_at(f, after)), 1e-7) << "rule " << rule << " axis " << j;
      }
    }
  }
}

TEST_P(BoundaryRules, PointsThatAreNotFiniteGiveNaN) {
  const CompiledSpace space(GetParam());
  for (const auto rule : every_rule) {
    if (!space.supports(rule)) continue;
    const Evaluator f = random_spline(space, 3, rule);
    const std::uint32_t s = space.shape().dimension;
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      for (std::uint32_t j = 0; j < s; ++j) {
        std::vector<double> point(s, 1.25), gradient(s);
        point[j] = bad;
        EXPECT_TRUE(std::isnan(f(point, gradient))) << "rule " << rule;
        for (const double component : gradient) EXPECT_TRUE(std::isnan(component));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Spaces, BoundaryRules,
                         testing::Values("z1/cubic", "z2/quadratic", "z2/zp", "quincunx/tp-linear", "hex/quartic",
                                         "bcc/rdodec-linear", "fcc/toct-cubic", "cc/cubic"),
                         [](const auto& spaces) { return case_name(spaces.param); });

}  // namespace
}  // namespace latspline
