#include "latspline/plan/make_plan.h"

#include <algorithm>

#include "latspline/base/error.h"

namespace latspline {

Plan make_plan(const Analysis& analysis, const PlanOptions& options) {
  if (options.group_size < 0)
    throw InputError("group size " + std::to_string(options.group_size) +
                     " is negative; 0 (all) or a positive number is accepted");
  if (options.pipeline_depth < 0 || (options.pipeline_depth > 0 && options.pipeline_depth < options.group_size))
    throw InputError("pipeline depth " + std::to_string(options.pipeline_depth) + " is less than the group size " +
                     std::to_string(options.group_size) +
                     "; 0 (all) or a number not less than the group size is accepted");
  if (!is_lane_count(options.lanes))
    throw InputError("lanes " + std::to_string(options.lanes) +
                     "; 0 (as many as the target's vectors hold), 1, 4, 8 and 16 are accepted");
  if (options.fetch == Fetch::callback && (options.lanes > 1 || options.layout == Layout::sites))
    throw InputError("fetch callback calls a function for each site of one point after the other: lanes " +
                     std::to_string(options.lanes) + " with layout " + std::string(to_string(options.layout)) +
                     " cannot be; lanes 0 or 1 with layout auto or points are accepted");
  if (options.strategy != Strategy::automatic && options.strategy != analysis.strategy)
    throw InputError("strategy " + std::string(to_string(options.strategy)) + " is asked of an analysis for strategy " +
                     std::string(to_string(analysis.strategy)) + "; AnalyzeOptions must name it, too");
  Plan plan;
  plan.space_name = analysis.space.name;
  plan.space = analysis.space.identity();
  plan.dimension = analysis.space.lattice.dimension();
  plan.options = options;
  plan.options.strategy = analysis.strategy;
  plan.cosets = {analysis.cosets.period, analysis.cosets.offsets, analysis.cosets.key_axes, analysis.cosets.table};
  plan.reach = analysis.reach;
  for (std::size_t j = 0; j < analysis.axis_mirror.size(); ++j)
    if (analysis.axis_mirror[j]) plan.axis_mirror |= 1u << j;
  const std::uint32_t every_axis = (1u << plan.dimension) - 1;
  if (options.boundary == Boundary::automatic)
    plan.options.boundary = plan.axis_mirror == every_axis ? Boundary::mirror : Boundary::zero;
  if (options.boundary == Boundary::mirror && plan.axis_mirror != every_axis)
    throw InputError("boundary rule mirror: reflecting an axis is no symmetry of the space \"" + plan.space_name +
                     "\"; zero, clamp, periodic and value are accepted");
  plan.shifts = analysis.shifts;
  plan.rounding = analysis.region.rounding;
  plan.fold = analysis.region.chamber.fold;
  plan.index = analysis.index;
  if (analysis.placements.references.size() < analysis.subregions.size()) {
    plan.transforms = analysis.placements.transforms;
    plan.placements = analysis.placements.placements;
  }
  for (const std::size_t r : analysis.placements.references) {
    const Subregion& subregion = analysis.subregions[r];
    ReferenceSubregion reference;
    reference.sites = subregion.sites;
    reference.weights = subregion.weights;
    for (const Polytope& piece : subregion.pieces)
      reference.vertices.insert(reference.vertices.end(), piece.vertices().begin(), piece.vertices().end());
    std::sort(reference.vertices.begin(), reference.vertices.end());
    reference.vertices.erase(std::unique(reference.vertices.begin(), reference.vertices.end()),
                             reference.vertices.end());
    reference.interior_point = subregion.interior_point;
    plan.references.push_back(std::move(reference));
  }
  return plan;
}

AnalyzeOptions analyze_options(const PlanOptions& options) {
  return {.count_cells = false, .strategy = options.strategy, .reflect_axes = options.reflect_axes};
}

}  // namespace latspline
