#include "latspline/plan/passes/group_fetches.h"

#include <algorithm>

namespace latspline {

Plan group_fetches(Plan plan) {
  for (ReferenceSubregion& reference : plan.references) {
    const auto count = static_cast<std::int32_t>(reference.sites.size());
    const std::int32_t size = plan.options.group_size == 0 ? count : std::min(count, plan.options.group_size);
    reference.group_begin.clear();
    for (std::int32_t begin = 0; begin < count; begin += size) reference.group_begin.push_back(begin);
    reference.group_begin.push_back(count);
  }
  return plan;
}

}  // namespace latspline
