#include <algorithm>
#include <chrono>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/order.h"
#include "latspline/analysis/symmetry.h"
#include "latspline/base/error.h"

namespace latspline {

std::int64_t Analysis::cells() const {
  std::int64_t sum = 0;
  for (const CellClass& cell_class : cell_classes) sum += cell_class.orbit;
  return sum;
}

namespace {

/// Refuses a support of so many sites that listing them is hopeless.
void check_support(const SplineSpace& space) {
  constexpr int most = 200000;
  Rational sites = space.lattice.determinant().inverse();
  for (int j = 0; j < space.lattice.dimension(); ++j) {
    Vector e(static_cast<std::size_t>(space.lattice.dimension()));
    e[static_cast<std::size_t>(j)] = 1;
    sites *= Rational(2) * space.basis.half_width(e);
  }
  if (sites > Rational(most))
    throw UnsupportedError("the box around the support of the basis function has about " + sites.round().to_string() +
                           " sites; at most " + std::to_string(most) + " are supported");
}

/// What depends on the way a space is evaluated.
struct EvaluationForm {
  Strategy strategy = Strategy::fold;
  std::vector<IntVector> shifts;
  RegionOfEvaluation region;
  std::vector<Subregion> subregions;
  SubregionIndex index;
  Placements placements;
  int cost = 0;
};

/// `space` has the lattice that points are rounded to; `cosets` are its cosets, `storage_period` the periods of the storage.
EvaluationForm evaluation_form(const SplineSpace& space, const CosetDecomposition& cosets,
                               const IntVector& storage_period, const std::vector<Matrix>& group,
                               const std::vector<KnotPlanes>& planes, PieceEvaluator& phi, Strategy strategy,
                               bool reflect_axes, bool sums_to_1) {
  EvaluationForm form;
  form.strategy = strategy;
  form.region = region_of_evaluation(space, cosets, storage_period, group, planes, strategy, reflect_axes);
  form.subregions = subregions(space, form.region, phi, sums_to_1);
  std::vector<Polytope> pieces;
  std::vector<std::int32_t> labels;
  for (std::size_t r = 0; r < form.subregions.size(); ++r) {
    for (const Polytope& piece : form.subregions[r].pieces) {
      pieces.push_back(piece);
      labels.push_back(static_cast<std::int32_t>(r));
    }
  }
  form.index = subregion_index(form.region.planes, pieces, labels);
  form.placements = place_subregions(group, storage_period, form.region.rounding.center, form.subregions);
  form.cost = preparation_cost(form.region.rounding, form.region.chamber.fold, form.index.planes,
                               form.placements.transforms.size());
  form.shifts.emplace_back(storage_period.size(), 0);
  return form;
}

std::vector<KnotPlanes> knot_planes_of(const SplineSpace& space, PieceEvaluator& phi) {
  if (const PiecewisePolynomial* pieces = space.basis.piecewise_polynomial()) return knot_planes(space, *pieces);
  const BoxSpline* box_spline = space.basis.box_spline();
  return box_spline != nullptr ? knot_planes(space, *box_spline) : knot_planes(space, *phi.transform());
}

/// The space on the lattice L G Z^s, and the least site of each coset of it in the space's lattice, 0 first.
struct CoarserSpace {
  SplineSpace space;
  std::vector<IntVector> shifts;
};

CoarserSpace coarser_space(const SplineSpace& space) {
  constexpr int most = 64;
  CoarserSpace result{space, {}};
  result.space.lattice = space.rounding_lattice();
  const Rational index = space.coset_matrix->determinant().abs();
  if (index > Rational(most))
    throw UnsupportedError("the coset matrix has determinant " + index.to_string() + "; at most " +
                           std::to_string(most) + " is supported");
  // The cosets, breadth first from 0.
  const int s = space.lattice.dimension();
  std::vector<Vector> open{Vector(static_cast<std::size_t>(s))};
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (int j = 0; j < s; ++j) {
      const Vector next = result.space.lattice.reduce(open[i] + space.lattice.matrix().column(j));
      if (std::find(open.begin(), open.end(), next) == open.end()) open.push_back(next);
    }
  }
  LATSPLINE_ASSERT(Rational(static_cast<std::int64_t>(open.size())) == index);
  for (const Vector& shift : open) result.shifts.push_back(to_integer(shift));
  return result;
}

}  // namespace

Analysis analyze(const SplineSpace& space, const AnalyzeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const int s = space.lattice.dimension();
  if (space.basis.dimension() != s)
    throw InputError("the basis function has dimension " + std::to_string(space.basis.dimension()) + ", the lattice " +
                     std::to_string(s));
  check_support(space);
  Analysis result;
  result.space = space;
  result.cosets = coset_decomposition(space.lattice);
  result.degree = space.basis.degree();
  result.continuity = space.basis.continuity();
  result.group = symmetry_group(space);
  const BoxSpline* box_spline = space.basis.box_spline();
  PieceEvaluator phi(space.basis, space.lattice.determinant());
  result.knot_planes = knot_planes_of(space, phi);
  // With a coset matrix the region that the caller chose is one of the coarser lattice; the facts about the space need none.
  SplineSpace whole = space;
  if (space.coset_matrix) {
    whole.center.reset();
    whole.parallelepiped.reset();
    whole.voronoi_region = false;
  }
  const auto form_of = [&](Strategy strategy) {
    return evaluation_form(whole, result.cosets, result.cosets.period, result.group, result.knot_planes, phi, strategy,
                           options.reflect_axes, true);
  };
  EvaluationForm form = form_of(options.strategy == Strategy::table ? Strategy::table : Strategy::fold);
  if (options.strategy == Strategy::automatic && !space.coset_matrix) {
    // Without a fold some sub-regions need a map into their reference, and the planes that tell the sub-regions of the chamber apart still do.
    const bool folds = !form.region.chamber.fold.empty();
    result.other_cost = folds ? preparation_cost(form.region.rounding, {}, form.index.planes, 2) : form.cost;
    if (folds && form.cost > result.other_cost) {
      EvaluationForm table = form_of(Strategy::table);
      result.other_cost = table.cost;
      if (table.cost < form.cost) {
        result.other_cost = form.cost;
        form = std::move(table);
      }
    }
  }
  const bool all_sites =
      box_spline != nullptr && std::all_of(box_spline->directions().begin(), box_spline->directions().end(),
                                           [&](const Vector& v) { return space.lattice.contains(v); });
  result.order =
      all_sites ? approximation_order(*box_spline) : approximation_order(form.region, form.subregions, result.degree);
  result.prefilter = prefilter_design(space, phi);
  result.quasi_interpolation = quasi_interpolation(space, result.group, result.order);
  if (options.find_facts)
    result.facts = space_facts(space, result.group, form.subregions, result.prefilter, result.order);
  if (space.coset_matrix) {
    const CoarserSpace coarser = coarser_space(space);
    std::vector<Matrix> group;
    for (const Matrix& a : result.group)
      if (coarser.space.lattice.is_preserved_by(a)) group.push_back(a);
    form = evaluation_form(coarser.space, coset_decomposition(coarser.space.lattice), result.cosets.period, group,
                           knot_planes_of(coarser.space, phi), phi, form.strategy, options.reflect_axes, false);
    form.shifts = coarser.shifts;
    form.cost *= static_cast<int>(coarser.shifts.size());
  }
  result.strategy = form.strategy;
  result.predicted_cost = form.cost;
  result.shifts = std::move(form.shifts);
  result.region = std::move(form.region);
  result.subregions = std::move(form.subregions);
  result.index = std::move(form.index);
  result.placements = std::move(form.placements);
  for (int j = 0; j < s; ++j) {
    Vector e(static_cast<std::size_t>(s));
    e[static_cast<std::size_t>(j)] = 1;
    result.reach.push_back(space.basis.half_width(e));
    Matrix mirror = Matrix::identity(s);
    mirror(j, j) = -1;
    bool found = false;
    for (const Matrix& a : result.group) found |= a == mirror;
    result.axis_mirror.push_back(found);
  }
  if (options.count_cells) result.cell_classes = cell_classes(space, result.group, result.knot_planes);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace latspline
