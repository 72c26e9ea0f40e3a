#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// The coefficient of a site of the sub-region, by the site's number; issues the fetch.
using Coefficient = llvm::function_ref<llvm::Value*(std::size_t)>;

/// The value and the derivatives of one point, in the order of output_axes.
using Outputs = llvm::SmallVector<llvm::Value*, output_count(max_dimension, Derivatives::gradient)>;

/// When a fetch is issued: where the plan says, or just before the first use, which keeps fewer vectors of coefficients alive at once.
enum class FetchTime { planned, at_use };

/// What one instruction computes from its operands (in the order a, b, c), which may be vectors of any length; null for a coefficient.
llvm::Value* computed(Emitter& e, const WeightProgram& program, const Instruction& instruction, const Values& y,
                      llvm::function_ref<llvm::Value*(std::int32_t)> operand);

/// Runs a program of a reference sub-region, instruction by instruction. Returns the outputs in the order of output_axes. InternalError if the
/// program is not lowered.
Outputs weighted_sum(Emitter& e, const ReferenceSubregion& reference, Derivatives derivatives, const Values& y,
                     const Coefficient& coefficient, FetchTime time = FetchTime::planned);

}  // namespace latspline::codegen
