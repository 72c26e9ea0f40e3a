#include "latspline/analysis/prefilter_design.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "latspline/analysis/subregions.h"
#include "latspline/analysis/symbol.h"
#include "latspline/base/error.h"

namespace latspline {
namespace {

/// The first s directions whose determinant in lattice coordinates is not 0, 1 or -1, as text.
std::optional<std::string> not_unimodular(const SplineSpace& space, const BoxSpline& box_spline) {
  const int s = space.lattice.dimension();
  std::vector<Vector> distinct;
  for (const Vector& direction : box_spline.directions()) {
    const Vector negative = Rational(-1) * direction;
    const bool known =
        std::any_of(distinct.begin(), distinct.end(), [&](const Vector& v) { return v == direction || v == negative; });
    if (!known) distinct.push_back(direction);
  }
  std::optional<std::string> result;
  std::vector<Vector> chosen;
  const std::function<void(std::size_t)> grow = [&](std::size_t next) {
    if (result) return;
    if (static_cast<int>(chosen.size()) == s) {
      const Rational minor = Matrix::from_columns(chosen).determinant().abs() / space.lattice.determinant();
      if (minor.is_zero() || minor.is_one()) return;
      std::string text = "the directions";
      for (const Vector& v : chosen) text += " (" + to_string(v) + ")";
      result = text + " have determinant " + minor.to_string() +
               " in lattice coordinates, so the sampled symbol of phi has a zero";
      return;
    }
    for (std::size_t i = next; i < distinct.size(); ++i) {
      chosen.push_back(distinct[i]);
      grow(i + 1);
      chosen.pop_back();
    }
  };
  grow(0);
  return result;
}

/// The degree p if phi is the tensor-product B-spline of degree p on Z^s.
std::optional<int> tensor_degree(const SplineSpace& space, const BoxSpline& box_spline) {
  const auto s = static_cast<std::size_t>(space.lattice.dimension());
  if (!(space.lattice.determinant() == Rational(1))) return std::nullopt;
  std::map<std::size_t, int> counts;
  for (const Vector& direction : box_spline.directions()) {
    std::optional<std::size_t> axis;
    for (std::size_t j = 0; j < s; ++j) {
      if (direction[j].is_zero()) continue;
      if (axis || !direction[j].abs().is_one()) return std::nullopt;
      axis = j;
    }
    ++counts[*axis];
  }
  for (const auto& [axis, count] : counts)
    if (count != counts.begin()->second) return std::nullopt;
  return counts.begin()->second - 1;
}

/// The zeros inside the unit circle of phi_1(0) + sum_k phi_1(k) (z^k + z^-k). With t = z + 1/z it is a polynomial in t whose zeros are real
/// and below -2 (B-spline symbols; Schoenberg), found by bisection between sign changes and Newton steps in extended precision.
std::vector<double> poles_of(const std::vector<Rational>& axis_values) {
  const std::size_t n = axis_values.size() - 1;
  if (n == 0) return {};
  // z^k + z^-k = C_k(t): C_0 = 2, C_1 = t, C_k = t C_{k-1} - C_{k-2}.
  std::vector<std::vector<Rational>> chebyshev{{Rational(2)}, {Rational(0), Rational(1)}};
  for (std::size_t k = 2; k <= n; ++k) {
    std::vector<Rational> next(k + 1);
    for (std::size_t i = 0; i < chebyshev[k - 1].size(); ++i) next[i + 1] += chebyshev[k - 1][i];
    for (std::size_t i = 0; i < chebyshev[k - 2].size(); ++i) next[i] -= chebyshev[k - 2][i];
    chebyshev.push_back(std::move(next));
  }
  std::vector<Rational> symbol(n + 1);
  symbol[0] = axis_values[0];
  for (std::size_t k = 1; k <= n; ++k)
    for (std::size_t i = 0; i < chebyshev[k].size(); ++i) symbol[i] += axis_values[k] * chebyshev[k][i];
  const auto value = [&](const Rational& t) {
    Rational sum;
    for (std::size_t i = symbol.size(); i-- > 0;) sum = sum * t + symbol[i];
    return sum;
  };
  // z from -1 to 0 is t from -2 to -infinity: look for sign changes on a ladder of growing steps.
  std::vector<double> poles;
  Rational low = Rational(-2);
  for (int step = 1; step <= 4000 && poles.size() < n; ++step) {
    const Rational high = Rational(-2) - Rational::from_double(std::expm1(0.01 * step));
    if (value(low).sign() != value(high).sign()) {
      Rational a = low;
      Rational b = high;
      for (int i = 0; i < 70; ++i) {
        const Rational middle = Rational::from_double(((a + b) * Rational(1, 2)).to_double());
        if (middle == a || middle == b) break;
        (value(middle).sign() == value(a).sign() ? a : b) = middle;
      }
      const double t = a.to_double();
      // z + 1/z = t, the root of smaller modulus without cancellation: 1/z = (t - sqrt(t^2 - 4)) / 2.
      poles.push_back(2.0 / (t - std::sqrt((t - 2.0) * (t + 2.0))));
    }
    low = high;
  }
  LATSPLINE_ASSERT(poles.size() == n);
  return poles;
}

}  // namespace

PrefilterDesign prefilter_design(const SplineSpace& space, PieceEvaluator& phi) {
  PrefilterDesign result;
  for (const IntVector& site : support_sites(space, Vector(static_cast<std::size_t>(space.lattice.dimension())))) {
    const Rational value = phi.piece(to_rational(site))(to_rational(site));
    if (value.is_zero()) continue;
    result.sites.push_back(site);
    result.values.push_back(value);
  }
  const BoxSpline* box_spline = space.basis.box_spline();
  const auto reason = box_spline == nullptr ? std::nullopt : not_unimodular(space, *box_spline);
  if (reason) {
    result.kind = PrefilterKind::impossible;
    result.reason = *reason;
    return result;
  }
  if (box_spline == nullptr) {
    if (const auto zero = bound_symbol(space.lattice, result.sites, result.values, 0).zero) {
      result.kind = PrefilterKind::impossible;
      result.reason = "the sampled symbol of phi has a zero at (" + to_string(*zero) + ") in the dual basis";
      return result;
    }
  }
  if (result.sites.size() == 1) {
    result.kind = PrefilterKind::none;
    return result;
  }
  if (const auto degree = box_spline == nullptr ? std::nullopt : tensor_degree(space, *box_spline)) {
    result.kind = PrefilterKind::separable;
    PieceEvaluator axis(BoxSpline::b_spline(1, *degree), Rational(1));
    for (int k = 0; 2 * k < *degree + 1; ++k) result.axis_values.push_back(axis.piece({Rational(k)})({Rational(k)}));
    while (result.axis_values.back().is_zero()) result.axis_values.pop_back();
    result.poles = poles_of(result.axis_values);
    return result;
  }
  result.kind = PrefilterKind::solve;
  return result;
}

}  // namespace latspline
