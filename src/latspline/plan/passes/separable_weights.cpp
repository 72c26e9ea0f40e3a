#include "latspline/plan/passes/separable_weights.h"

#include <algorithm>
#include <map>
#include <set>

namespace latspline {
namespace {

/// w with every coordinate but y_axis set to that of `point`.
Polynomial restricted(const Polynomial& weight, int axis, const Vector& point) {
  const int s = weight.variables();
  Matrix keep(s, s);
  keep(axis, axis) = 1;
  Vector rest = point;
  rest[static_cast<std::size_t>(axis)] = 0;
  return weight.substitute_affine(keep, rest);
}

}  // namespace

std::optional<SeparableWeights> separable_weights(const ReferenceSubregion& reference) {
  if (reference.sites.empty()) return std::nullopt;
  const std::size_t s = reference.sites.front().size();
  SeparableWeights result;
  std::size_t product = 1;
  for (std::size_t j = 0; j < s; ++j) {
    std::set<std::int64_t> values;
    for (const IntVector& site : reference.sites) values.insert(site[j]);
    result.coordinates.emplace_back(values.begin(), values.end());
    product *= values.size();
  }
  if (product != reference.sites.size()) return std::nullopt;
  std::map<IntVector, const Polynomial*> weight_of;
  for (std::size_t m = 0; m < reference.sites.size(); ++m) weight_of[reference.sites[m]] = &reference.weights[m];

  // The factors through one site at one point where its weight does not vanish; the interior point is generic.
  const IntVector& anchor = reference.sites.front();
  const Rational at_anchor = (*weight_of[anchor])(reference.interior_point);
  if (at_anchor.is_zero()) return std::nullopt;
  for (std::size_t j = 0; j < s; ++j) {
    std::vector<Polynomial> factors;
    Polynomial sum(static_cast<int>(s));
    for (std::int64_t value : result.coordinates[j]) {
      IntVector site = anchor;
      site[j] = value;
      factors.push_back(restricted(*weight_of.at(site), static_cast<int>(j), reference.interior_point));
      sum += factors.back();
    }
    if (sum.degree() != 0) return std::nullopt;
    const Rational total = sum.terms().front().coefficient;
    for (Polynomial& factor : factors) factor *= total.inverse();
    result.factors.push_back(std::move(factors));
  }
  for (std::size_t m = 0; m < reference.sites.size(); ++m) {
    Polynomial expected = Polynomial::constant(static_cast<int>(s), Rational(1));
    for (std::size_t j = 0; j < s; ++j) {
      const IntVector& values = result.coordinates[j];
      const auto k = std::lower_bound(values.begin(), values.end(), reference.sites[m][j]) - values.begin();
      expected *= result.factors[j][static_cast<std::size_t>(k)];
    }
    if (!(expected == reference.weights[m])) return std::nullopt;
  }
  return result;
}

}  // namespace latspline
