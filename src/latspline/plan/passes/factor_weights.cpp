#include "latspline/plan/passes/factor_weights.h"

#include <algorithm>
#include <map>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/plan/passes/horner.h"
#include "latspline/plan/passes/separable_weights.h"
#include "latspline/plan/passes/shared_weights.h"

namespace latspline {
namespace {

/// The univariate factor `polynomial` (of y_axis) or a derivative of it, by Horner.
std::int32_t append_factor(WeightProgramBuilder& builder, const Polynomial& polynomial, int axis,
                           int differentiations) {
  Polynomial source = polynomial;
  for (int k = 0; k < differentiations; ++k) source = source.derivative(axis);
  std::vector<WeightedTerm> terms;
  for (Term& term : source.terms()) terms.push_back({term.exponents, -1, std::move(term.coefficient)});
  return append_horner(builder, polynomial.variables(), terms);
}

/// p(-y).
Polynomial mirrored(const Polynomial& p) {
  Matrix minus(p.variables(), p.variables());
  for (int j = 0; j < p.variables(); ++j) minus(j, j) = -1;
  return p.substitute_affine(minus, Vector(static_cast<std::size_t>(p.variables())));
}

/// The terms e(y_axis^2) with y_axis^2 put for y_axis, of p(y) = e(y_axis^2), or of p(y) = y_axis e(y_axis^2) if odd.
std::int32_t append_half(WeightProgramBuilder& builder, const Polynomial& p, int axis, bool odd) {
  const auto j = static_cast<std::size_t>(axis);
  const std::int32_t y = builder.coordinate(axis);
  std::vector<Term> terms = p.terms();
  std::map<int, Rational> by_power;
  for (Term& term : terms) by_power[(term.exponents[j] - (odd ? 1 : 0)) / 2] = std::move(term.coefficient);
  if (by_power.empty()) return builder.constant(Rational(0));
  const int degree = by_power.rbegin()->first;
  std::int32_t sum = builder.constant(by_power[degree]);
  for (int k = degree - 1; k >= 0; --k) {
    const std::int32_t constant = builder.constant(by_power[k]);
    sum = builder.fma(builder.multiply(y, y), sum, constant);
  }
  return sum;
}

/// The univariate factors of an axis. A pair w(y), w(-y) shares its even part e and odd part y o: e + y o and e - y o.
std::vector<std::int32_t> append_factors(WeightProgramBuilder& builder, const std::vector<Polynomial>& factors,
                                         int axis) {
  std::vector<std::int32_t> result(factors.size(), -1);
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (result[k] >= 0) continue;
    const std::size_t partner = factors.size() - 1 - k;
    const Polynomial reflection = mirrored(factors[k]);
    const Polynomial even = Rational(1, 2) * (factors[k] + reflection);
    const Polynomial odd = Rational(1, 2) * (factors[k] - reflection);
    if (!(factors[partner] == reflection) || factors[k].degree() < 2) {
      result[k] = append_factor(builder, factors[k], axis, 0);
      continue;
    }
    const std::int32_t e = append_half(builder, even, axis, false);
    const std::int32_t o = append_half(builder, odd, axis, true);
    const std::int32_t y = builder.coordinate(axis);
    result[k] = builder.fma(y, o, e);
    if (partner != k) {
      // -y o with the sign in o where o is a number, which costs nothing; else in y, once for the axis.
      result[partner] = odd.degree() == 1 ? builder.fma(y, append_half(builder, -odd, axis, true), e)
                                          : builder.fma(builder.negate(y), o, e);
    }
  }
  return result;
}

/// Contracts axis after axis: the sums along axis 1 first, those of all neighbours along axis 0 side by side, then along axis 2, .., and along axis 0 last:
/// until then what happens to neighbours in memory is the same, which kernels make use of (codegen/lane_rows.h). For derivatives each stage keeps the sums with the weights of
/// the axes contracted so far differentiated, in all ways that the outputs need.
WeightProgram contracted(const SeparableWeights& separable, const ReferenceSubregion& reference,
                         Derivatives derivatives) {
  WeightProgramBuilder builder;
  const auto s = separable.coordinates.size();
  const int most = static_cast<int>(derivatives);  // differentiations
  // One number for each way to differentiate.
  using Components = std::vector<std::int32_t>;
  // For each combination of the coordinates s - 1, .., 1 that are left, the last of which is contracted next: the components by coordinate 0.
  std::map<IntVector, std::vector<Components>> partial;
  std::vector<std::vector<int>> ways{{}};  // the axes that a component is differentiated by, increasing
  {
    std::map<IntVector, std::int32_t> site_at;
    for (std::size_t m = 0; m < reference.sites.size(); ++m)
      site_at[IntVector(reference.sites[m].rbegin(), reference.sites[m].rend())] = static_cast<std::int32_t>(m);
    for (const auto& [reversed, site] : site_at)
      partial[IntVector(reversed.begin(), reversed.end() - 1)].push_back({site});
  }
  bool sites_left = true;
  for (std::size_t stage = 1; stage <= s; ++stage) {
    const std::size_t axis = stage % s;
    const auto& factors = separable.factors[axis];
    std::vector<std::vector<std::int32_t>> weights{
        append_factors(builder, factors, static_cast<int>(axis))};  // by differentiations
    for (int k = 1; k <= most; ++k) {
      weights.emplace_back();
      for (const Polynomial& factor : factors)
        weights.back().push_back(append_factor(builder, factor, static_cast<int>(axis), k));
    }
    std::vector<std::vector<int>> next_ways;
    std::vector<std::pair<int, std::size_t>> recipes;  // differentiations of this axis, component before it
    for (int k = 0; k <= most; ++k) {
      for (std::size_t component = 0; component < ways.size(); ++component) {
        if (static_cast<int>(ways[component].size()) + k > most) continue;
        next_ways.push_back(ways[component]);
        next_ways.back().insert(next_ways.back().end(), static_cast<std::size_t>(k), static_cast<int>(axis));
        std::sort(next_ways.back().begin(), next_ways.back().end());
        recipes.emplace_back(k, component);
      }
    }
    // The sum over k of weight k times components k, by coordinate 0 of all terms alike.
    const auto sums_of = [&](std::vector<std::vector<Components>> terms) {
      std::vector<Components> totals(terms.front().size(), Components(recipes.size(), -1));
      for (std::size_t k = 0; k < terms.size(); ++k) {
        for (std::size_t x = 0; x < totals.size(); ++x) {
          if (sites_left) terms[k][x].front() = builder.coefficient(terms[k][x].front());
          for (std::size_t r = 0; r < recipes.size(); ++r) {
            const auto [differentiations, component] = recipes[r];
            const std::vector<std::int32_t>& by = weights[static_cast<std::size_t>(differentiations)];
            const std::int32_t term = terms[k][x][component];
            std::int32_t& total = totals[x][r];
            if (terms.size() == 2 && differentiations == 0) {
              // Two weights that sum to 1: v_0 + w_1 (v_1 - v_0).
              total = k == 0 ? term : builder.fma(by[1], builder.subtract(term, total), total);
            } else {
              total = k == 0 ? builder.multiply(by[0], term) : builder.fma(by[k], term, total);
            }
          }
        }
      }
      return totals;
    };
    std::map<IntVector, std::vector<Components>> next;
    if (axis == 0) {
      std::vector<std::vector<Components>> terms;
      for (Components& term : partial.begin()->second) terms.push_back({std::move(term)});
      next[{}] = sums_of(std::move(terms));
    } else {
      for (auto entry = partial.begin(); entry != partial.end();) {
        IntVector key = entry->first;
        key.pop_back();
        std::vector<std::vector<Components>> terms;
        for (std::size_t k = 0; k < factors.size(); ++k, ++entry) terms.push_back(std::move(entry->second));
        next[std::move(key)] = sums_of(std::move(terms));
      }
    }
    partial = std::move(next);
    ways = std::move(next_ways);
    sites_left = false;
  }
  std::vector<std::int32_t> outputs;
  for (const std::vector<int>& axes : output_axes(static_cast<int>(s), derivatives)) {
    const auto way = std::find(ways.begin(), ways.end(), axes);
    outputs.push_back(partial.begin()->second.front()[static_cast<std::size_t>(way - ways.begin())]);
  }
  return builder.finish(std::move(outputs));
}

/// Group by group. `by_group`: a group is one polynomial in y and its coefficients; otherwise each weight is evaluated by itself.
WeightProgram grouped(const ReferenceSubregion& reference, int dimension, Derivatives derivatives, bool by_group) {
  WeightProgramBuilder builder;
  const std::vector<std::vector<int>> axes = output_axes(dimension, derivatives);
  std::vector<std::int32_t> outputs(axes.size(), -1);
  for (std::size_t g = 0; g + 1 < reference.group_begin.size(); ++g) {
    const std::int32_t begin = reference.group_begin[g];
    const std::int32_t end = reference.group_begin[g + 1];
    for (std::size_t output = 0; output < outputs.size(); ++output) {
      check_interrupt();
      std::int32_t& total = outputs[output];
      if (by_group) {
        const std::int32_t part =
            append_horner(builder, dimension, weighted_terms(reference.weights, begin, end, axes[output]));
        total = total < 0 ? part : builder.add(total, part);
        continue;
      }
      for (std::int32_t site = begin; site < end; ++site) {
        std::vector<WeightedTerm> terms = weighted_terms(reference.weights, site, site + 1, axes[output]);
        for (WeightedTerm& term : terms) term.site = -1;
        const std::int32_t weight = append_horner(builder, dimension, terms);
        const std::int32_t coefficient = builder.coefficient(site);
        total = total < 0 ? builder.multiply(weight, coefficient) : builder.fma(weight, coefficient, total);
      }
    }
  }
  return builder.finish(std::move(outputs));
}

/// Where no site contributes.
WeightProgram zeros(int outputs) {
  WeightProgramBuilder builder;
  return builder.finish(std::vector<std::int32_t>(static_cast<std::size_t>(outputs), builder.constant(0)));
}

WeightProgram cheaper(WeightProgram a, WeightProgram b) {
  return count_operations(b).arithmetic() < count_operations(a).arithmetic() ? std::move(b) : std::move(a);
}

/// Refuses weights that would take minutes to factor, and their code much longer to compile.
void check_size(const Plan& plan) {
  constexpr std::size_t most = 200000;
  std::size_t terms = 0;
  for (const ReferenceSubregion& reference : plan.references) {
    if (plan.options.separable == Separable::automatic && separable_weights(reference)) continue;
    for (const Polynomial& weight : reference.weights) terms += weight.term_count();
  }
  if (terms > most)
    throw UnsupportedError("the weights of " + std::to_string(plan.references.size()) +
                           " reference sub-regions of the space \"" + plan.space_name + "\" have " +
                           std::to_string(terms) + " terms; at most " + std::to_string(most) + " are made into code");
}

}  // namespace

Plan factor_weights(Plan plan) {
  check_size(plan);
  for (ReferenceSubregion& reference : plan.references) {
    std::optional<SeparableWeights> separable;
    if (plan.options.separable == Separable::automatic && !reference.sites.empty())
      separable = separable_weights(reference);
    for (const Derivatives derivatives : derivatives_of(plan)) {
      WeightProgram& program = reference.program(derivatives);
      if (reference.sites.empty()) {
        program = zeros(output_count(plan.dimension, derivatives));
      } else if (separable) {
        program = contracted(*separable, reference, derivatives);
      } else {
        program = cheaper(grouped(reference, plan.dimension, derivatives, true),
                          grouped(reference, plan.dimension, derivatives, false));
      }
    }
    if (reference.sites.empty() || separable || reference.group_begin.size() != 2 || !plan.options.shared) continue;
    const RoundingErrorSample errors(reference);
    // A shorter form may round as the plain one does, but not by more than a few units.
    const double accepted =
        std::clamp(std::max(errors(reference.value), errors(reference.value_and_gradient)), 2.0, 4.0);
    SharedWeights shared = shared_weights(reference, derivatives_of(plan), errors, accepted);
    for (auto& [derivatives, program] : shared) reference.program(derivatives) = std::move(program);
  }
  return plan;
}

}  // namespace latspline
