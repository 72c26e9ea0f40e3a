#include "latspline/basis/cone_sum.h"

#include <map>

#include "latspline/base/error.h"

namespace latspline {
namespace {

Rational factorial(int n) {
  Rational result = 1;
  for (int i = 2; i <= n; ++i) result *= Rational(i);
  return result;
}

}  // namespace

ConeSum truncated_powers(const LaplaceTransform& transform) {
  ConeSum result;
  result.dimension = static_cast<int>(transform.vectors.front().size());
  // The terms of each basis, by point.
  std::map<std::vector<int>, std::map<Vector, std::vector<Term>>> by_basis;
  for (const auto& [point, fractions] : transform.terms) {
    for (const auto& [mu, coefficient] : fractions) {
      std::vector<int> basis;
      Term term;
      term.coefficient = coefficient;
      for (std::size_t i = 0; i < mu.size(); ++i) {
        if (mu[i] == 0) continue;
        term.exponents[basis.size()] = static_cast<std::uint16_t>(mu[i] - 1);
        term.coefficient /= factorial(mu[i] - 1);
        basis.push_back(static_cast<int>(i));
      }
      LATSPLINE_ASSERT(static_cast<int>(basis.size()) == result.dimension);
      by_basis[basis][point].push_back(std::move(term));
    }
  }
  for (auto& [basis, points] : by_basis) {
    std::vector<Vector> columns;
    for (int i : basis) columns.push_back(to_rational(transform.vectors[static_cast<std::size_t>(i)]));
    const Matrix b = Matrix::from_columns(columns);
    const Rational density = b.determinant().abs().inverse();
    Cone cone{*b.inverse(), {}};
    for (auto& [point, terms] : points)
      cone.apexes.push_back({point, density * Polynomial::from_terms(result.dimension, terms)});
    result.cones.push_back(std::move(cone));
  }
  return result;
}

}  // namespace latspline
