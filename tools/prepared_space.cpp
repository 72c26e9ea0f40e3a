#include "tools/prepared_space.h"

#include <algorithm>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/plan/make_plan.h"

namespace latspline::tools {
namespace {

latspline_prefilter_kind kind_of(PrefilterKind kind) {
  switch (kind) {
    case PrefilterKind::none:
      return LATSPLINE_PREFILTER_NONE;
    case PrefilterKind::separable:
      return LATSPLINE_PREFILTER_SEPARABLE;
    case PrefilterKind::solve:
      return LATSPLINE_PREFILTER_SOLVE;
    case PrefilterKind::impossible:
      return LATSPLINE_PREFILTER_IMPOSSIBLE;
  }
  throw InternalError("unknown prefilter kind");
}

OwnedTaps taps_of(const PrefilterDesign& design, int dimension) {
  OwnedTaps taps;
  taps.kind = kind_of(design.kind);
  taps.dimension = static_cast<std::uint32_t>(dimension);
  for (const IntVector& site : design.sites) taps.sites.insert(taps.sites.end(), site.begin(), site.end());
  for (const Rational& value : design.values) taps.values.push_back(value.to_double());
  for (const Rational& value : design.axis_values) taps.axis_taps.push_back(value.to_double());
  taps.poles = design.poles;
  taps.reason = design.reason;
  return taps;
}

LatticeShape shape_of(const CosetDecomposition& cosets, const Vector& reach, std::uint64_t identity,
                      const std::vector<bool>& axis_mirror) {
  LatticeShape shape;
  shape.dimension = static_cast<std::uint32_t>(cosets.period.size());
  shape.coset_count = static_cast<std::uint32_t>(cosets.offsets.size());
  for (std::size_t j = 0; j < cosets.period.size(); ++j) {
    shape.period[j] = cosets.period[j];
    shape.reach[j] = reach[j].to_double();
    if (axis_mirror[j]) shape.axis_mirror |= 1u << j;
  }
  for (const IntVector& offset : cosets.offsets)
    shape.offsets.insert(shape.offsets.end(), offset.begin(), offset.end());
  shape.space = identity;
  return shape;
}

}  // namespace

latspline_filter_taps OwnedTaps::view() const {
  latspline_filter_taps result{};
  result.kind = kind;
  result.dimension = dimension;
  result.tap_count = values.size();
  result.sites = sites.data();
  result.values = values.data();
  result.pole_count = static_cast<std::uint32_t>(poles.size());
  result.poles = poles.data();
  result.axis_tap_count = static_cast<std::uint32_t>(axis_taps.size());
  result.axis_taps = axis_taps.data();
  return result;
}

PreparedSpace prepare_space(const std::string& spec, const PlanOptions& options) {
  const SplineSpace space = load_space(spec);
  const Analysis analysis = analyze(space, analyze_options(options));
  const int s = space.lattice.dimension();
  PreparedSpace result;
  result.name = space.name;
  if (!space.lattice_name.empty()) {
    result.lattice = space.lattice_name;
  } else {
    result.lattice = space.lattice.matrix().to_string();
  }
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j)
      result.frame.push_back(space.frame.empty()
                                 ? (i == j ? 1.0 : 0.0)
                                 : space.frame[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
  result.determinant = space.lattice.determinant().to_double();
  result.plan = lower(analysis, options);
  result.kernel = jit_compile(result.plan);
  result.shape = shape_of(analysis.cosets, analysis.reach, space.identity(), analysis.axis_mirror);
  result.taps = taps_of(analysis.prefilter, s);
  result.quasi.kind = LATSPLINE_PREFILTER_QUASI;
  result.quasi.dimension = static_cast<std::uint32_t>(s);
  for (const IntVector& site : analysis.quasi_interpolation.sites)
    result.quasi.sites.insert(result.quasi.sites.end(), site.begin(), site.end());
  for (const Rational& value : analysis.quasi_interpolation.values) result.quasi.values.push_back(value.to_double());
  for (const Subregion& subregion : analysis.subregions)
    result.sites_per_evaluation = std::max(result.sites_per_evaluation, static_cast<int>(subregion.sites.size()));
  return result;
}

LatticeShape lattice_shape_of(const std::string& spec) {
  const SplineSpace space = load_space(spec);
  const Analysis analysis = analyze(space, {.count_cells = false});
  return shape_of(analysis.cosets, analysis.reach, space.identity(), analysis.axis_mirror);
}

}  // namespace latspline::tools
