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
  result.knot_planes = box_spline != nullptr ? knot_planes(space, *box_spline) : knot_planes(space, *phi.transform());
  result.region = region_of_evaluation(space, result.cosets, result.group, result.knot_planes);
  result.subregions = subregions(space, result.region, phi);
  std::vector<Polytope> pieces;
  std::vector<std::int32_t> labels;
  for (std::size_t r = 0; r < result.subregions.size(); ++r) {
    for (const Polytope& piece : result.subregions[r].pieces) {
      pieces.push_back(piece);
      labels.push_back(static_cast<std::int32_t>(r));
    }
  }
  result.index = subregion_index(result.region.planes, pieces, labels);
  const bool all_sites =
      box_spline != nullptr && std::all_of(box_spline->directions().begin(), box_spline->directions().end(),
                                           [&](const Vector& v) { return space.lattice.contains(v); });
  result.order = all_sites ? approximation_order(*box_spline)
                           : approximation_order(result.region, result.subregions, result.degree);
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
  result.prefilter = prefilter_design(space, phi);
  if (options.count_cells) result.cell_classes = cell_classes(space, result.group, result.knot_planes);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace latspline
