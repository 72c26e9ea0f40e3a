#include "latspline/basis/cone_sum.h"

#include <algorithm>
#include <functional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

using Multiplicities = std::vector<int>;

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
      } else if (std::none_of(kernel.front().begin(), kernel.front().end(), [](const Rational& x) { return x.is_zero(); })) {
        // All smaller subsets on the path are independent, so the kernel is a line; a full one is a circuit.
        BrokenCircuit circuit{chosen.front(), {chosen.begin() + 1, chosen.end()}, {}};
        for (std::size_t k = 1; k < chosen.size(); ++k) circuit.factors.push_back(-kernel.front()[k] / kernel.front()[0]);
        result.push_back(std::move(circuit));
      }
      chosen.pop_back();
    }
  };
  grow(0);
  return result;
}

/// Partial fractions of 1 / prod <a_i, w>^mu_i: multiplicities whose supports are bases, with coefficients.
std::map<Multiplicities, Rational> partial_fractions(const std::vector<IntVector>& vectors, const Multiplicities& start) {
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

PieceEvaluator::PieceEvaluator(ConeSum cones) : cones_(std::move(cones)) {
  std::map<Exponents, int> index;
  for (const TruncatedPower& cone : cones_.cones) {
    Expansion expansion;
    // All derivatives that do not vanish, each once: raise variables in order only.
    const std::function<void(const Polynomial&, const Exponents&, int, const Rational&)> visit =
        [&](const Polynomial& derivative, const Exponents& alpha, int first, const Rational& factor) {
          if (derivative.is_zero()) return;
          const auto [entry, fresh] = index.try_emplace(alpha, static_cast<int>(monomials_.size()));
          if (fresh) monomials_.push_back(alpha);
          std::vector<Term> terms = derivative.terms();
          for (Term& term : terms) term.coefficient *= factor;
          expansion.monomials.push_back(entry->second);
          expansion.terms.push_back(std::move(terms));
          for (int j = first; j < cones_.dimension; ++j) {
            Exponents next = alpha;
            ++next[static_cast<std::size_t>(j)];
            visit(derivative.derivative(j), next, j, factor * Rational(-1, next[static_cast<std::size_t>(j)]));
          }
        };
    visit(cone.power, Exponents{}, 0, Rational(1));
    expansions_.push_back(std::move(expansion));
  }

  const auto points_nowhere_along_a_facet = [&](const Vector& g) {
    direction_in_cone_.clear();
    for (const TruncatedPower& cone : cones_.cones) {
      direction_in_cone_.push_back(cone.inverse * g);
      for (const Rational& entry : direction_in_cone_.back())
        if (entry.is_zero()) return false;
    }
    return true;
  };
  for (int attempt = 0;; ++attempt) {
    LATSPLINE_ASSERT(attempt < 1000);
    Vector g;
    for (int j = 0; j < cones_.dimension; ++j) g.push_back(Rational(1009 + 137 * j * j + attempt * (2 * j + 1)));
    if (points_nowhere_along_a_facet(g)) break;
  }
}

const PieceEvaluator::Point& PieceEvaluator::at(const Vector& p) {
  const auto found = points_.find(p);
  if (found != points_.end()) return found->second;
  Point point;
  int degree = 0;
  for (const Exponents& alpha : monomials_)
    for (std::uint16_t e : alpha) degree = std::max<int>(degree, e);
  std::vector<std::vector<Rational>> powers;
  for (const Rational& x : p) {
    std::vector<Rational> row{Rational(1)};
    for (int e = 1; e <= degree; ++e) row.push_back(row.back() * x);
    powers.push_back(std::move(row));
  }
  for (const Exponents& alpha : monomials_) {
    Rational value = 1;
    for (std::size_t j = 0; j < p.size(); ++j)
      if (alpha[j] > 0) value *= powers[j][alpha[j]];
    point.monomials.push_back(std::move(value));
  }
  for (const TruncatedPower& cone : cones_.cones) point.in_cone.push_back(cone.inverse * p);
  return points_.emplace(p, std::move(point)).first->second;
}

Polynomial PieceEvaluator::shifted_piece(const Vector& c, const Vector& site) {
  check_interrupt();
  std::vector<const Point*> points;
  for (const Apex& apex : cones_.apexes) points.push_back(&at(site + apex.point));
  std::map<Exponents, Rational> sum;
  for (std::size_t b = 0; b < cones_.cones.size(); ++b) {
    const Vector at_c = cones_.cones[b].inverse * c;
    std::vector<std::size_t> active;
    for (std::size_t v = 0; v < points.size(); ++v) {
      bool inside = true;
      for (std::size_t i = 0; i < at_c.size() && inside; ++i) {
        const auto order = at_c[i] <=> points[v]->in_cone[b][i];
        inside = order > 0 || (order == 0 && direction_in_cone_[b][i].sign() > 0);
      }
      if (inside) active.push_back(v);
    }
    if (active.empty()) continue;
    const Expansion& expansion = expansions_[b];
    for (std::size_t k = 0; k < expansion.monomials.size(); ++k) {
      Rational moment;
      for (std::size_t v : active)
        moment += cones_.apexes[v].weight * points[v]->monomials[static_cast<std::size_t>(expansion.monomials[k])];
      if (moment.is_zero()) continue;
      for (const Term& term : expansion.terms[k]) sum[term.exponents] += moment * term.coefficient;
    }
  }
  std::vector<Term> terms;
  for (auto& [exponents, coefficient] : sum)
    if (!coefficient.is_zero()) terms.push_back({exponents, coefficient});
  return Polynomial::from_terms(cones_.dimension, terms);
}

}  // namespace latspline
