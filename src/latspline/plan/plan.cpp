#include "latspline/plan/plan.h"

#include <utility>

#include "latspline/base/error.h"

namespace latspline {

const WeightProgram& ReferenceSubregion::program(Derivatives derivatives) const {
  switch (derivatives) {
    case Derivatives::none:
      return value;
    case Derivatives::gradient:
      return value_and_gradient;
    case Derivatives::hessian:
      return value_gradient_and_hessian;
  }
  throw InternalError("unknown derivatives");
}

WeightProgram& ReferenceSubregion::program(Derivatives derivatives) {
  return const_cast<WeightProgram&>(std::as_const(*this).program(derivatives));
}

std::vector<Derivatives> derivatives_of(const Plan& plan) {
  std::vector<Derivatives> result{Derivatives::none, Derivatives::gradient};
  if (plan.options.hessian) result.push_back(Derivatives::hessian);
  return result;
}

std::size_t subregion_count(const Plan& plan) {
  return plan.placements.empty() ? plan.references.size() : plan.placements.size();
}

Placement placement_of(const Plan& plan, std::int32_t subregion) {
  return plan.placements.empty() ? Placement{subregion, 0} : plan.placements.at(static_cast<std::size_t>(subregion));
}

}  // namespace latspline
