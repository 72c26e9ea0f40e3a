#include "latspline/analysis/moments.h"

#include <functional>

#include "latspline/base/error.h"
#include "latspline/exact/integral.h"

namespace latspline {
namespace {

Rational factorial(int n) {
  Rational product = 1;
  for (int i = 2; i <= n; ++i) product *= Rational(i);
  return product;
}

Rational factorial(const Exponents& exponents) {
  Rational product = 1;
  for (const std::uint16_t exponent : exponents) product *= factorial(exponent);
  return product;
}

/// Calls `use` for every exponent in `variables` variables of total degree up to `degree`.
void for_each_exponent(int variables, int degree, const std::function<void(const Exponents&)>& use) {
  Exponents exponents{};
  const std::function<void(int, int)> choose = [&](int variable, int left) {
    if (variable == variables) return use(exponents);
    for (int e = 0; e <= left; ++e) {
      exponents[static_cast<std::size_t>(variable)] = static_cast<std::uint16_t>(e);
      choose(variable + 1, left - e);
    }
    exponents[static_cast<std::size_t>(variable)] = 0;
  };
  choose(0, degree);
}

/// sinh(z) / z up to z^degree, for z = <w, xi> / 2.
Polynomial direction_series(const Vector& direction, int degree) {
  const int s = static_cast<int>(direction.size());
  const Polynomial z = Polynomial::affine(Rational(1, 2) * direction, 0);
  const Polynomial square = z * z;
  Polynomial power = Polynomial::constant(s, 1);
  Polynomial sum = power;
  for (int k = 1; 2 * k <= degree; ++k) {
    power *= square;
    sum += factorial(2 * k + 1).inverse() * power;
  }
  return sum;
}

Polynomial cell_series(const Polytope& cell, int degree) {
  const int s = cell.dimension();
  std::vector<Term> terms;
  for_each_exponent(s, degree, [&](const Exponents& exponents) {
    const Term monomial{exponents, 1};
    const Rational value = integral(Polynomial::from_terms(s, std::span(&monomial, 1)), cell);
    if (!value.is_zero()) terms.push_back({exponents, value / factorial(exponents)});
  });
  return cell.volume().inverse() * Polynomial::from_terms(s, terms);
}

}  // namespace

Polynomial truncated(const Polynomial& p, int degree) {
  if (p.degree() <= degree) return p;
  std::vector<Term> kept;
  for (Term& term : p.terms()) {
    int total = 0;
    for (const std::uint16_t exponent : term.exponents) total += exponent;
    if (total <= degree) kept.push_back(std::move(term));
  }
  return Polynomial::from_terms(p.variables(), kept);
}

Polynomial reciprocal_series(const Polynomial& p, int degree) {
  // 1 / (c (1 - r)) = (1 + r + r^2 + ..) / c, r without constant term.
  const Rational constant = p.coefficient({});
  LATSPLINE_ASSERT(!constant.is_zero());
  const Polynomial one = Polynomial::constant(p.variables(), 1);
  const Polynomial rest = one - constant.inverse() * p;
  Polynomial sum = one;
  Polynomial power = one;
  for (int k = 1; k <= degree; ++k) {
    power = truncated(power * rest, degree);
    sum += power;
  }
  return constant.inverse() * sum;
}

Polynomial moment_series(const BasisFunction& basis, int degree) {
  Polynomial product = Polynomial::constant(basis.dimension(), 1);
  if (const BoxSpline* box_spline = basis.box_spline()) {
    for (const Vector& direction : box_spline->directions())
      product = truncated(product * direction_series(direction, degree), degree);
    return product;
  }
  if (const PiecewisePolynomial* pieces = basis.piecewise_polynomial()) {
    const Polynomial integrals = pieces->moments(degree);
    const Rational total = integrals.coefficient({});
    if (total.is_zero()) throw InputError("the basis function has integral 0; its lattice shifts cannot sum to 1");
    std::vector<Term> terms = integrals.terms();
    for (Term& term : terms) term.coefficient /= total * factorial(term.exponents);
    return Polynomial::from_terms(basis.dimension(), terms);
  }
  const VoronoiSpline& voronoi = *basis.voronoi_spline();
  const Polynomial cell = cell_series(voronoi.cell(), degree);
  for (int k = 0; k < voronoi.order(); ++k) product = truncated(product * cell, degree);
  return product;
}

Rational moment(const Polynomial& series, const Exponents& exponents) {
  return factorial(exponents) * series.coefficient(exponents);
}

}  // namespace latspline
