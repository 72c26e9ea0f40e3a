#include "tools/check/machine_check.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/reference/interpreter.h"
#include "latspline/runtime/evaluator.h"

namespace latspline::tools {
namespace {

/// The coset and index of a site.
void place(const LatticeShape& shape, const IntVector& site, std::uint32_t& coset, std::vector<std::int64_t>& index) {
  for (coset = 0; coset < shape.coset_count; ++coset) {
    index.clear();
    for (std::size_t j = 0; j < site.size(); ++j) {
      const std::int64_t difference = site[j] - shape.offsets[coset * site.size() + j];
      if (difference % shape.period[j] != 0) break;
      index.push_back(difference / shape.period[j]);
    }
    if (index.size() == site.size()) return;
  }
  throw InternalError("(" + to_string(site) + ") is no site");
}

/// For every site of a reference sub-region, how large the terms of its weight and of the weight's derivatives get there: sum |a| |y|^alpha.
struct TermBounds {
  std::vector<double> value;
  std::vector<double> slope;      ///< the largest over the axes
  std::vector<double> curvature;  ///< the largest over the pairs of axes
};

TermBounds term_bounds(const ReferenceSubregion& reference) {
  std::vector<double> extent(reference.interior_point.size());
  for (const Vector& vertex : reference.vertices)
    for (std::size_t j = 0; j < extent.size(); ++j) extent[j] = std::max(extent[j], std::fabs(vertex[j].to_double()));
  const auto bound = [&](const Polynomial& polynomial) {
    double sum = 0;
    for (const Term& term : polynomial.terms()) {
      double size = std::fabs(term.coefficient.to_double());
      for (std::size_t j = 0; j < extent.size(); ++j) size *= std::pow(extent[j], term.exponents[j]);
      sum += size;
    }
    return sum;
  };
  TermBounds result;
  for (const Polynomial& weight : reference.weights) {
    result.value.push_back(bound(weight));
    result.slope.push_back(0);
    for (int j = 0; j < weight.variables(); ++j)
      result.slope.back() = std::max(result.slope.back(), bound(weight.derivative(j)));
    result.curvature.push_back(0);
    for (int i = 0; i < weight.variables(); ++i)
      for (int j = i; j < weight.variables(); ++j)
        result.curvature.back() = std::max(result.curvature.back(), bound(weight.derivative(i).derivative(j)));
  }
  return result;
}

/// Calls the kernel for `count` packed points.
template <typename T>
void run(const Kernel& kernel, const latspline_volume& view, const std::vector<T>& points, std::size_t count, T* values,
         T* gradients, T* hessians) {
  const auto s = static_cast<std::int64_t>(view.dimension);
  if constexpr (std::is_same_v<T, float>)
    check_status(kernel.f32(&view, points.data(), s, 1, count, values, gradients, hessians));
  else
    check_status(kernel.f64(&view, points.data(), s, 1, count, values, gradients, hessians));
}

/// What the kernel gave for some points.
template <typename T>
struct Results {
  std::vector<T> points;
  std::vector<T> values;
  std::vector<T> gradients;
  std::vector<T> hessians;
  std::vector<T> values_alone;  ///< of calls that asked for no derivative

  void add(const std::vector<T>& point, T value, const std::vector<T>& gradient, const std::vector<T>& hessian,
           T value_alone) {
    points.insert(points.end(), point.begin(), point.end());
    values.push_back(value);
    gradients.insert(gradients.end(), gradient.begin(), gradient.end());
    hessians.insert(hessians.end(), hessian.begin(), hessian.end());
    values_alone.push_back(value_alone);
  }
};

/// A batch, which is evaluated in lanes, gives the bits that its points give one by one.
template <typename T>
void check_batch(const Kernel& kernel, const latspline_volume& view, const Results<T>& expected) {
  Results<T> batch = expected;
  const std::size_t count = expected.values.size();
  const auto spoil = [](std::vector<T>& numbers) { std::fill(numbers.begin(), numbers.end(), T(-7)); };
  for (std::vector<T>* numbers : {&batch.values, &batch.gradients, &batch.hessians, &batch.values_alone})
    spoil(*numbers);
  run(kernel, view, batch.points, count, batch.values.data(), batch.gradients.data(),
      batch.hessians.empty() ? nullptr : batch.hessians.data());
  run<T>(kernel, view, batch.points, count, batch.values_alone.data(), nullptr, nullptr);
  const auto compare = [&](const std::vector<T>& found, const std::vector<T>& wanted, const std::string& what) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (found[i] == wanted[i]) continue;
      const std::size_t point = i / (wanted.size() / count);
      throw InternalError("point " + std::to_string(point) + " of a batch of " + std::to_string(count) +
                          ": the kernel's " + what + " is " + std::to_string(found[i]) + ", for the point alone " +
                          std::to_string(wanted[i]));
    }
  };
  compare(batch.values, expected.values, "value");
  compare(batch.gradients, expected.gradients, "gradient");
  compare(batch.hessians, expected.hessians, "Hessian");
  compare(batch.values_alone, expected.values_alone, "value without derivatives");
}

template <typename T>
MachineCheckReport check_scalar(const PreparedSpace& space, int continuity, const MachineCheckOptions& options) {
  const auto s = static_cast<std::size_t>(space.plan.dimension);
  std::mt19937_64 generator(options.seed);
  VolumeDescription description;
  description.shape = space.shape;
  description.scalar = std::is_same_v<T, float> ? LATSPLINE_F32 : LATSPLINE_F64;
  description.boundary = static_cast<latspline_boundary>(space.plan.options.boundary);
  description.outside_value = space.plan.options.boundary == Boundary::value ? 0.375 : 0.0;
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = WorldTransform::identity(static_cast<std::uint32_t>(s));
  std::size_t count = space.shape.coset_count;
  for (std::size_t j = 0; j < s; ++j) {
    description.extent[j] = s <= 3 ? 5 + static_cast<std::int64_t>(j) : 3;
    count *= static_cast<std::size_t>(description.extent[j]);
  }
  std::vector<T> data(count);
  std::uniform_real_distribution<double> coefficient(-1, 1);
  for (T& value : data) value = static_cast<T>(coefficient(generator));
  const Volume volume(description, std::span<const T>(data));

  // Coefficients within the padded storage; beyond it only the interpreter's own out-of-range points would ask.
  const auto stored = [&](const IntVector& site) {
    std::uint32_t coset = 0;
    std::vector<std::int64_t> index;
    place(space.shape, site, coset, index);
    return Rational::from_double(volume.at(coset, index));
  };
  latspline_volume view = volume.view();
  const auto site_value = [&](const std::int64_t* n) {
    std::uint32_t coset = 0;
    std::vector<std::int64_t> index;
    place(space.shape, IntVector(n, n + s), coset, index);
    return volume.at(coset, index);
  };
  if (space.plan.options.fetch == Fetch::callback) {
    // Nothing but the function is left of where coefficients could come from.
    view.coefficients = nullptr;
    std::fill(std::begin(view.stride), std::end(view.stride), 0);
    view.coset_stride = 0;
    view.fetch_user = const_cast<void*>(static_cast<const void*>(&site_value));
    view.fetch = [](void* user, const std::int64_t* n) { return (*static_cast<decltype(&site_value)>(user))(n); };
  }

  std::vector<TermBounds> bounds;
  for (const ReferenceSubregion& reference : space.plan.references) bounds.push_back(term_bounds(reference));

  // How much a reflection of the fold or a transform magnifies the last bits of the point: 1 for those of the cubic group.
  double fold = 1;
  for (const Reflection& reflection : space.plan.fold) {
    double functional = 0;
    double direction = 0;
    for (std::size_t j = 0; j < s; ++j) {
      functional += std::fabs(reflection.functional[j].to_double());
      direction = std::max(direction, std::fabs(reflection.direction[j].to_double()));
    }
    fold = std::max(fold, functional * direction / 2);
  }
  for (const Transform& transform : space.plan.transforms) {
    for (int i = 0; i < transform.linear.rows(); ++i) {
      double row = 0;
      for (const Rational& entry : transform.linear.row(i)) row += std::fabs(entry.to_double());
      fold = std::max(fold, row);
    }
  }

  MachineCheckReport report;
  const double epsilon = std::numeric_limits<T>::epsilon();
  const auto start = std::chrono::steady_clock::now();
  std::vector<T> points(s);
  std::vector<T> gradient(s);
  std::vector<T> hessian(space.plan.options.hessian ? s * (s + 1) / 2 : 0);
  Results<T> one_by_one;
  for (int i = 0; i < options.points; ++i) {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (i > 0 && elapsed > options.seconds) break;
    // Inside [0, top], or a margin around it where the rule needs no move of the point, so that the interpreter sees what the kernel sees.
    // Where phi jumps, which side of a knot plane a point on it is on depends on rounding.
    const bool on_lines = i % 4 == 3 && continuity >= 0;
    bool in_margin = false;
    for (std::size_t j = 0; j < s; ++j) {
      const bool open_edge = view.boundary == LATSPLINE_BOUNDARY_ZERO || view.boundary == LATSPLINE_BOUNDARY_VALUE;
      const double margin = open_edge ? space.shape.reach[j] : 0.0;
      std::uniform_real_distribution<double> inside(-margin, view.top[j] + margin);
      double x = inside(generator);
      if (on_lines) x = std::round(2 * x) / 2;
      points[j] = static_cast<T>(std::clamp(x, -margin, view.top[j] + margin));
      in_margin |= points[j] < 0 || points[j] > view.top[j];
    }
    T value = 0;
    T value_alone = 0;
    run(space.kernel, view, points, 1, &value, gradient.data(), hessian.empty() ? nullptr : hessian.data());
    run<T>(space.kernel, view, points, 1, &value_alone, nullptr, nullptr);
    one_by_one.add(points, value, gradient, hessian, value_alone);
    Vector x;
    for (T coordinate : points) x.push_back(Rational::from_double(coordinate));
    const Evaluation exact = interpret(space.plan, x, stored);
    Rational scale;
    Rational coefficients;
    for (const auto& [site, weight] : exact.used) {
      const Rational magnitude = stored(site).abs();
      scale += magnitude * weight.abs();
      coefficients += magnitude;
    }
    const auto ulp = [&](double computed, const Rational& expected, const Rational& unit) {
      const double error = (Rational::from_double(computed) - expected).abs().to_double();
      return error == 0 ? 0.0 : error / (epsilon * unit.to_double());
    };
    const auto fail = [&](const std::string& what, double error, double bound, double computed,
                          const Rational& expected) {
      throw InternalError("at (" + to_string(x) + ") the kernel's " + what + " is " + std::to_string(computed) +
                          ", exactly " + std::to_string(expected.to_double()) + ": " + std::to_string(error) +
                          " ULP, more than " + std::to_string(bound));
    };
    // In the margin few of the sites used are stored, so sum |c||w| can be far below the terms that were rounded; |c| <= 1 bounds those.
    if (in_margin) scale = coefficients = 1;
    // Far from the origin, counted in supports, the coordinates' own last bits matter: near a boundary the kernel may round to the region beside it,
    // and continues its polynomial by as much as |x| epsilon. Where terms of a weight are larger than the weight, theirs do.
    Rational distance;
    for (std::size_t j = 0; j < s; ++j) distance = std::max(distance, x[j].abs() / space.plan.reach[j] - Rational(16));
    double large_terms = (distance * coefficients).to_double();
    double large_slopes = 0;
    double large_curvatures = 0;
    auto used = exact.used.begin();
    for (const int reference : exact.references) {
      const TermBounds& terms = bounds[static_cast<std::size_t>(reference)];
      for (std::size_t m = 0; m < terms.value.size(); ++m, ++used) {
        const double magnitude = std::fabs(stored(used->first).to_double());
        large_terms += magnitude * terms.value[m];
        large_slopes += magnitude * terms.slope[m];
        large_curvatures += magnitude * terms.curvature[m];
      }
    }
    const double value_bound = options.bound + (scale.is_zero() ? 0 : 8 * fold * large_terms / scale.to_double());
    const double error = ulp(static_cast<double>(value), exact.value, scale);
    if (!(error <= value_bound)) fail("value", error, value_bound, static_cast<double>(value), exact.value);
    report.worst_value_ulp = std::max(report.worst_value_ulp, error);
    if (continuity >= 1 || !on_lines) {
      // At the edges of a mirrored volume the derivative across the edge is defined as that of the inside.
      const double slope_bound =
          options.bound + (coefficients.is_zero() ? 0 : 8 * fold * large_slopes / coefficients.to_double());
      for (std::size_t j = 0; j < s; ++j) {
        const double slope = ulp(static_cast<double>(gradient[j]), exact.gradient[j], coefficients);
        if (!(slope <= slope_bound))
          fail("gradient component " + std::to_string(j), slope, slope_bound, static_cast<double>(gradient[j]),
               exact.gradient[j]);
        report.worst_gradient_ulp = std::max(report.worst_gradient_ulp, slope);
      }
    }
    if (continuity >= 2 || !on_lines) {
      const double curvature_bound =
          options.bound + (coefficients.is_zero() ? 0 : 8 * fold * fold * large_curvatures / coefficients.to_double());
      for (std::size_t k = 0; k < hessian.size(); ++k) {
        const double curvature = ulp(static_cast<double>(hessian[k]), exact.hessian[k], coefficients);
        if (!(curvature <= curvature_bound))
          fail("Hessian entry " + std::to_string(k), curvature, curvature_bound, static_cast<double>(hessian[k]),
               exact.hessian[k]);
        report.worst_hessian_ulp = std::max(report.worst_hessian_ulp, curvature);
      }
    }
    ++report.points;
    if (options.progress) options.progress(std::max((i + 1.0) / options.points, elapsed / options.seconds));
  }
  check_batch(space.kernel, view, one_by_one);
  return report;
}

}  // namespace

MachineCheckReport check_machine_code(const PreparedSpace& space, int continuity, const MachineCheckOptions& options) {
  return space.plan.options.scalar == Scalar::f32 ? check_scalar<float>(space, continuity, options)
                                                  : check_scalar<double>(space, continuity, options);
}

}  // namespace latspline::tools
