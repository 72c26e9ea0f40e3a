#include "latspline/runtime/evaluator.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <limits>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

/// A kernel as a compiler would make it: the linear tensor-product B-spline on Z^2 under the rule mirror.
template <class T>
std::int32_t bilinear(const latspline_volume* volume, const T* points, std::int64_t point_stride,
                      std::int64_t axis_stride, std::size_t count, T* values, T* gradients, T* hessians) {
  if (hessians) return LATSPLINE_NOT_BUILT;
  if (volume->content != LATSPLINE_COEFFICIENTS) return LATSPLINE_NOT_COEFFICIENTS;
  const T* c = static_cast<const T*>(volume->coefficients);
  for (std::size_t p = 0; p < count; ++p) {
    std::int64_t address = 0;
    T y[2], sign[2] = {1, 1};
    bool finite = true;
    for (int j = 0; j < 2; ++j) {
      T x = points[static_cast<std::int64_t>(p) * point_stride + j * axis_stride];
      finite = finite && std::isfinite(x);
      const T wrap = static_cast<T>(volume->wrap[j]);
      x -= wrap * std::floor(x / wrap);
      if (x > wrap / 2) {
        x = wrap - x;
        sign[j] = -1;
      }
      const T n = finite ? std::floor(x) : T{0};
      y[j] = x - n;
      address += static_cast<std::int64_t>(n) * volume->stride[j];
    }
    const std::int64_t up = volume->stride[1];
    const T c00 = c[address], c10 = c[address + 1], c01 = c[address + up], c11 = c[address + up + 1];
    const T nan = std::numeric_limits<T>::quiet_NaN();
    values[p] = finite ? (1 - y[1]) * ((1 - y[0]) * c00 + y[0] * c10) + y[1] * ((1 - y[0]) * c01 + y[0] * c11) : nan;
    if (gradients) {
      gradients[static_cast<std::int64_t>(p) * point_stride] =
          sign[0] * ((1 - y[1]) * (c10 - c00) + y[1] * (c11 - c01));
      gradients[static_cast<std::int64_t>(p) * point_stride + axis_stride] =
          sign[1] * ((1 - y[0]) * (c01 - c00) + y[0] * (c11 - c10));
    }
  }
  return LATSPLINE_OK;
}

Kernel kernel_of(latspline_scalar scalar) {
  Kernel kernel;
  kernel.dimension = 2;
  kernel.space = 77;
  kernel.name = "bilinear";
  if (scalar == LATSPLINE_F32) {
    kernel.f32 = bilinear<float>;
  } else {
    kernel.f64 = bilinear<double>;
  }
  return kernel;
}

VolumeDescription plane(latspline_scalar scalar) {
  VolumeDescription description = describe(cartesian(2, 1), {11, 8}, LATSPLINE_BOUNDARY_MIRROR, scalar);
  description.content = LATSPLINE_COEFFICIENTS;
  return description;
}

/// f(x) = 3 x_0 - 2 x_1 + x_0 x_1, which the bilinear spline reproduces.
Volume ramp(VolumeDescription description) {
  std::vector<double> data;
  for_each_index(description, [&](std::uint32_t, const std::vector<std::int64_t>& i) {
    const auto x = static_cast<double>(i[0]), y = static_cast<double>(i[1]);
    data.push_back(3 * x - 2 * y + x * y);
  });
  return Volume(std::move(description), std::span<const double>(data));
}

TEST(Evaluator, OnePointInEitherScalar) {
  for (const auto scalar : {LATSPLINE_F32, LATSPLINE_F64}) {
    const Evaluator evaluator(kernel_of(scalar), ramp(plane(scalar)));
    std::array<double, 2> gradient{};
    EXPECT_DOUBLE_EQ(evaluator(std::array{2.5, 3.25}, gradient), 3 * 2.5 - 2 * 3.25 + 2.5 * 3.25);
    EXPECT_DOUBLE_EQ(gradient[0], 3 + 3.25);
    EXPECT_DOUBLE_EQ(gradient[1], -2 + 2.5);
    EXPECT_DOUBLE_EQ(evaluator(std::array{10.0, 7.0}), 3 * 10 - 2 * 7 + 70);
    EXPECT_DOUBLE_EQ(evaluator(std::array{-2.5, 3.25}), evaluator(std::array{2.5, 3.25}));
  }
}

TEST(Evaluator, BatchesAgreeWithSinglePointsForAnyNumberOfThreads) {
  const Evaluator evaluator(kernel_of(LATSPLINE_F64), ramp(plane(LATSPLINE_F64)));
  const std::size_t count = 10000;  // more than one block
  std::vector<double> points = noise(2 * count);
  for (double& x : points) x *= 30;
  const auto run = [&](int threads) {
    std::vector<double> values(count), gradients(2 * count);
    tbb::task_arena arena(threads);
    arena.execute([&] { evaluator.evaluate(points, values, gradients); });
    values.insert(values.end(), gradients.begin(), gradients.end());
    return values;
  };
  const std::vector<double> result = run(4);
  EXPECT_EQ(run(1), result);
  for (std::size_t p = 0; p < count; p += 97) {
    std::array<double, 2> gradient{};
    EXPECT_EQ(result[p], evaluator(std::array{points[2 * p], points[2 * p + 1]}, gradient));
    EXPECT_EQ(result[count + 2 * p], gradient[0]);
    EXPECT_EQ(result[count + 2 * p + 1], gradient[1]);
  }
  std::vector<double> values(count);
  evaluator.evaluate(points, values);
  EXPECT_EQ(values, std::vector<double>(result.begin(), result.begin() + count));
}

TEST(Evaluator, WorldCoordinates) {
  for (const auto scalar : {LATSPLINE_F32, LATSPLINE_F64}) {
    VolumeDescription description = plane(scalar);
    description.world.matrix = {0.5, 0.25, 0.0, 2.0};
    description.world.origin = {10, -4};
    const Evaluator evaluator(kernel_of(scalar), ramp(description));
    const std::array<double, 2> x{4.5, 2.5};
    std::array<double, 2> world{}, gradient{}, lattice_gradient{};
    description.world.apply(2, x.data(), world.data());
    double value = 0;
    evaluator.evaluate_world(world, std::span(&value, 1), gradient);
    EXPECT_NEAR(value, evaluator(x, lattice_gradient), 1e-12);
    // grad f = M^T grad_world f
    EXPECT_NEAR(0.5 * gradient[0], lattice_gradient[0], 1e-12);
    EXPECT_NEAR(0.25 * gradient[0] + 2 * gradient[1], lattice_gradient[1], 1e-12);
  }
}

TEST(Evaluator, SaysThatAKernelHasNoHessians) {
  const Evaluator evaluator(kernel_of(LATSPLINE_F64), ramp(plane(LATSPLINE_F64)));
  std::array<double, 3> hessian{};
  EXPECT_THROW(evaluator(std::array{1.0, 1.0}, {}, hessian), UnsupportedError);
  std::array<double, 2> short_hessian{};
  EXPECT_THROW(evaluator(std::array{1.0, 1.0}, {}, short_hessian), InputError);
}

TEST(Evaluator, PointsThatAreNotFiniteGiveNaN) {
  const Evaluator evaluator(kernel_of(LATSPLINE_F64), ramp(plane(LATSPLINE_F64)));
  const std::vector<double> points{std::nan(""), 1, 2, std::numeric_limits<double>::infinity(), 2, 1};
  std::vector<double> values(3);
  evaluator.evaluate_world(points, values);
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], 6);
}

TEST(Evaluator, RejectsAKernelAndAVolumeThatDoNotBelongTogether) {
  const auto message = [](const Kernel& kernel, const Volume& volume) {
    return error_of<InputError>([&] { Evaluator(kernel, volume); });
  };
  const Kernel kernel = kernel_of(LATSPLINE_F64);
  const Volume volume = ramp(plane(LATSPLINE_F64));
  EXPECT_NE(message(kernel, Volume()).find("the volume is empty"), std::string::npos);
  EXPECT_NE(message(kernel_of(LATSPLINE_F32), volume).find("reads f32, the volume holds f64"), std::string::npos);
  Kernel changed = kernel;
  changed.f64 = nullptr;
  EXPECT_NE(message(changed, volume).find("no function"), std::string::npos);
  changed = kernel;
  changed.space = 78;
  EXPECT_NE(message(changed, volume).find("another spline space"), std::string::npos);
  changed = kernel;
  changed.dimension = 3;
  EXPECT_NE(message(changed, volume).find("dimension 3, the volume 2"), std::string::npos);
  changed = kernel;
  changed.boundary = LATSPLINE_BOUNDARY_ZERO;
  EXPECT_NE(message(changed, volume).find("rule zero, the volume mirror"), std::string::npos);
  VolumeDescription samples = plane(LATSPLINE_F64);
  samples.content = LATSPLINE_SAMPLES;
  EXPECT_NE(message(kernel, ramp(samples)).find("holds samples"), std::string::npos);
}

TEST(Evaluator, RejectsSpansThatDisagree) {
  const Evaluator evaluator(kernel_of(LATSPLINE_F64), ramp(plane(LATSPLINE_F64)));
  std::vector<double> points(6), values(3), gradients(6);
  EXPECT_THROW(evaluator.evaluate(std::span<const double>(points).first(5), values), InputError);
  EXPECT_THROW(evaluator.evaluate(points, values, std::span(gradients).first(3)), InputError);
  EXPECT_THROW(evaluator(std::span<const double>(points).first(3)), InputError);
  const std::vector<float> narrow(6);
  std::vector<float> narrow_values(3);
  EXPECT_NE(error_of<InputError>([&] { evaluator.evaluate(narrow, narrow_values); }).find("is f64"), std::string::npos);
}

TEST(Evaluator, StopsOnRequestAndReportsProgress) {
  const Evaluator evaluator(kernel_of(LATSPLINE_F64), ramp(plane(LATSPLINE_F64)));
  std::vector<double> points(2 * 20000), values(20000);
  double last = 0;
  evaluator.evaluate_world(points, values, {}, {}, [&](double part) { last = part; });
  EXPECT_EQ(last, 1);
  request_interrupt();
  EXPECT_THROW(evaluator.evaluate(points, values), Interrupted);
  clear_interrupt();
}

TEST(Evaluator, EveryStatusIsAnError) {
  EXPECT_NO_THROW(check_status(LATSPLINE_OK));
  for (int status = LATSPLINE_ABI_MISMATCH; status <= LATSPLINE_NULL_ARGUMENT; ++status)
    EXPECT_THROW(check_status(status), InputError);
  EXPECT_THROW(check_status(99), InternalError);
  EXPECT_THROW(check_status(-1), InternalError);
}

}  // namespace
}  // namespace latspline
