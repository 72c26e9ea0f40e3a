#pragma once

#include <cstdint>
#include <vector>

#include "latspline/exact/polynomial.h"
#include "latspline/plan/weight_program.h"

namespace latspline {

/// A term of a weighted sum: coefficient * y^exponents * c_site; site -1: no coefficient factor.
struct WeightedTerm {
  Exponents exponents{};
  std::int32_t site = -1;
  Rational coefficient;
};

/// Appends the sum of the terms in greedy multivariate Horner form (the variable, coordinate or coefficient, that occurs in most terms is
/// factored out first) and returns the instruction that holds it. An empty sum is the constant 0.
/// Source: Ceberio, Kreinovich, "Greedy algorithms for optimizing multivariate Horner schemes", 2004.
std::int32_t append_horner(WeightProgramBuilder& builder, int variables, const std::vector<WeightedTerm>& terms);

/// The terms of the sum over the sites [begin, end) of c_site weights[site], differentiated by each y_axis of `axes`.
std::vector<WeightedTerm> weighted_terms(const std::vector<Polynomial>& weights, std::int32_t begin, std::int32_t end,
                                         const std::vector<int>& axes);

}  // namespace latspline
