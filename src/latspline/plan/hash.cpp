#include "latspline/base/hash.h"

#include "latspline/plan/plan.h"
#include "latspline/plan/plan_text.h"

namespace latspline {

std::uint64_t plan_hash(const Plan& plan) {
  std::string text(plan_text_header);
  return hash64(text.append("\n").append(print_plan_body(plan)));
}

}  // namespace latspline
