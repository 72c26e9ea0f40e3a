#include "latspline/codegen/lane_count.h"

namespace latspline::codegen {

int lane_count(const Plan& plan, const KernelTraits& traits) {
  if (plan.options.fetch == Fetch::callback || traits.grid != Grid::none) return 1;
  if (plan.options.lanes != 0) return plan.options.lanes;
  const int bits = plan.options.scalar == Scalar::f32 ? 32 : 64;
  return traits.vector_bits / bits;
}

}  // namespace latspline::codegen
