#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "latspline/jit/jit.h"
#include "unit/codegen/exact_evaluation.h"

namespace latspline::test {

using Points = std::vector<std::vector<double>>;

enum class Layout { packed, one_array_per_axis, spread };

struct Batch {
  int status = -1;
  std::vector<double> values;
  Points gradients;  ///< empty where not asked for
};

namespace detail {

template <typename T, typename Function>
Batch run(Function function, const latspline_volume& volume, const Points& points, bool with_gradient, Layout layout) {
  const std::size_t count = points.size();
  const std::size_t s = volume.dimension;
  std::int64_t point_stride = static_cast<std::int64_t>(s);
  std::int64_t axis_stride = 1;
  if (layout == Layout::one_array_per_axis) {
    point_stride = 1;
    axis_stride = static_cast<std::int64_t>(count);
  } else if (layout == Layout::spread) {
    point_stride = static_cast<std::int64_t>(3 * s + 2);
    axis_stride = 3;
  }
  const std::size_t size = count * (3 * s + 2) + 3 * s;
  const T untouched = static_cast<T>(-777);
  std::vector<T> in(size, untouched);
  std::vector<T> values(count + 1, untouched);
  std::vector<T> gradients(size, untouched);
  const auto at = [&](std::size_t i, std::size_t j) {
    return i * static_cast<std::size_t>(point_stride) + j * static_cast<std::size_t>(axis_stride);
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < s; ++j) in[at(i, j)] = static_cast<T>(points[i][j]);
  }
  Batch batch;
  batch.status = function(&volume, in.data(), point_stride, axis_stride, count, values.data(),
                          with_gradient ? gradients.data() : nullptr, nullptr);
  EXPECT_EQ(values.back(), untouched);
  for (std::size_t i = 0; i < count; ++i) {
    batch.values.push_back(values[i]);
    if (!with_gradient) continue;
    batch.gradients.emplace_back();
    for (std::size_t j = 0; j < s; ++j) {
      batch.gradients.back().push_back(gradients[at(i, j)]);
      gradients[at(i, j)] = untouched;
    }
  }
  for (const T entry : gradients) EXPECT_EQ(entry, untouched) << "written outside the components of the gradients";
  return batch;
}

}  // namespace detail

inline Batch run(const Kernel& kernel, const latspline_volume& volume, const Points& points, bool with_gradient = true,
                 Layout layout = Layout::packed) {
  EXPECT_NE(kernel.f32 == nullptr, kernel.f64 == nullptr);
  return kernel.f32 != nullptr ? detail::run<float>(kernel.f32, volume, points, with_gradient, layout)
                               : detail::run<double>(kernel.f64, volume, points, with_gradient, layout);
}

/// Compiles the plan, runs it at the points in every layout, with and without gradients, and compares with the plan in rationals.
/// Coordinates must be values of the plan's scalar.
inline void expect_exact(const Plan& plan, const std::vector<std::int64_t>& extent, const Points& points,
                         bool check_gradient = true) {
  const Kernel kernel = jit_compile(plan);
  SampleVolume volume(plan, extent);
  const auto coefficient = [&](const IntVector& n) { return volume.coefficient(n); };
  const double unit = plan.options.scalar == Scalar::f32 ? 0x1p-23 : 0x1p-52;
  const Batch batch = run(kernel, volume.view(), points);
  ASSERT_EQ(batch.status, LATSPLINE_OK);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ExactResult exact = evaluate_exactly(plan, points[i], coefficient);
    std::string where = "at";
    for (const double coordinate : points[i]) where += " " + std::to_string(coordinate);
    EXPECT_NEAR(batch.values[i], exact.value, 16 * unit * (1 + exact.magnitude)) << where;
    if (!check_gradient) continue;
    for (std::size_t j = 0; j < exact.gradient.size(); ++j)
      EXPECT_NEAR(batch.gradients[i][j], exact.gradient[j], 512 * unit) << where << ", component " << j;
  }
  for (const Layout layout : {Layout::packed, Layout::one_array_per_axis, Layout::spread}) {
    for (const bool with_gradient : {false, true}) {
      const Batch other = run(kernel, volume.view(), points, with_gradient, layout);
      EXPECT_EQ(other.values, batch.values);
      if (with_gradient) {
        EXPECT_EQ(other.gradients, batch.gradients);
      }
    }
  }
}

/// Points with coordinates that are odd multiples of 1/64 (off the planes of every sample plan but one) in [low, high), from a fixed generator.
inline Points generic_points(int dimension, double low, double high, int count, unsigned seed = 1) {
  Points points;
  std::uint64_t state = seed;
  for (int i = 0; i < count; ++i) {
    points.emplace_back();
    for (int j = 0; j < dimension; ++j) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      const double u = static_cast<double>(state >> 11) * 0x1p-53;
      const double step = std::floor((low + u * (high - low)) * 32);
      // A different odd multiple of 2^-10 a coordinate, so that no two are equal up to sign modulo 1.
      points.back().push_back(step / 32 + (2 * j + 1) * 0x1p-10);
    }
  }
  return points;
}

inline std::vector<PlanOptions> all_scalars_and_rules() {
  std::vector<PlanOptions> all;
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    for (const Boundary boundary :
         {Boundary::zero, Boundary::clamp, Boundary::mirror, Boundary::periodic, Boundary::value}) {
      PlanOptions options;
      options.scalar = scalar;
      options.boundary = boundary;
      all.push_back(options);
    }
  }
  return all;
}

}  // namespace latspline::test
