#include "latspline/plan/passes/horner.h"

#include <algorithm>
#include <map>

namespace latspline {
namespace {

/// The product of one term's factors.
std::int32_t append_term(WeightProgramBuilder& builder, const WeightedTerm& term) {
  std::int32_t product = -1;
  const auto times = [&](std::int32_t factor) { product = product < 0 ? factor : builder.multiply(product, factor); };
  if (!term.coefficient.is_one()) times(builder.constant(term.coefficient));
  for (std::size_t j = 0; j < term.exponents.size(); ++j)
    for (int e = 0; e < term.exponents[j]; ++e) times(builder.coordinate(static_cast<int>(j)));
  if (term.site >= 0) times(builder.coefficient(term.site));
  return product < 0 ? builder.constant(Rational(1)) : product;
}

}  // namespace

std::int32_t append_horner(WeightProgramBuilder& builder, int variables, const std::vector<WeightedTerm>& terms) {
  if (terms.empty()) return builder.constant(Rational(0));
  if (terms.size() == 1) return append_term(builder, terms.front());
  // Variables 0 .. s-1 are coordinates; s + i is the coefficient i.
  std::map<std::int32_t, std::size_t> occurrences;
  for (const WeightedTerm& term : terms) {
    for (int j = 0; j < variables; ++j)
      if (term.exponents[static_cast<std::size_t>(j)] > 0) ++occurrences[j];
    if (term.site >= 0) ++occurrences[variables + term.site];
  }
  const auto most = std::max_element(occurrences.begin(), occurrences.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  // Two different terms without a variable would have been merged, so some variable occurs.
  const std::int32_t variable = most->first;
  std::vector<WeightedTerm> quotient;
  std::vector<WeightedTerm> rest;
  for (const WeightedTerm& term : terms) {
    WeightedTerm divided = term;
    if (variable < variables && term.exponents[static_cast<std::size_t>(variable)] > 0) {
      --divided.exponents[static_cast<std::size_t>(variable)];
      quotient.push_back(std::move(divided));
    } else if (variable >= variables && term.site == variable - variables) {
      divided.site = -1;
      quotient.push_back(std::move(divided));
    } else {
      rest.push_back(term);
    }
  }
  const std::int32_t factor =
      variable < variables ? builder.coordinate(variable) : builder.coefficient(variable - variables);
  const std::int32_t inner = append_horner(builder, variables, quotient);
  if (rest.empty()) return builder.multiply(factor, inner);
  return builder.fma(factor, inner, append_horner(builder, variables, rest));
}

std::vector<WeightedTerm> weighted_terms(const std::vector<Polynomial>& weights, std::int32_t begin, std::int32_t end,
                                         const std::vector<int>& axes) {
  std::vector<WeightedTerm> result;
  for (std::int32_t site = begin; site < end; ++site) {
    Polynomial weight = weights[static_cast<std::size_t>(site)];
    for (const int axis : axes) weight = weight.derivative(axis);
    for (Term& term : weight.terms()) result.push_back({term.exponents, site, std::move(term.coefficient)});
  }
  return result;
}

}  // namespace latspline
