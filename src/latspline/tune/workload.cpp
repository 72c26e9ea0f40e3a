#include "latspline/tune/workload.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <type_traits>

#include "latspline/runtime/evaluator.h"

namespace latspline {

template <typename T>
Workload<T> make_workload(const LatticeShape& shape, double determinant, latspline_boundary boundary,
                          std::size_t samples, std::size_t points, double step) {
  const std::size_t s = shape.dimension;
  VolumeDescription description;
  description.shape = shape;
  description.scalar = std::is_same_v<T, float> ? LATSPLINE_F32 : LATSPLINE_F64;
  description.boundary = boundary;
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = WorldTransform::identity(shape.dimension);
  std::size_t count = shape.coset_count;
  for (std::size_t j = 0; j < s; ++j) {
    const double edge = std::pow(static_cast<double>(samples) / shape.coset_count, 1.0 / static_cast<double>(s));
    description.extent[j] = std::max<std::int64_t>(2, std::llround(edge));
    count *= static_cast<std::size_t>(description.extent[j]);
  }
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<T> data(count);
  for (T& value : data) value = static_cast<T>(unit(generator));
  Workload<T> result;
  result.volume = Volume(description, std::span<const T>(data));
  const latspline_volume& view = result.volume.view();
  for (std::size_t i = 0; i < points; ++i)
    for (std::size_t j = 0; j < s; ++j) result.random.push_back(static_cast<T>(unit(generator) * view.top[j]));
  const double width = step * std::pow(determinant, 1.0 / static_cast<double>(s));
  std::vector<double> x(s);
  std::vector<double> direction(s);
  for (std::size_t i = 0; i < points; ++i) {
    if (i % 200 == 0) {
      double length = 0;
      for (std::size_t j = 0; j < s; ++j) {
        x[j] = unit(generator) * view.top[j];
        direction[j] = unit(generator) - 0.5;
        length += direction[j] * direction[j];
      }
      for (std::size_t j = 0; j < s; ++j) direction[j] *= width / std::sqrt(length);
    }
    for (std::size_t j = 0; j < s; ++j) {
      if (x[j] + direction[j] < 0 || x[j] + direction[j] > view.top[j]) direction[j] = -direction[j];
      x[j] = std::clamp(x[j] + direction[j], 0.0, view.top[j]);
      result.rays.push_back(static_cast<T>(x[j]));
    }
  }
  return result;
}
template Workload<float> make_workload(const LatticeShape&, double, latspline_boundary, std::size_t, std::size_t,
                                       double);
template Workload<double> make_workload(const LatticeShape&, double, latspline_boundary, std::size_t, std::size_t,
                                        double);

template <typename T>
double time_call(const Kernel& kernel, const Volume& volume, const std::vector<T>& points, std::vector<T>& values,
                 T* gradients) {
  const auto s = static_cast<std::int64_t>(volume.view().dimension);
  const std::size_t count = points.size() / static_cast<std::size_t>(s);
  const auto start = std::chrono::steady_clock::now();
  if constexpr (std::is_same_v<T, float>)
    check_status(kernel.f32(&volume.view(), points.data(), s, 1, count, values.data(), gradients, nullptr));
  else
    check_status(kernel.f64(&volume.view(), points.data(), s, 1, count, values.data(), gradients, nullptr));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e9 /
         static_cast<double>(count);
}
template double time_call(const Kernel&, const Volume&, const std::vector<float>&, std::vector<float>&, float*);
template double time_call(const Kernel&, const Volume&, const std::vector<double>&, std::vector<double>&, double*);

}  // namespace latspline
