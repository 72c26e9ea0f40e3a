#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "latspline/runtime/evaluator.h"
#include "latspline/tune/workload.h"
#include "tools/prepared_space.h"

namespace latspline::test {
namespace {

/// Values, gradients and, of kernels made with them, Hessians.
template <typename T>
std::vector<T> evaluated(const tools::PreparedSpace& space, const Volume& volume, const std::vector<T>& points,
                         std::size_t count, std::int64_t point_stride, std::int64_t axis_stride) {
  const std::size_t s = volume.view().dimension;
  std::vector<T> values(count, T(7));
  std::vector<T> gradients(points.size(), T(7));
  std::vector<T> hessians(space.plan.options.hessian ? count * s * (s + 1) / 2 : 0, T(7));
  T* const second = hessians.empty() ? nullptr : hessians.data();
  if constexpr (std::is_same_v<T, float>)
    check_status(space.kernel.f32(&volume.view(), points.data(), point_stride, axis_stride, count, values.data(),
                                  gradients.data(), second));
  else
    check_status(space.kernel.f64(&volume.view(), points.data(), point_stride, axis_stride, count, values.data(),
                                  gradients.data(), second));
  values.insert(values.end(), gradients.begin(), gradients.end());
  values.insert(values.end(), hessians.begin(), hessians.end());
  return values;
}

template <typename T>
void expect_the_bits_of_single_points(const std::string& name, PlanOptions options) {
  options.scalar = std::is_same_v<T, float> ? Scalar::f32 : Scalar::f64;
  options.bin = Bin::on;
  const tools::PreparedSpace sorted = tools::prepare_space(name, options);
  ASSERT_GT(sorted.plan.references.size(), 1u) << "nothing to sort by";
  options.lanes = 1;
  const tools::PreparedSpace single = tools::prepare_space(name, options);
  const auto boundary = static_cast<latspline_boundary>(sorted.plan.options.boundary);
  const Workload<T> work = make_workload<T>(sorted.shape, sorted.determinant, boundary, 3000, 700, 0.5);
  const auto s = static_cast<std::int64_t>(sorted.shape.dimension);
  // Fewer than a vector, whole vectors, a block and a little less and more, blocks whose last is less than a vector.
  for (const std::size_t count : {3u, 16u, 17u, 255u, 256u, 257u, 271u, 272u, 512u, 515u, 700u}) {
    std::vector<T> points(work.random.begin(), work.random.begin() + static_cast<std::ptrdiff_t>(count) * s);
    points[points.size() / 2] = std::numeric_limits<T>::quiet_NaN();
    points[points.size() / 3] = T(1e6);
    for (const auto& [point_stride, axis_stride] :
         {std::pair{s, std::int64_t{1}}, std::pair{std::int64_t{1}, static_cast<std::int64_t>(count)}}) {
      const std::vector<T> expected = evaluated(single, work.volume, points, count, point_stride, axis_stride);
      const std::vector<T> found = evaluated(sorted, work.volume, points, count, point_stride, axis_stride);
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_TRUE(found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i])))
            << count << " points, number " << i << ": " << found[i] << " is not " << expected[i];
    }
  }
}

TEST(Bins, GiveTheBitsOfSinglePoints) {
  expect_the_bits_of_single_points<float>("bcc/voronoi2", {});
  expect_the_bits_of_single_points<double>("cc/6dir", {.boundary = Boundary::zero});
}

/// Sub-regions that are images of a reference, with transforms.
TEST(Bins, GiveTheBitsOfSinglePointsByTables) {
  expect_the_bits_of_single_points<float>("fcc/toct-cubic", {.strategy = Strategy::table, .hessian = true});
}

}  // namespace
}  // namespace latspline::test
