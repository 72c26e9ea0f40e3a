#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "latspline/abi/kernel_abi.h"
#include "latspline/base/error.h"
#include "latspline/plan/plan.h"

/// What a kernel should give, in rationals, and volumes to run it on that share nothing with the runtime.
namespace latspline::test {

/// A stored volume of given extents with made-up coefficients, and the same coefficients for every site of the lattice by the boundary rule.
class SampleVolume {
 public:
  static constexpr double outside = 2.5;

  SampleVolume(const Plan& plan, std::vector<std::int64_t> extent, std::int64_t padding = 6) : plan_(plan) {
    const auto s = static_cast<std::size_t>(plan.dimension);
    view_.abi_version = LATSPLINE_ABI_VERSION;
    view_.dimension = static_cast<std::uint32_t>(plan.dimension);
    view_.coset_count = static_cast<std::uint32_t>(plan.cosets.offsets.size());
    view_.scalar = plan.options.scalar == Scalar::f32 ? LATSPLINE_F32 : LATSPLINE_F64;
    view_.boundary = static_cast<std::uint32_t>(plan.options.boundary);
    view_.content = LATSPLINE_COEFFICIENTS;
    view_.space = plan.space;
    view_.outside_value = plan.options.boundary == Boundary::value ? outside : 0;
    std::int64_t stride = 1;
    std::int64_t origin = 0;
    for (std::size_t j = 0; j < s; ++j) {
      const std::int64_t period = plan.cosets.period[j];
      std::int64_t largest_offset = 0;
      for (const IntVector& offset : plan.cosets.offsets) largest_offset = std::max(largest_offset, offset[j]);
      view_.stride[j] = stride;
      view_.extent[j] = extent[j];
      view_.padding[j] = padding;
      origin += padding * stride;
      stride *= extent[j] + 2 * padding;
      const double top = static_cast<double>(period * (extent[j] - 1) + largest_offset);
      const double reach = plan.reach[j].to_double();
      view_.top[j] = top;
      switch (plan.options.boundary) {
        case Boundary::mirror:
          set_axis(j, 2 * top, 0, top);
          break;
        case Boundary::periodic:
          set_axis(j, static_cast<double>(period * extent[j]), 0, static_cast<double>(period * extent[j]));
          break;
        case Boundary::clamp:
          set_axis(j, static_cast<double>(period), -reach - static_cast<double>(period),
                   top + reach + static_cast<double>(period));
          break;
        case Boundary::automatic:
          throw InternalError("a sample plan has a boundary rule");
        case Boundary::zero:
        case Boundary::value:
          set_axis(j, 0, -reach, top + reach);
          break;
      }
    }
    view_.coset_stride = stride;
    const auto size = static_cast<std::size_t>(stride) * plan.cosets.offsets.size();
    f32_.resize(size);
    f64_.resize(size);
    for (std::size_t e = 0; e < size; ++e) {
      IntVector n;
      auto rest = static_cast<std::int64_t>(e);
      const std::size_t k = static_cast<std::size_t>(rest / stride);
      rest %= stride;
      for (std::size_t j = 0; j < s; ++j) {
        const std::int64_t padded = extent[j] + 2 * padding;
        n.push_back(plan.cosets.period[j] * (rest % padded - padding) + plan.cosets.offsets[k][j]);
        rest /= padded;
      }
      f64_[e] = coefficient(n);
      f32_[e] = static_cast<float>(f64_[e]);
    }
    view_.coefficients = plan.options.scalar == Scalar::f32 ? static_cast<const void*>(f32_.data() + origin)
                                                            : static_cast<const void*>(f64_.data() + origin);
  }
  SampleVolume(const SampleVolume&) = delete;
  SampleVolume& operator=(const SampleVolume&) = delete;

  latspline_volume& view() { return view_; }

  /// c[n] for any lattice site n, in eighths between -8 and 8.
  double coefficient(IntVector n) const {
    IntVector offset;
    for (std::size_t j = 0; j < n.size(); ++j) {
      const std::int64_t period = plan_.cosets.period[j];
      const std::int64_t residue = ((n[j] % period) + period) % period;
      std::int64_t i = (n[j] - residue) / period;
      const std::int64_t last = view_.extent[j] - 1;
      const auto top = static_cast<std::int64_t>(view_.top[j]);
      switch (plan_.options.boundary) {
        case Boundary::zero:
          if (i < 0 || i > last) return 0;
          break;
        case Boundary::automatic:
        case Boundary::value:
          if (i < 0 || i > last) return outside;
          break;
        case Boundary::clamp:
          i = std::min(std::max<std::int64_t>(i, 0), last);
          break;
        case Boundary::periodic:
          i = ((i % view_.extent[j]) + view_.extent[j]) % view_.extent[j];
          break;
        case Boundary::mirror: {
          const std::int64_t wrap = 2 * top;
          const std::int64_t m = wrap == 0 ? 0 : ((n[j] % wrap) + wrap) % wrap;
          n[j] = m > top ? wrap - m : m;
          continue;
        }
      }
      n[j] = period * i + residue;
    }
    std::uint64_t hash = 1469598103934665603ULL;
    for (const std::int64_t entry : n) hash = (hash ^ static_cast<std::uint64_t>(entry + 1000)) * 1099511628211ULL;
    hash ^= hash >> 29;
    return static_cast<double>(static_cast<std::int64_t>(hash % 129) - 64) / 8;
  }

 private:
  void set_axis(std::size_t j, double wrap, double lower, double upper) {
    view_.wrap[j] = wrap;
    view_.lower[j] = lower;
    view_.upper[j] = upper;
  }
  const Plan& plan_;
  latspline_volume view_{};
  std::vector<float> f32_;
  std::vector<double> f64_;
};

struct ExactResult {
  double value = 0;
  std::vector<double> gradient;
  double magnitude = 0;  ///< sum |c| |w|, the scale of rounding errors
};

namespace detail {

inline IntVector rounded_site(const Plan& plan, const Vector& x) {
  const Vector shifted = x - plan.rounding.center;
  if (plan.rounding.kind == RoundingKind::parallelepiped) {
    IntVector multiple;
    for (const Vector& row : plan.rounding.edges_inverse) multiple.push_back(dot(row, shifted).floor().to_int64());
    IntVector site;
    for (const IntVector& row : plan.rounding.edges) {
      std::int64_t sum = 0;
      for (std::size_t j = 0; j < row.size(); ++j) sum += row[j] * multiple[j];
      site.push_back(sum);
    }
    return site;
  }
  std::optional<Rational> best;
  IntVector best_site;
  for (const IntVector& offset : plan.rounding.offsets) {
    IntVector site;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const Rational period = plan.rounding.period[j];
      const Rational k = ((shifted[j] - Rational(offset[j])) / period).round();
      site.push_back((period * k).to_int64() + offset[j]);
    }
    const Vector rest = shifted - to_rational(site);
    const Rational distance = dot(rest, rest);
    if (!best || distance < *best) {
      best = distance;
      best_site = site;
    }
  }
  return best_site;
}

}  // namespace detail

/// Runs the plan at x in rationals, with coefficient(n) defined everywhere: no boundary rule, no addresses, no rounding error.
inline ExactResult evaluate_exactly(const Plan& plan, const std::vector<double>& point,
                                    const std::function<double(const IntVector&)>& coefficient) {
  const auto s = static_cast<std::size_t>(plan.dimension);
  Vector x;
  for (const double coordinate : point) x.push_back(Rational::from_double(coordinate));
  const IntVector n0 = detail::rounded_site(plan, x);
  Vector y = x - plan.rounding.center - to_rational(n0);
  Matrix map = Matrix::identity(plan.dimension);
  for (const Reflection& reflection : plan.fold) {
    const Rational side = dot(reflection.functional, y);
    if (side.sign() >= 0) continue;
    y = y - side * reflection.direction;
    Matrix step = Matrix::identity(plan.dimension);
    for (int i = 0; i < plan.dimension; ++i) {
      for (int j = 0; j < plan.dimension; ++j)
        step(i, j) -=
            reflection.direction[static_cast<std::size_t>(i)] * reflection.functional[static_cast<std::size_t>(j)];
    }
    map = step * map;
  }
  const Matrix inverse = *map.inverse();
  std::int64_t sum = 0;
  for (const IndexPlane& plane : plan.index.planes) {
    if (dot(plane.normal, y) >= plane.offset) sum += plane.weight;
  }
  const std::int64_t reduced = ((sum % plan.index.modulus) + plan.index.modulus) % plan.index.modulus;
  const ReferenceSubregion& reference =
      plan.references.at(static_cast<std::size_t>(plan.index.table.at(static_cast<std::size_t>(reduced))));

  Rational value = 0;
  Rational magnitude = 0;
  Vector gradient(s);
  for (std::size_t m = 0; m < reference.sites.size(); ++m) {
    const IntVector n = to_integer(to_rational(n0) + inverse * to_rational(reference.sites[m]));
    const Rational c = Rational::from_double(coefficient(n));
    const Rational term = c * reference.weights[m](y);
    value += term;
    magnitude += term.abs();
    for (int j = 0; j < plan.dimension; ++j)
      gradient[static_cast<std::size_t>(j)] += c * reference.weights[m].derivative(j)(y);
  }
  const Vector by_x = map.transposed() * gradient;
  ExactResult result{value.to_double(), {}, magnitude.to_double()};
  for (const Rational& entry : by_x) result.gradient.push_back(entry.to_double());
  return result;
}

}  // namespace latspline::test
