#pragma once

#include "latspline/codegen/signature.h"
#include "latspline/codegen/weights.h"

namespace latspline::codegen {

/// The coordinates of point `i`.
Values load_point(Emitter& e, const Signature& signature, llvm::Value* i);

/// Stores the outputs of point `i` in those arrays of the caller that are not null. `e` may then stand in another block.
void store_outputs(Emitter& e, const Signature& signature, llvm::Value* i, Derivatives derivatives,
                   const Outputs& outputs);

/// A value, and one number for every derivative.
Outputs uniform_outputs(Emitter& e, Derivatives derivatives, llvm::Value* value, llvm::Value* every_derivative);

/// Multiplies the derivatives by the signs (by axis; none: 1) that the boundary rule gave the point's coordinates.
void apply_signs(Emitter& e, const Values& sign, Derivatives derivatives, Outputs& outputs);

/// Where the values of as many points as there are lanes go, from point `i` on: into the caller's array, or, where that is null, to a place that
/// nobody reads, so that no branch is needed.
llvm::Value* value_address(Emitter& e, const Signature& signature, llvm::Value* i);

/// Runs `store` where `array` is an argument that the caller may leave null and has not.
void if_given(Emitter& e, llvm::Value* array, llvm::function_ref<void()> store);

}  // namespace latspline::codegen
