#include "latspline/plan/lower.h"

#include <algorithm>
#include <chrono>

#include "latspline/base/error.h"
#include "latspline/plan/make_plan.h"
#include "latspline/plan/passes/factor_weights.h"
#include "latspline/plan/passes/group_fetches.h"
#include "latspline/plan/passes/order_fetches.h"
#include "latspline/plan/passes/pipeline_fetches.h"
#include "latspline/plan/passes/quantize_coefficients.h"

namespace latspline {
namespace {

struct Pass {
  std::string_view name;
  Plan (*run)(Plan);
};

constexpr Pass passes[] = {
    {"order_fetches", order_fetches},
    {"group_fetches", group_fetches},
    {"factor_weights", factor_weights},
    {"pipeline_fetches", pipeline_fetches},
    {"quantize_coefficients", quantize_coefficients},
};

void check_pass_name(const std::string& name) {
  std::string known;
  for (const Pass& pass : passes) {
    if (pass.name == name) return;
    known += " " + std::string(pass.name);
  }
  throw InputError("there is no pass \"" + name + "\"; the passes are" + known);
}

}  // namespace

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const Pass& pass : passes) names.emplace_back(pass.name);
  return names;
}

Plan lower(const Analysis& analysis, const PlanOptions& options, const LowerOptions& lower_options) {
  if (!lower_options.stop_after.empty()) check_pass_name(lower_options.stop_after);
  for (const std::string& name : lower_options.skip) check_pass_name(name);
  Plan plan = make_plan(analysis, options);
  verify_plan(plan);
  for (const Pass& pass : passes) {
    if (std::find(lower_options.skip.begin(), lower_options.skip.end(), pass.name) != lower_options.skip.end())
      continue;
    const auto start = std::chrono::steady_clock::now();
    plan = pass.run(std::move(plan));
    verify_plan(plan);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (lower_options.observer) lower_options.observer(pass.name, plan, seconds);
    if (pass.name == lower_options.stop_after) break;
  }
  return plan;
}

}  // namespace latspline
