#include <gtest/gtest.h>

#include "latspline/analysis/analysis.h"
#include "latspline/basis/spline_space.h"
#include "latspline/plan/lower.h"
#include "latspline/reference/interpreter.h"
#include "unit/codegen/kernel_runner.h"

namespace latspline::test {
namespace {

/// Kernels of catalogue spaces, from analysis to machine code, against the exact interpreter of their plans.
class CatalogKernel : public testing::TestWithParam<const char*> {
 protected:
  static Plan plan(PlanOptions options) { return lower(analyze(catalog_space(GetParam())), options); }

  static Evaluation interpreted(const Plan& plan, const std::vector<double>& point, const SampleVolume& volume) {
    Vector x;
    for (const double coordinate : point) x.push_back(Rational::from_double(coordinate));
    return interpret(plan, x, [&](const IntVector& n) { return Rational::from_double(volume.coefficient(n)); });
  }

  /// |c| <= 8, the weights are at least 0 and sum to 1; 64 roundings of numbers up to 8.
  static double bound(Scalar scalar) { return 64 * 8 * (scalar == Scalar::f32 ? 0x1p-24 : 0x1p-53); }

  static std::vector<std::int64_t> extent(const Plan& plan) {
    return std::vector<std::int64_t>(static_cast<std::size_t>(plan.dimension), plan.dimension > 3 ? 2 : 4);
  }
};

INSTANTIATE_TEST_SUITE_P(Catalog, CatalogKernel,
                         testing::Values("z1/cubic", "z2/zp", "hex/linear", "hex/quartic", "quincunx/zp", "cc/linear",
                                         "cc/cubic", "cc/tetrahedral", "bcc/rdodec-linear", "fcc/toct-cubic",
                                         "z4/linear"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
                           return name;
                         });

TEST_P(CatalogKernel, AgreesWithTheInterpreterInsideSubregions) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    for (const bool branches : {true, false}) {
      PlanOptions options;
      options.scalar = scalar;
      options.branches = branches;
      options.boundary = Boundary::periodic;
      const Plan lowered_plan = plan(options);
      const Kernel kernel = jit_compile(lowered_plan);
      SampleVolume volume(lowered_plan, extent(lowered_plan), 10);
      const Points points = generic_points(lowered_plan.dimension, -9, 17, 12);
      const Batch batch = run(kernel, volume.view(), points);
      ASSERT_EQ(batch.status, LATSPLINE_OK);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Evaluation exact = interpreted(lowered_plan, points[i], volume);
        EXPECT_NEAR(batch.values[i], exact.value.to_double(), bound(scalar));
        for (std::size_t j = 0; j < exact.gradient.size(); ++j)
          EXPECT_NEAR(batch.gradients[i][j], exact.gradient[j].to_double(), 8 * bound(scalar));
      }
      const Batch values = run(kernel, volume.view(), points, false);
      for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(values.values[i], batch.values[i], bound(scalar));
    }
  }
}

/// All these functions are continuous: at a plane, any sub-region that a rounding error leads to gives the same value.
TEST_P(CatalogKernel, AgreesWithTheInterpreterOnPlanesAndSites) {
  PlanOptions options;
  options.boundary = Boundary::periodic;
  const Plan lowered_plan = plan(options);
  const Kernel kernel = jit_compile(lowered_plan);
  SampleVolume volume(lowered_plan, extent(lowered_plan), 10);
  Points points;
  // Coordinates in multiples of 1/2 and 1/4, far along the diagonal of such points, and a rounding error away from them.
  for (int i = 0; i < 64; ++i) {
    points.emplace_back();
    for (int j = 0; j < lowered_plan.dimension; ++j) {
      const int digit = (i * (2 * j + 3) + i / 7) % 16;
      double coordinate = i < 32 ? digit / 2.0 : digit / 4.0;
      if (i % 3 == 1) coordinate = static_cast<double>(std::nextafterf(static_cast<float>(coordinate), 100.0F));
      if (i % 3 == 2) coordinate = static_cast<double>(std::nextafterf(static_cast<float>(coordinate), -100.0F));
      points.back().push_back(coordinate == 0 && i % 2 == 1 ? -0.0 : coordinate);
    }
  }
  const Batch batch = run(kernel, volume.view(), points);
  ASSERT_EQ(batch.status, LATSPLINE_OK);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(batch.values[i], interpreted(lowered_plan, points[i], volume).value.to_double(), bound(Scalar::f32))
        << "point " << i;
}

/// f evaluated at the vertices of the sub-regions, where most planes meet and where an index without a sub-region is met in floats.
TEST_P(CatalogKernel, AgreesWithTheInterpreterAtVerticesOfSubregions) {
  PlanOptions options;
  options.boundary = Boundary::periodic;
  const Plan lowered_plan = plan(options);
  const Kernel kernel = jit_compile(lowered_plan);
  SampleVolume volume(lowered_plan, extent(lowered_plan), 10);
  Points points;
  for (const ReferenceSubregion& reference : lowered_plan.references) {
    for (const Vector& vertex : reference.vertices) {
      for (const double shift : {0.0, 3.0}) {
        for (const int direction : {-1, 0, 1}) {
          points.emplace_back();
          for (std::size_t j = 0; j < vertex.size(); ++j) {
            const float coordinate =
                (vertex[j] + lowered_plan.rounding.center[j]).to_float() + static_cast<float>(shift);
            points.back().push_back(
                direction == 0 ? coordinate : std::nextafterf(coordinate, 100.0F * static_cast<float>(direction)));
          }
        }
      }
    }
  }
  ASSERT_FALSE(points.empty());
  const Batch batch = run(kernel, volume.view(), points);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(batch.values[i], interpreted(lowered_plan, points[i], volume).value.to_double(), bound(Scalar::f32))
        << "point " << i;
}

}  // namespace
}  // namespace latspline::test
