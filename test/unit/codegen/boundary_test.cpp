#include <gtest/gtest.h>

#include <cfloat>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

std::string name_of(const PlanOptions& options) {
  return std::string(to_string(options.scalar)) + " " + std::string(to_string(options.boundary));
}

TEST(BoundaryCode, ContinuesOneAxisByEveryRule) {
  for (const PlanOptions& options : all_scalars_and_rules()) {
    SCOPED_TRACE(name_of(options));
    // The rule value is a constant beyond [lower, upper] and the padding within.
    expect_exact(quadratic(options), {7}, generic_points(1, -40, 50, 60));
    expect_exact(quadratic(options), {2}, generic_points(1, -9, 9, 30, 3));
  }
}

TEST(BoundaryCode, ContinuesAxesIndependently) {
  for (const PlanOptions& options : all_scalars_and_rules()) {
    SCOPED_TRACE(name_of(options));
    expect_exact(bcc_linear(options), {3, 4, 2}, generic_points(3, -14, 20, 40));
  }
}

TEST(BoundaryCode, FindsTheSameAfterManyPeriods) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    for (const Boundary boundary : {Boundary::mirror, Boundary::periodic, Boundary::clamp}) {
      PlanOptions options;
      options.scalar = scalar;
      options.boundary = boundary;
      SCOPED_TRACE(name_of(options));
      expect_exact(quadratic(options), {9}, {{4096.25}, {-4096.25}, {8191.125}, {-8190.875}});
    }
  }
}

TEST(BoundaryCode, IsContinuousAtTheEdges) {
  for (const PlanOptions& options : all_scalars_and_rules()) {
    SCOPED_TRACE(name_of(options));
    const Plan plan = quadratic(options);
    // The value alone: the gradient has two sides where the point is mirrored.
    expect_exact(plan, {5}, {{0}, {-0.0}, {4}, {5}, {-0.5}, {4.5}, {8}, {-4}, {-1.5}, {5.5}}, false);
  }
}

TEST(BoundaryCode, NeedsARule) {
  Plan plan = multilinear(1);
  plan.options.boundary = Boundary::automatic;
  EXPECT_THROW(jit_compile(plan), InternalError);
}

TEST(BoundaryCode, MirrorsAnAxisOfOneSiteToAConstant) {
  PlanOptions options;
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    options.scalar = scalar;
    const Plan plan = multilinear(2, options);
    const Kernel kernel = jit_compile(plan);
    SampleVolume volume(plan, {1, 5});
    const Batch batch = run(kernel, volume.view(), {{0, 1.25}, {7.5, 1.25}, {-3, 1.25}});
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(batch.values[i], 0.75 * volume.coefficient({0, 1}) + 0.25 * volume.coefficient({0, 2}));
      EXPECT_EQ(batch.gradients[i][1], volume.coefficient({0, 2}) - volume.coefficient({0, 1}));
    }
    EXPECT_EQ(batch.gradients[1][0], 0);
    EXPECT_EQ(batch.gradients[2][0], 0);
  }
}

TEST(BoundaryCode, MirrorsWithinTheSlackOfTheBounds) {
  // A volume may accept points a little beyond 0 and top: f is mirrored there as well, also where the axis has one site.
  PlanOptions options;
  options.boundary = Boundary::mirror;
  const Plan plan = multilinear(2, options);
  const Kernel kernel = jit_compile(plan);
  SampleVolume volume(plan, {1, 5});
  for (int j = 0; j < 2; ++j) {
    volume.view().lower[j] -= 0x1p-6;
    volume.view().upper[j] += 0x1p-6;
  }
  const double step = volume.coefficient({0, 1}) - volume.coefficient({0, 0});
  const Batch batch = run(kernel, volume.view(), {{0x1p-7, 0.25}, {-0x1p-7, -0x1p-7}, {0, 4 + 0x1p-7}});
  EXPECT_EQ(batch.values[0], volume.coefficient({0, 0}) + 0.25 * step);
  EXPECT_EQ(batch.gradients[0], (std::vector<double>{0, step}));
  EXPECT_EQ(batch.values[1], volume.coefficient({0, 0}) + 0x1p-7 * step);
  EXPECT_EQ(batch.gradients[1], (std::vector<double>{0, -step}));
  EXPECT_EQ(batch.gradients[2][1], volume.coefficient({0, 3}) - volume.coefficient({0, 4}));
}

TEST(BoundaryCode, TakesTheValueAtZeroAlongAnAxisOfOneSite) {
  // Weights without symmetry, as a function that is no product has them: f near 0 is not f at 0.
  PlanOptions options;
  options.boundary = Boundary::mirror;
  Plan plan = empty_plan(2, options);
  ReferenceSubregion cell;
  cell.sites = {{0, 0}};
  cell.weights = {Polynomial::affine({1, 0}, 1)};
  plan.references = {cell};
  plan = lowered(plan);
  const Kernel kernel = jit_compile(plan);
  SampleVolume volume(plan, {1, 5});
  volume.view().lower[0] -= 0x1p-6;
  volume.view().upper[0] += 0x1p-6;
  const Batch batch = run(kernel, volume.view(), {{0x1p-7, 2}, {-0x1p-7, 2}, {5, 2}});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(batch.values[i], volume.coefficient({0, 2}));
    EXPECT_EQ(batch.gradients[i][0], 0);
  }
}

TEST(BoundaryCode, MovesNoPointOutOfTheBounds) {
  // Bounds narrower than the rule's own: what is beyond them is not read even so.
  for (const Boundary boundary : {Boundary::mirror, Boundary::periodic, Boundary::clamp}) {
    PlanOptions options;
    options.boundary = boundary;
    const Plan plan = multilinear(1, options);
    const Kernel kernel = jit_compile(plan);
    SampleVolume volume(plan, {8});
    volume.view().lower[0] = 2;
    volume.view().upper[0] = 5;
    const Batch batch = run(kernel, volume.view(), {{1}, {6.5}, {-3.5}, {1e20}});
    for (const double value : batch.values) {
      double least = 100;
      double greatest = -100;
      for (std::int64_t n = 2; n <= 5; ++n) {
        least = std::min(least, volume.coefficient({n}));
        greatest = std::max(greatest, volume.coefficient({n}));
      }
      EXPECT_GE(value, least);
      EXPECT_LE(value, greatest);
    }
    if (boundary != Boundary::clamp) {
      EXPECT_EQ(batch.values[0], volume.coefficient({2}));
      EXPECT_EQ(batch.values[1], volume.coefficient({5}));
    }
  }
}

TEST(BoundaryCode, AnswersFarAndNonFinitePointsWithoutTouchingMemory) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const PlanOptions& options : all_scalars_and_rules()) {
    SCOPED_TRACE(name_of(options));
    const Plan plan = bcc_linear(options);
    const Kernel kernel = jit_compile(plan);
    SampleVolume volume(plan, {3, 3, 3});
    const double largest = options.scalar == Scalar::f32 ? FLT_MAX : DBL_MAX;
    Points far;
    for (const double big : {1e9, 1e10, 1e18, 1e19, 1e30, largest}) {
      far.push_back({big, 0.5, 0.25});
      far.push_back({1, -big, 0.25});
      far.push_back({-big, big, -big});
    }
    const Batch batch = run(kernel, volume.view(), far);
    ASSERT_EQ(batch.status, LATSPLINE_OK);
    for (std::size_t i = 0; i < far.size(); ++i) {
      // The weights are at least 0 and sum to 1.
      EXPECT_LE(std::abs(batch.values[i]), 8);
      for (const double component : batch.gradients[i]) EXPECT_TRUE(std::isfinite(component));
      if (options.boundary == Boundary::zero || options.boundary == Boundary::value) {
        EXPECT_EQ(batch.values[i], options.boundary == Boundary::zero ? 0 : SampleVolume::outside);
        EXPECT_EQ(batch.gradients[i], std::vector<double>(3, 0.0));
      }
    }

    // Coefficients at an address that nothing may read.
    volume.view().coefficients = reinterpret_cast<const void*>(std::uintptr_t{64});
    const Points bad = {{nan, 1, 1}, {1, nan, 1}, {1, 1, -infinity}, {infinity, 1, 1}, {nan, nan, nan}};
    const Batch lost = run(kernel, volume.view(), bad);
    ASSERT_EQ(lost.status, LATSPLINE_OK);
    for (std::size_t i = 0; i < bad.size(); ++i) {
      EXPECT_TRUE(std::isnan(lost.values[i]));
      for (const double component : lost.gradients[i]) EXPECT_TRUE(std::isnan(component));
    }
    for (const double value : run(kernel, volume.view(), bad, false).values) EXPECT_TRUE(std::isnan(value));
  }
}

}  // namespace
}  // namespace latspline::test
