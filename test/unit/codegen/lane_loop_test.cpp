#include "latspline/codegen/lane_loop.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

const double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Plan folded(Plan plan) {
  plan.fold = cubic_fold(plan.dimension);
  return plan;
}

std::vector<Plan> sample_plans(const PlanOptions& options) {
  return {multilinear(1, options), multilinear(3, options), folded(multilinear(3, options)), bcc_linear(options),
          quincunx_triangles(options)};
}

Plan with_lanes(Plan plan, int lanes) {
  plan.options.lanes = lanes;
  return plan;
}

/// Bit for bit, but that any NaN is any other.
void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i << ": " << a[i] << " and " << b[i];
}

/// Within the volume, beyond it, on sites and planes, far, and not finite, mixed in every way among neighbours.
Points mixed_points(int dimension, int count) {
  Points points = generic_points(dimension, -9, 14, count);
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<double>& x = points[i];
    if (i % 5 == 0) x = generic_points(dimension, 0, 3, 1, static_cast<unsigned>(i + 1)).front();
    if (i % 7 == 3) x[i % x.size()] = std::round(x[i % x.size()]);
    if (i % 11 == 4) x[i % x.size()] = i % 2 == 0 ? 1e6 : -3e7;
    if (i % 13 == 6) x[i % x.size()] = i % 2 == 0 ? nan : -infinity;
    if (i % 17 == 9) x[i % x.size()] = -0.0;
    // A block of one kind, so that no lane is to be evaluated.
    if (i >= 64 && i < 96) x[0] = nan;
    if (i >= 96 && i < 128) x.back() = 1e5;
  }
  return points;
}

TEST(LaneLoop, GivesTheBitsOfTheScalarLoop) {
  // About 3 s: forty kernels.
  for (const PlanOptions& options : all_scalars_and_rules()) {
    const bool single = options.scalar == Scalar::f32;
    // Every plan under one rule of each kind; every rule for one plan.
    const bool all = options.boundary == Boundary::mirror || (single && options.boundary == Boundary::value);
    for (const Plan& plan : all ? sample_plans(options) : std::vector<Plan>{bcc_linear(options)}) {
      SCOPED_TRACE(std::string(to_string(options.scalar)) + " " + std::string(to_string(options.boundary)) +
                   " s = " + std::to_string(plan.dimension));
      std::vector<std::int64_t> extent(static_cast<std::size_t>(plan.dimension), 3);
      SampleVolume volume(plan, extent);
      const Points points = mixed_points(plan.dimension, 149);
      const Kernel scalar = jit_compile(with_lanes(plan, 1));
      const Kernel lanes = jit_compile(with_lanes(plan, single ? 16 : 8));
      for (const Layout layout : {Layout::packed, Layout::one_array_per_axis, Layout::spread}) {
        for (const bool with_gradient : {false, true}) {
          const Batch a = run(scalar, volume.view(), points, with_gradient, layout);
          const Batch b = run(lanes, volume.view(), points, with_gradient, layout);
          ASSERT_EQ(a.status, LATSPLINE_OK);
          ASSERT_EQ(b.status, LATSPLINE_OK);
          expect_same(a.values, b.values);
          for (std::size_t i = 0; i < a.gradients.size(); ++i) expect_same(a.gradients[i], b.gradients[i]);
        }
      }
    }
  }
}

TEST(LaneLoop, GivesTheSameForEveryCountAndWidth) {
  PlanOptions options;
  options.boundary = Boundary::zero;
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    options.scalar = scalar;
    for (const bool branches : {true, false}) {
      options.branches = branches;
      const Plan plan = quincunx_triangles(options);
      SampleVolume volume(plan, {4, 4});
      const Points points = mixed_points(plan.dimension, 37);
      const std::vector<double> expected = run(jit_compile(with_lanes(plan, 1)), volume.view(), points).values;
      for (const int lanes : {0, 4, 8, 16}) {
        const Kernel kernel = jit_compile(with_lanes(plan, lanes));
        for (std::size_t count = 0; count <= points.size(); ++count) {
          SCOPED_TRACE(std::to_string(lanes) + " lanes, " + std::to_string(count) + " points");
          const Batch batch =
              run(kernel, volume.view(), Points(points.begin(), points.begin() + count), count % 2 == 0);
          ASSERT_EQ(batch.status, LATSPLINE_OK);
          expect_same(batch.values, {expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(count)});
        }
      }
    }
  }
}

/// Memory that ends at pages that cannot be read, before and after.
class GuardedMemory {
 public:
  explicit GuardedMemory(std::size_t bytes, bool at_end) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    size_ = (bytes + page_ - 1) / page_ * page_ + 2 * page_;
    memory_ = static_cast<char*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_, page_, PROT_NONE);
    mprotect(memory_ + size_ - page_, page_, PROT_NONE);
    data_ = at_end ? memory_ + size_ - page_ - bytes : memory_ + page_;
  }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory() { munmap(memory_, size_); }
  float* data() const { return reinterpret_cast<float*>(data_); }

 private:
  std::size_t page_;
  std::size_t size_ = 0;
  char* memory_ = nullptr;
  char* data_ = nullptr;
};

TEST(LaneLoop, TouchesNothingOutsideItsArrays) {
  // Volumes stored without any padding, by a kernel for the rule mirror at points whose sites are all stored: the coefficients, the points,
  // the values and the gradients end where memory ends.
  PlanOptions options;
  options.boundary = Boundary::mirror;
  for (const Plan& plan : {multilinear(3, options), multilinear(2, options), multilinear(1, options)}) {
    const auto s = static_cast<std::size_t>(plan.dimension);
    const Kernel kernel = jit_compile(with_lanes(plan, 16));
    constexpr std::int64_t extent = 4;
    std::size_t size = 1;
    latspline_volume view{};
    SampleVolume sample(plan, std::vector<std::int64_t>(s, extent));
    view = sample.view();
    for (std::size_t j = 0; j < s; ++j) {
      view.stride[j] = static_cast<std::int64_t>(size);
      view.padding[j] = 0;
      view.lower[j] = 0;
      view.upper[j] = view.top[j] = static_cast<double>(extent - 1) - 0x1p-10;
      size *= extent;
    }
    view.coset_stride = static_cast<std::int64_t>(size);
    for (const bool at_end : {false, true}) {
      const GuardedMemory coefficients(size * sizeof(float), at_end);
      for (std::size_t i = 0; i < size; ++i) coefficients.data()[i] = 1;
      view.coefficients = coefficients.data();
      for (const std::size_t count : {16U, 17U, 31U, 50U}) {
        const GuardedMemory points(count * s * sizeof(float), at_end);
        const GuardedMemory values(count * sizeof(float), at_end);
        const GuardedMemory gradients(count * s * sizeof(float), at_end);
        for (std::size_t i = 0; i < count * s; ++i)
          points.data()[i] = static_cast<float>(i % 3 == 0 ? view.upper[0] : static_cast<double>(i % 97) / 33.0);
        for (const bool packed : {true, false}) {
          for (float* gradient : {static_cast<float*>(nullptr), gradients.data()}) {
            ASSERT_EQ(
                kernel.f32(&view, points.data(), packed ? static_cast<std::int64_t>(s) : 1,
                           packed ? 1 : static_cast<std::int64_t>(count), count, values.data(), gradient, nullptr),
                LATSPLINE_OK);
            for (std::size_t i = 0; i < count; ++i) EXPECT_NEAR(values.data()[i], 1, 1e-6);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace latspline::test
