#include "latspline/jit/jit.h"

#include <gtest/gtest.h>

#include <thread>

#include "latspline/base/hash.h"
#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

TEST(Jit, DescribesItsKernel) {
  PlanOptions options;
  options.boundary = Boundary::clamp;
  const Plan plan = bcc_linear(options);
  const Kernel kernel = jit_compile(plan);
  EXPECT_NE(kernel.f32, nullptr);
  EXPECT_EQ(kernel.f64, nullptr);
  EXPECT_EQ(kernel.dimension, 3u);
  EXPECT_EQ(kernel.space, plan.space);
  EXPECT_EQ(kernel.boundary, LATSPLINE_BOUNDARY_CLAMP);
  EXPECT_EQ(kernel.name, "latspline_" + hex64(plan_hash(plan)));
  EXPECT_NE(kernel.code, nullptr);
}

TEST(Jit, SetsTheFunctionOfTheScalar) {
  PlanOptions options;
  options.scalar = Scalar::f64;
  const Kernel kernel = jit_compile(multilinear(1, options));
  EXPECT_EQ(kernel.f32, nullptr);
  EXPECT_NE(kernel.f64, nullptr);
}

TEST(Jit, KeepsTheCodeAsLongAsACopyLives) {
  const Plan plan = multilinear(1);
  SampleVolume volume(plan, {4});
  Kernel kept;
  {
    const Kernel first = jit_compile(plan);
    kept = first;
  }
  EXPECT_EQ(run(kept, volume.view(), {{1}}).values[0], volume.coefficient({1}));
  std::weak_ptr<const void> code = kept.code;
  kept = Kernel{};
  EXPECT_TRUE(code.expired());
}

TEST(Jit, CompilesTheSamePlanTwice) {
  const Plan plan = multilinear(2);
  const Kernel a = jit_compile(plan);
  const Kernel b = jit_compile(plan);
  EXPECT_NE(a.f32, b.f32);
  SampleVolume volume(plan, {4, 4});
  const Points points = generic_points(2, -4, 8, 20);
  EXPECT_EQ(run(a, volume.view(), points).values, run(b, volume.view(), points).values);
}

TEST(Jit, CompilesAndRunsInSeveralThreads) {
  const Plan plan = bcc_linear();
  SampleVolume volume(plan, {4, 4, 4});
  const Points points = generic_points(3, -4, 12, 50);
  const std::vector<double> expected = run(jit_compile(plan), volume.view(), points).values;
  std::vector<std::vector<double>> found(3);
  std::vector<std::thread> threads;
  for (std::vector<double>& values : found)
    threads.emplace_back([&] { values = run(jit_compile(plan), volume.view(), points).values; });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& values : found) EXPECT_EQ(values, expected);
}

TEST(Jit, EvaluatesASinglePointAsInABatch) {
  for (const PlanOptions& options : all_scalars_and_rules()) {
    const Plan plan = bcc_linear(options);
    const Kernel kernel = jit_compile(plan);
    SampleVolume volume(plan, {4, 4, 4});
    const Points points = generic_points(3, -6, 14, 25);
    const Batch all = run(kernel, volume.view(), points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Batch one = run(kernel, volume.view(), {points[i]});
      EXPECT_EQ(one.values[0], all.values[i]);
      EXPECT_EQ(one.gradients[0], all.gradients[i]);
    }
  }
}

}  // namespace
}  // namespace latspline::test
