#include "latspline/analysis/quasi_interpolation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "latspline/analysis/moments.h"
#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// An orbit of sites under the group, with the moments of the filter that is 1 on it.
struct Orbit {
  std::vector<IntVector> sites;
  Vector moments;
};

Rational monomial(const IntVector& site, const Exponents& exponents) {
  Rational product = 1;
  for (std::size_t j = 0; j < site.size(); ++j) product *= Rational(site[j]).pow(exponents[j]);
  return product;
}

/// x with sum over i of x_i columns[i] = target; nullopt if there is none.
std::optional<Vector> solution(const std::vector<Orbit>& orbits, const std::vector<std::size_t>& used,
                               const Vector& target) {
  std::vector<Vector> columns;
  for (const std::size_t i : used) columns.push_back(orbits[i].moments);
  columns.push_back(Rational(-1) * target);
  for (const Vector& candidate : Matrix::from_columns(columns).kernel()) {
    if (candidate.back().is_zero()) continue;
    Vector result = candidate.back().inverse() * candidate;
    result.pop_back();
    return result;
  }
  return std::nullopt;
}

}  // namespace

QuasiInterpolation quasi_interpolation(const SplineSpace& space, const std::vector<Matrix>& group, int order) {
  const int s = space.lattice.dimension();
  // Those whose moments the filter must have.
  const std::vector<Exponents> exponents = exponents_up_to(s, order - 1);
  const Polynomial wanted = reciprocal_series(moment_series(space.basis, order - 1), order - 1);
  Vector target;
  for (const Exponents& e : exponents) target.push_back(moment(wanted, e));

  // Sites by length in the space's metric, orbit by orbit: combinations of a reduced basis with growing coefficients.
  const Matrix metric = space.metric.rows() > 0 ? space.metric : Matrix::identity(s);
  const std::vector<IntVector> basis = space.lattice.reduced_basis(space.metric);
  std::vector<Orbit> orbits;
  for (std::int64_t radius = 1; radius <= order; ++radius) {
    std::vector<std::pair<Rational, IntVector>> by_length;
    IntVector factors(static_cast<std::size_t>(s), -radius);
    for (bool done = false; !done;) {
      IntVector site(static_cast<std::size_t>(s), 0);
      for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t j = 0; j < site.size(); ++j) site[j] += factors[i] * basis[i][j];
      const Vector x = to_rational(site);
      by_length.emplace_back(dot(x, metric * x), std::move(site));
      std::size_t i = 0;
      while (i < factors.size() && ++factors[i] > radius) factors[i++] = -radius;
      done = i == factors.size();
    }
    std::sort(by_length.begin(), by_length.end());
    orbits.clear();
    std::set<IntVector> seen;
    std::vector<std::size_t> used;
    for (const auto& [length, site] : by_length) {
      if (seen.count(site) > 0) continue;
      check_interrupt();
      std::set<IntVector> members;
      for (const Matrix& a : group) members.insert(to_integer(a * to_rational(site)));
      seen.insert(members.begin(), members.end());
      Orbit orbit{{members.begin(), members.end()}, {}};
      for (const Exponents& e : exponents) {
        Rational sum;
        for (const IntVector& member : orbit.sites) sum += monomial(member, e);
        orbit.moments.push_back(std::move(sum));
      }
      used.push_back(orbits.size());
      orbits.push_back(std::move(orbit));
      std::optional<Vector> found = solution(orbits, used, target);
      if (!found) continue;
      for (std::size_t k = used.size(); k-- > 0;) {
        std::vector<std::size_t> fewer = used;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
        if (fewer.empty()) break;
        if (auto still = solution(orbits, fewer, target)) {
          used = std::move(fewer);
          found = std::move(still);
        }
      }
      std::map<IntVector, Rational> values;
      for (std::size_t k = 0; k < used.size(); ++k) {
        if ((*found)[k].is_zero()) continue;
        for (const IntVector& member : orbits[used[k]].sites) values[member] = (*found)[k];
      }
      QuasiInterpolation result;
      for (auto& [member, value] : values) {
        result.sites.push_back(member);
        result.values.push_back(std::move(value));
      }
      return result;
    }
  }
  throw InternalError("no quasi-interpolation filter of order " + std::to_string(order) + " found");
}

}  // namespace latspline
