#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// The coefficient of a site of the sub-region, by the site's number; issues the fetch.
using Coefficient = llvm::function_ref<llvm::Value*(std::size_t)>;

/// When a fetch is issued: where the plan says, or just before the first use, which keeps fewer vectors of coefficients alive at once.
enum class FetchTime { planned, at_use };

/// Runs the value program of a reference sub-region, or its value-and-gradient program, instruction by instruction.
/// Returns the outputs: the value, then d/dy_0, d/dy_1, .. InternalError if the program is not lowered.
llvm::SmallVector<llvm::Value*, max_dimension + 1> weighted_sum(Emitter& e, const ReferenceSubregion& reference,
                                                                bool with_gradient, const Values& y,
                                                                const Coefficient& coefficient,
                                                                FetchTime time = FetchTime::planned);

}  // namespace latspline::codegen
