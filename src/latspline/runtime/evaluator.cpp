#include "latspline/runtime/evaluator.h"

#include <string>
#include <utility>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/parallel.h"

namespace latspline {
namespace {

constexpr std::size_t points_per_block = 4096;

void check_pair(const Kernel& kernel, const Volume& volume) {
  const std::string item = "evaluator: kernel '" + kernel.name + "'";
  if ((kernel.f32 != nullptr) == (kernel.f64 != nullptr)) {
    throw InputError(item + " has " + (kernel.f32 ? "two functions" : "no function") +
                     "; accepted: exactly one of f32 and f64");
  }
  const latspline_volume& view = volume.view();
  if (!view.coefficients) throw InputError(item + ": the volume is empty; accepted: a volume of coefficients");
  if (kernel.dimension != view.dimension) {
    throw InputError(item + " has dimension " + std::to_string(kernel.dimension) + ", the volume " +
                     std::to_string(view.dimension) + "; accepted: equal dimensions");
  }
  if (kernel.space != view.space) {
    throw InputError(
        item + " evaluates another spline space than the volume's coefficients belong to; accepted: equal spaces");
  }
  const latspline_scalar scalar = kernel.f32 ? LATSPLINE_F32 : LATSPLINE_F64;
  if (scalar != view.scalar) {
    throw InputError(item + " reads " + (kernel.f32 ? "f32" : "f64") + ", the volume holds " +
                     (kernel.f32 ? "f64" : "f32") + "; accepted: equal scalars");
  }
  if (kernel.boundary != volume.description().boundary) {
    throw InputError(item + " follows the boundary rule " + boundary_name(kernel.boundary) + ", the volume " +
                     boundary_name(volume.description().boundary) + "; accepted: equal rules");
  }
  if (view.content != LATSPLINE_COEFFICIENTS) {
    throw InputError(item + ": the volume holds samples; accepted: coefficients (prefilter it first)");
  }
}

constexpr std::size_t hessian_size(std::size_t s) { return s * (s + 1) / 2; }

/// The number of points in a batch; InputError where the spans disagree.
std::size_t point_count(std::uint32_t dimension, std::size_t points, std::size_t values, std::size_t gradients,
                        std::size_t hessians) {
  const std::size_t entries = hessian_size(dimension);
  if (points != values * dimension || (gradients != 0 && gradients != points) ||
      (hessians != 0 && hessians != values * entries)) {
    throw InputError("evaluate: " + std::to_string(points) + " coordinates, " + std::to_string(values) + " values, " +
                     std::to_string(gradients) + " gradient entries, " + std::to_string(hessians) +
                     " Hessian entries; accepted: dimension " + std::to_string(dimension) +
                     " coordinates a value, as many gradient entries as coordinates or none, and " +
                     std::to_string(entries) + " Hessian entries a value or none");
  }
  return values;
}

/// Where the results of a call go; null: not asked for.
template <class T>
struct Results {
  T* values = nullptr;
  T* gradients = nullptr;
  T* hessians = nullptr;

  /// Of the points from `first` on.
  Results from(std::size_t first, std::size_t s) const {
    return {values + first, gradients ? gradients + first * s : nullptr,
            hessians ? hessians + first * hessian_size(s) : nullptr};
  }
};

int call(const Kernel& kernel, const latspline_volume& view, const float* points, std::size_t count,
         const Results<float>& results) {
  return kernel.f32(&view, points, view.dimension, 1, count, results.values, results.gradients, results.hessians);
}

int call(const Kernel& kernel, const latspline_volume& view, const double* points, std::size_t count,
         const Results<double>& results) {
  return kernel.f64(&view, points, view.dimension, 1, count, results.values, results.gradients, results.hessians);
}

template <class T>
T* data_or_null(std::span<T> span) {
  return span.empty() ? nullptr : span.data();
}

template <class T>
void evaluate_batch(const Kernel& kernel, const latspline_volume& view, std::span<const T> points, std::span<T> values,
                    std::span<T> gradients, std::span<T> hessians) {
  const std::size_t s = view.dimension;
  const std::size_t count =
      point_count(view.dimension, points.size(), values.size(), gradients.size(), hessians.size());
  const Results<T> all{values.data(), data_or_null(gradients), data_or_null(hessians)};
  parallel_blocks(count, points_per_block, [&](std::size_t begin, std::size_t end) {
    check_status(call(kernel, view, points.data() + begin * s, end - begin, all.from(begin, s)));
  });
}

/// One block of evaluate_world, computed by a kernel of scalar T.
template <class T>
void evaluate_world_block(const Kernel& kernel, const latspline_volume& view, const WorldTransform& to_lattice,
                          const double* points, std::size_t count, const Results<double>& results) {
  const std::uint32_t s = view.dimension;
  const std::size_t entries = hessian_size(s);
  std::vector<T> lattice_points(count * s), values(count), gradients(results.gradients ? count * s : 0),
      hessians(results.hessians ? count * entries : 0);
  std::array<double, LATSPLINE_MAX_DIMENSION> x{};
  for (std::size_t p = 0; p < count; ++p) {
    to_lattice.apply(s, points + p * s, x.data());
    for (std::uint32_t j = 0; j < s; ++j) lattice_points[p * s + j] = static_cast<T>(x[j]);
  }
  check_status(call(kernel, view, lattice_points.data(), count,
                    {values.data(), data_or_null(std::span<T>(gradients)), data_or_null(std::span<T>(hessians))}));
  const auto matrix = [&](std::uint32_t r, std::uint32_t c) { return to_lattice.matrix[r * s + c]; };
  for (std::size_t p = 0; p < count; ++p) {
    results.values[p] = double{values[p]};
    // f_world(w) = f(N w + o): its gradient is N^T grad f, its Hessian N^T H N.
    for (std::uint32_t c = 0; results.gradients && c < s; ++c) {
      double sum = 0;
      for (std::uint32_t r = 0; r < s; ++r) sum += matrix(r, c) * double{gradients[p * s + r]};
      results.gradients[p * s + c] = sum;
    }
    if (!results.hessians) continue;
    std::array<double, LATSPLINE_MAX_DIMENSION * LATSPLINE_MAX_DIMENSION> h{};
    const T* entry = hessians.data() + p * entries;
    for (std::uint32_t i = 0; i < s; ++i)
      for (std::uint32_t j = i; j < s; ++j, ++entry) h[i * s + j] = h[j * s + i] = double{*entry};
    double* target = results.hessians + p * entries;
    for (std::uint32_t a = 0; a < s; ++a) {
      for (std::uint32_t b = a; b < s; ++b) {
        double sum = 0;
        for (std::uint32_t i = 0; i < s; ++i)
          for (std::uint32_t j = 0; j < s; ++j) sum += matrix(i, a) * h[i * s + j] * matrix(j, b);
        *target++ = sum;
      }
    }
  }
}

}  // namespace

Evaluator::Evaluator(Kernel kernel, Volume volume) : kernel_(std::move(kernel)), volume_(std::move(volume)) {
  check_pair(kernel_, volume_);
  to_lattice_ = volume_.description().world.inverse(kernel_.dimension);
}

double Evaluator::operator()(std::span<const double> point, std::span<double> gradient,
                             std::span<double> hessian) const {
  const std::uint32_t s = kernel_.dimension;
  point_count(s, point.size(), 1, gradient.size(), hessian.size());
  if (kernel_.f64) {
    double value = 0;
    check_status(
        call(kernel_, volume_.view(), point.data(), 1, {&value, data_or_null(gradient), data_or_null(hessian)}));
    return value;
  }
  std::array<float, LATSPLINE_MAX_DIMENSION> x{}, narrow_gradient{};
  std::array<float, hessian_size(LATSPLINE_MAX_DIMENSION)> narrow_hessian{};
  for (std::uint32_t j = 0; j < s; ++j) x[j] = static_cast<float>(point[j]);
  float value = 0;
  check_status(call(kernel_, volume_.view(), x.data(), 1,
                    {&value, gradient.empty() ? nullptr : narrow_gradient.data(),
                     hessian.empty() ? nullptr : narrow_hessian.data()}));
  for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] = double{narrow_gradient[j]};
  for (std::size_t k = 0; k < hessian.size(); ++k) hessian[k] = double{narrow_hessian[k]};
  return double{value};
}

void Evaluator::evaluate(std::span<const float> points, std::span<float> values, std::span<float> gradients,
                         std::span<float> hessians) const {
  if (!kernel_.f32)
    throw InputError("evaluate: points in f32, kernel '" + kernel_.name + "' is f64; accepted: points in f64");
  evaluate_batch(kernel_, volume_.view(), points, values, gradients, hessians);
}

void Evaluator::evaluate(std::span<const double> points, std::span<double> values, std::span<double> gradients,
                         std::span<double> hessians) const {
  if (!kernel_.f64)
    throw InputError("evaluate: points in f64, kernel '" + kernel_.name + "' is f32; accepted: points in f32");
  evaluate_batch(kernel_, volume_.view(), points, values, gradients, hessians);
}

void Evaluator::evaluate_world(std::span<const double> points, std::span<double> values, std::span<double> gradients,
                               std::span<double> hessians, const std::function<void(double)>& progress) const {
  const std::uint32_t s = kernel_.dimension;
  const std::size_t count = point_count(s, points.size(), values.size(), gradients.size(), hessians.size());
  const auto block = kernel_.f32 ? evaluate_world_block<float> : evaluate_world_block<double>;
  const Results<double> all{values.data(), data_or_null(gradients), data_or_null(hessians)};
  const auto evaluate_block = [&](std::size_t begin, std::size_t end) {
    block(kernel_, volume_.view(), to_lattice_, points.data() + begin * s, end - begin, all.from(begin, s));
  };
  parallel_blocks(count, points_per_block, evaluate_block, progress);
}

void check_status(int status) {
  switch (status) {
    case LATSPLINE_OK:
      return;
    case LATSPLINE_ABI_MISMATCH:
      throw InputError("kernel: the volume's ABI version differs from the kernel's; accepted: equal versions");
    case LATSPLINE_DIMENSION_MISMATCH:
      throw InputError(
          "kernel: the volume's dimension or coset count differs from the kernel's; accepted: equal lattices");
    case LATSPLINE_SPACE_MISMATCH:
      throw InputError("kernel: the volume's coefficients belong to another spline space; accepted: equal spaces");
    case LATSPLINE_SCALAR_MISMATCH:
      throw InputError("kernel: the volume holds another scalar; accepted: equal scalars");
    case LATSPLINE_BOUNDARY_MISMATCH:
      throw InputError("kernel: the coefficients were made for another boundary rule; accepted: equal rules");
    case LATSPLINE_NOT_COEFFICIENTS:
      throw InputError("kernel: the volume holds samples; accepted: coefficients (prefilter it first)");
    case LATSPLINE_NULL_ARGUMENT:
      throw InputError("kernel: a pointer that must not be null is null; accepted: valid pointers");
    case LATSPLINE_NOT_BUILT:
      throw UnsupportedError(
          "kernel: Hessians are asked for, and the kernel was made without; make it with --hessian "
          "(PlanOptions::hessian)");
  }
  throw InternalError("kernel: unknown status " + std::to_string(status));
}

}  // namespace latspline
