#pragma once

#include "latspline/analysis/analysis.h"
#include "latspline/plan/lower.h"
#include "latspline/plan/make_plan.h"

namespace latspline::test {

/// The plan of a catalogue space after the passes up to and including `last`; empty: before any pass.
inline Plan plan_after(const char* space, const std::string& last, const PlanOptions& options = {}) {
  const Analysis analysis = analyze(catalog_space(space), {.count_cells = false});
  if (last.empty()) return make_plan(analysis, options);
  return lower(analysis, options, {last, {}, {}});
}

}  // namespace latspline::test
