#include "latspline/basis/cone_pieces.h"

#include <algorithm>
#include <functional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {

ConePieces::ConePieces(ConeSum cones) : cones_(std::move(cones)) {
  std::stable_sort(cones_.apexes.begin(), cones_.apexes.end(),
                   [](const Apex& a, const Apex& b) { return a.weight < b.weight; });
  for (std::size_t v = 0; v < cones_.apexes.size(); ++v) {
    const bool is_new = v == 0 || cones_.apexes[v].weight != cones_.apexes[v - 1].weight;
    weight_class_.push_back((v == 0 ? 0 : weight_class_.back()) + (is_new ? 1 : 0));
  }
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

const ConePieces::Point& ConePieces::at(const Vector& p) {
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

Polynomial ConePieces::shifted_piece(const Vector& c, const Vector& site) {
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
    // Few weights occur among many apexes: monomials are added weight by weight and multiplied once for each.
    const Expansion& expansion = expansions_[b];
    for (std::size_t k = 0; k < expansion.monomials.size(); ++k) {
      const auto monomial = static_cast<std::size_t>(expansion.monomials[k]);
      Rational moment;
      for (std::size_t first = 0; first < active.size();) {
        Rational sum_of_class;
        std::size_t next = first;
        for (; next < active.size() && weight_class_[active[next]] == weight_class_[active[first]]; ++next)
          sum_of_class += points[active[next]]->monomials[monomial];
        moment += cones_.apexes[active[first]].weight * sum_of_class;
        first = next;
      }
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
