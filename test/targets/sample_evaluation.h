#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "exact/spaces.h"
#include "latspline/jit/jit.h"
#include "latspline/runtime/evaluator.h"
#include "tools/prepared_space.h"

namespace latspline::test {

/// The catalogue, but for what takes half a minute and more to compile.
inline std::vector<std::string> quick_spaces() {
  const std::set<std::string> costly{"d4/voronoi3", "bcc/voronoi4",   "bcc/voronoi3", "fcc/voronoi4",
                                     "d4/8dir",     "fcc/toct-nonic", "a5s/doubled",  "z4/quintic"};
  std::vector<std::string> names;
  for (const CatalogEntry& entry : catalog())
    if (costly.count(entry.name) == 0) names.push_back(entry.name);
  return names;
}

/// A missing tool is a skip on a developer's machine and a failure in CI.
inline bool runs_in_ci() {
  const char* ci = std::getenv("CI");
  return ci != nullptr && *ci != '\0';
}

/// A small volume of random coefficients, points around it, and what the host's kernel makes of them: what a kernel for another target is held against.
template <typename T>
class SampleEvaluation {
 public:
  static constexpr std::size_t count = 61;  ///< points: whole vectors and a rest

  /// `host`: this machine, or as much of it as another machine does alike.
  SampleEvaluation(const std::string& name, PlanOptions options, const Target& host = host_target())
      : volume_(make_volume(name, options)) {
    if (!(host == host_target())) space_.kernel = jit_compile(space_.plan, host);
    const latspline_volume& view = volume_.view();
    points_ = points_around(view);
    values_.resize(count);
    gradients_.resize(count * dimension());
    values_with_gradients_.resize(count);
    call(values_.data(), nullptr);
    call(values_with_gradients_.data(), gradients_.data());
  }

  const Plan& plan() const { return space_.plan; }
  const latspline_volume& view() const { return volume_.view(); }
  std::size_t dimension() const { return view().dimension; }
  /// What a caller lays out: without padding, axis 0 fastest, coset slowest.
  std::vector<double> coefficients() const { return volume_.values(); }
  const std::vector<T>& points() const { return points_; }
  /// Where nothing else is asked for; with the gradients the order of operations is another.
  const std::vector<T>& values() const { return values_; }
  const std::vector<T>& values_with_gradients() const { return values_with_gradients_; }
  const std::vector<T>& gradients() const { return gradients_; }
  /// Elements of padding before the site at index 0 of coset 0.
  std::int64_t origin() const {
    std::int64_t before = 0;
    for (std::size_t j = 0; j < dimension(); ++j) before += view().padding[j] * view().stride[j];
    return before;
  }
  /// From the first element of padding of coset 0 to the last of the last coset.
  std::span<const T> storage() const {
    std::int64_t after = static_cast<std::int64_t>(view().coset_count - 1) * view().coset_stride;
    for (std::size_t j = 0; j < dimension(); ++j)
      after += (view().extent[j] + view().padding[j] - 1) * view().stride[j];
    return {static_cast<const T*>(view().coefficients) - origin(), static_cast<std::size_t>(origin() + after + 1)};
  }

  /// Equal bit for bit, any NaN equal to any.
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
    return true;
  }
  /// The largest difference; infinite where one alone is NaN.
  static double difference(const std::vector<T>& a, const std::vector<T>& b) {
    double worst = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (std::isnan(a[i]) && std::isnan(b[i])) continue;
      const double distance = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
      worst = std::isnan(distance) ? std::numeric_limits<double>::infinity() : std::max(worst, distance);
    }
    return worst;
  }

 private:
  Volume make_volume(const std::string& name, PlanOptions options) {
    options.scalar = std::is_same_v<T, float> ? Scalar::f32 : Scalar::f64;
    space_ = tools::prepare_space(name, options);
    const auto s = static_cast<std::size_t>(space_.plan.dimension);
    VolumeDescription description;
    description.shape = space_.shape;
    description.scalar = std::is_same_v<T, float> ? LATSPLINE_F32 : LATSPLINE_F64;
    description.boundary = static_cast<latspline_boundary>(space_.plan.options.boundary);
    description.content = LATSPLINE_COEFFICIENTS;
    description.world = WorldTransform::identity(static_cast<std::uint32_t>(s));
    std::size_t sites = space_.shape.coset_count;
    for (std::size_t j = 0; j < s; ++j) {
      description.extent[j] = s <= 3 ? 4 + static_cast<std::int64_t>(j) : 2;
      sites *= static_cast<std::size_t>(description.extent[j]);
    }
    std::mt19937_64 generator(9);
    std::uniform_real_distribution<double> coefficient(-1, 1);
    std::vector<T> data(sites);
    for (T& value : data) value = static_cast<T>(coefficient(generator));
    return Volume(description, std::span<const T>(data));
  }

  /// Random points inside and around, some on sites, some far, some not finite.
  static std::vector<T> points_around(const latspline_volume& view) {
    std::mt19937_64 generator(3);
    std::vector<T> points;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < view.dimension; ++j) {
        std::uniform_real_distribution<double> entry(-2, view.top[j] + 2);
        double x = entry(generator);
        if (i % 5 == 0) x = std::round(x);
        if (i == 7) x = 1e30;
        if (i == 11 && j == 0) x = std::numeric_limits<double>::quiet_NaN();
        points.push_back(static_cast<T>(x));
      }
    }
    return points;
  }

  void call(T* values, T* gradients) const {
    const auto s = static_cast<std::int64_t>(dimension());
    if constexpr (std::is_same_v<T, float>)
      check_status(space_.kernel.f32(&view(), points_.data(), s, 1, count, values, gradients, nullptr));
    else
      check_status(space_.kernel.f64(&view(), points_.data(), s, 1, count, values, gradients, nullptr));
  }

  tools::PreparedSpace space_;
  Volume volume_;
  std::vector<T> points_;
  std::vector<T> values_;
  std::vector<T> values_with_gradients_;
  std::vector<T> gradients_;
};

}  // namespace latspline::test
