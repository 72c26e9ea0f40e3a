#include "tools/prepared_space.h"

#include <algorithm>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/plan/make_plan.h"
#include "latspline/tune/tuning.h"

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

PreparedSpace prepare_space(const std::string& spec, const PlanOptions& options, bool as_tuned) {
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
  if (as_tuned) result.plan = tuned_here(std::move(result.plan));
  result.kernel = jit_compile(result.plan);
  result.shape = lattice_shape(result.plan);
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

}  // namespace latspline::tools
