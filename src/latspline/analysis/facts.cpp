#include "latspline/analysis/facts.h"

#include <algorithm>
#include <map>
#include <set>

#include "latspline/analysis/moments.h"
#include "latspline/analysis/operator_norm.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// Whether the weights of a sub-region are linearly independent polynomials.
bool has_independent_weights(const Subregion& subregion) {
  std::map<Exponents, std::size_t> column;
  for (const Polynomial& weight : subregion.weights)
    for (const Term& term : weight.terms()) column.try_emplace(term.exponents, column.size());
  if (column.size() < subregion.weights.size()) return false;
  std::vector<Vector> rows;
  for (const Polynomial& weight : subregion.weights) {
    Vector row(column.size());
    for (Term& term : weight.terms()) row[column[term.exponents]] = std::move(term.coefficient);
    rows.push_back(std::move(row));
  }
  return Matrix::from_rows(rows).rank() == static_cast<int>(rows.size());
}

/// Whether f vanishes for the coefficients (-1)^<2 t, L^-1 n>, t in {0, 1/2}^s: on every sub-region of the chamber, for t and its images under the group.
bool vanishes(const SplineSpace& space, const std::vector<Matrix>& group, const std::vector<Subregion>& subregions,
              const Vector& t) {
  std::set<Vector> orbit;
  for (const Matrix& a : group) {
    Vector image = (space.lattice.inverse() * a * space.lattice.matrix()).transposed() * t;
    for (Rational& entry : image) entry -= entry.floor();
    orbit.insert(std::move(image));
  }
  for (const Vector& image : orbit) {
    for (const Subregion& subregion : subregions) {
      Polynomial sum(space.lattice.dimension());
      for (std::size_t m = 0; m < subregion.sites.size(); ++m) {
        const Rational phase = dot(image, space.lattice.inverse() * to_rational(subregion.sites[m]));
        sum += (phase.is_integer() ? Rational(1) : Rational(-1)) * subregion.weights[m];
      }
      if (!sum.is_zero()) return false;
    }
  }
  return true;
}

}  // namespace

SpaceFacts space_facts(const SplineSpace& space, const std::vector<Matrix>& group,
                       const std::vector<Subregion>& subregions, const PrefilterDesign& prefilter, int order) {
  SpaceFacts facts;
  facts.moment_degree = std::max(2, order);
  facts.moments = moment_series(space.basis, facts.moment_degree);
  const std::size_t most_boxes = space.lattice.dimension() <= 3 ? 100000 : 5000;
  facts.symbol = bound_symbol(space.lattice, prefilter.sites, prefilter.values, most_boxes);
  facts.locally_independent = true;
  bool somewhere = false;
  for (const Subregion& subregion : subregions) {
    check_interrupt();
    const bool independent = has_independent_weights(subregion);
    facts.locally_independent = facts.locally_independent && independent;
    somewhere = somewhere || independent;
  }
  if (space.basis.piecewise_polynomial() != nullptr) {
    const NormBounds norm = operator_norm(subregions);
    facts.norm_at_least = norm.at_least;
    facts.norm_at_most = norm.at_most;
  }
  const BoxSpline* box_spline = space.basis.box_spline();
  if (box_spline != nullptr &&
      std::all_of(box_spline->directions().begin(), box_spline->directions().end(),
                  [&](const Vector& direction) { return space.lattice.contains(direction); })) {
    const bool dependent = prefilter.kind == PrefilterKind::impossible;
    facts.shifts = dependent ? Independence::dependent : Independence::independent;
    facts.shifts_reason = dependent ? prefilter.reason : "the directions are unimodular in lattice coordinates";
  } else if (space.basis.voronoi_spline() != nullptr) {
    facts.shifts = Independence::independent;
    facts.shifts_reason =
        "a Voronoi spline: its transform is a power of that of the cell's indicator, whose shifts have disjoint "
        "supports";
  } else if (somewhere) {
    facts.shifts = Independence::independent;
    facts.shifts_reason = "the weights of a sub-region are linearly independent";
  } else if (facts.symbol.zero &&
             std::all_of(facts.symbol.zero->begin(), facts.symbol.zero->end(),
                         [](const Rational& entry) { return (Rational(2) * entry).is_integer(); }) &&
             vanishes(space, group, subregions, *facts.symbol.zero)) {
    facts.shifts = Independence::dependent;
    facts.shifts_reason = "coefficients of alternating signs, of frequency (" + to_string(*facts.symbol.zero) +
                          ") in the dual basis, give f = 0";
  } else {
    facts.shifts_reason = "on no sub-region are the weights linearly independent, which proves nothing";
  }
  return facts;
}

}  // namespace latspline
