#pragma once

#include "latspline/codegen/addresses.h"

namespace latspline::codegen {

/// Runs the value program of a reference sub-region, or its value-and-gradient program, instruction by instruction.
/// Returns the outputs: the value, then d/dy_0, d/dy_1, .. InternalError if the program is not lowered.
llvm::SmallVector<llvm::Value*, max_dimension + 1> weighted_sum(Emitter& e, const ReferenceSubregion& reference,
                                                                bool with_gradient, const Values& y,
                                                                SiteAddresses& addresses);

}  // namespace latspline::codegen
