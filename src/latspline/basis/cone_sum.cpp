#include "latspline/basis/cone_sum.h"

#include <algorithm>
#include <functional>
#include <map>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

using Multiplicities = std::vector<int>;

constexpr std::size_t max_apexes = 100000;

/// a_least = sum of factors[k] a_k over k in members.
struct BrokenCircuit {
  int least;
  std::vector<int> members;
  std::vector<Rational> factors;
};

/// The circuits (minimal dependent sets) of the vectors, each without its least element.
std::vector<BrokenCircuit> broken_circuits(const std::vector<IntVector>& vectors) {
  const int s = static_cast<int>(vectors.front().size());
  const int count = static_cast<int>(vectors.size());
  std::vector<BrokenCircuit> result;
  std::vector<int> chosen;
  const std::function<void(int)> grow = [&](int next) {
    for (int i = next; i < count; ++i) {
      chosen.push_back(i);
      std::vector<Vector> columns;
      for (int k : chosen) columns.push_back(to_rational(vectors[static_cast<std::size_t>(k)]));
      const std::vector<Vector> kernel = Matrix::from_columns(columns).kernel();
      if (kernel.empty()) {
        if (static_cast<int>(chosen.size()) <= s) grow(i + 1);
      } else if (std::none_of(kernel.front().begin(), kernel.front().end(),
                              [](const Rational& x) { return x.is_zero(); })) {
        // All smaller subsets on the path are independent, so the kernel is a line; a full one is a circuit.
        BrokenCircuit circuit{chosen.front(), {chosen.begin() + 1, chosen.end()}, {}};
        for (std::size_t k = 1; k < chosen.size(); ++k)
          circuit.factors.push_back(-kernel.front()[k] / kernel.front()[0]);
        result.push_back(std::move(circuit));
      }
      chosen.pop_back();
    }
  };
  grow(0);
  return result;
}

/// Partial fractions of 1 / prod <a_i, w>^mu_i: multiplicities whose supports are bases, with coefficients.
std::map<Multiplicities, Rational> partial_fractions(const std::vector<IntVector>& vectors,
                                                     const Multiplicities& start) {
  const std::vector<BrokenCircuit> circuits = broken_circuits(vectors);
  const auto height = [](const Multiplicities& mu) {
    int sum = 0;
    for (std::size_t i = 0; i < mu.size(); ++i) sum += static_cast<int>(i) * mu[i];
    return sum;
  };
  // Every step lowers the height, so taking the highest first meets each term once, already merged.
  std::map<std::pair<int, Multiplicities>, Rational> open{{{height(start), start}, Rational(1)}};
  std::map<Multiplicities, Rational> done;
  while (!open.empty()) {
    check_interrupt();
    auto node = open.extract(std::prev(open.end()));
    if (node.mapped().is_zero()) continue;
    const Multiplicities& mu = node.key().second;
    const auto broken = std::find_if(circuits.begin(), circuits.end(), [&](const BrokenCircuit& circuit) {
      return std::all_of(circuit.members.begin(), circuit.members.end(),
                         [&](int k) { return mu[static_cast<std::size_t>(k)] > 0; });
    });
    if (broken == circuits.end()) {
      done[mu] += node.mapped();
      continue;
    }
    for (std::size_t k = 0; k < broken->members.size(); ++k) {
      Multiplicities next = mu;
      --next[static_cast<std::size_t>(broken->members[k])];
      ++next[static_cast<std::size_t>(broken->least)];
      const int next_height = height(next);
      open[{next_height, std::move(next)}] += broken->factors[k] * node.mapped();
    }
  }
  std::erase_if(done, [](const auto& entry) { return entry.second.is_zero(); });
  return done;
}

Rational factorial(int n) {
  Rational result = 1;
  for (int i = 2; i <= n; ++i) result *= Rational(i);
  return result;
}

}  // namespace

ConeSum truncated_powers(const BoxSpline& box_spline, const Rational& scale) {
  const int s = box_spline.dimension();
  ConeSum result;
  result.dimension = s;

  std::map<IntVector, int> lines;
  for (const Vector& direction : box_spline.directions()) ++lines[primitive(direction)];
  std::vector<IntVector> vectors;
  Multiplicities mu;
  for (const auto& [vector, count] : lines) {
    vectors.push_back(vector);
    mu.push_back(count);
  }

  // The mask: prod over directions of (e^{<w,xi>/2} - e^{-<w,xi>/2}) / |lambda| with xi = lambda a, lambda > 0 after a change of sign.
  std::map<Vector, Rational> mask{{Vector(static_cast<std::size_t>(s)), scale}};
  for (const Vector& direction : box_spline.directions()) {
    const Rational lambda = content(direction);
    const Vector half = (lambda * Rational(1, 2)) * to_rational(primitive(direction));
    std::map<Vector, Rational> next;
    for (const auto& [point, weight] : mask) {
      next[point - half] += weight / lambda;
      next[point + half] -= weight / lambda;
    }
    std::erase_if(next, [](const auto& entry) { return entry.second.is_zero(); });
    if (next.size() > max_apexes)
      throw UnsupportedError("the " + std::to_string(box_spline.directions().size()) +
                             " directions of the box spline have more than " + std::to_string(max_apexes) +
                             " different partial sums; that is too many to analyse");
    mask = std::move(next);
  }
  for (const auto& [point, weight] : mask) result.apexes.push_back({point, weight});

  // Terms of one basis share a cone.
  std::map<std::vector<int>, Polynomial> powers;
  for (const auto& [multiplicities, coefficient] : partial_fractions(vectors, mu)) {
    std::vector<int> basis;
    std::vector<Vector> columns;
    Term term;
    term.coefficient = coefficient;
    for (std::size_t i = 0; i < multiplicities.size(); ++i) {
      if (multiplicities[i] == 0) continue;
      term.exponents[basis.size()] = static_cast<std::uint16_t>(multiplicities[i] - 1);
      term.coefficient /= factorial(multiplicities[i] - 1);
      basis.push_back(static_cast<int>(i));
      columns.push_back(to_rational(vectors[i]));
    }
    LATSPLINE_ASSERT(static_cast<int>(basis.size()) == s);
    term.coefficient /= Matrix::from_columns(columns).determinant().abs();
    auto [entry, fresh] = powers.try_emplace(basis, Polynomial(s));
    entry->second += Polynomial::from_terms(s, std::span<const Term>(&term, 1));
  }
  for (const auto& [basis, power] : powers) {
    std::vector<Vector> columns;
    for (int i : basis) columns.push_back(to_rational(vectors[static_cast<std::size_t>(i)]));
    Matrix inverse = *Matrix::from_columns(columns).inverse();
    Polynomial in_x = power.substitute_affine(inverse, Vector(static_cast<std::size_t>(s)));
    result.cones.push_back({std::move(inverse), std::move(in_x)});
  }
  return result;
}

}  // namespace latspline
