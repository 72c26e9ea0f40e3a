#pragma once

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// For a loop with a large body: neither unrolled nor vectorised, as lanes are planned, not found.
llvm::MDNode* loop_metadata(llvm::LLVMContext& context);

/// body(i) for i = begin, begin + step, .. below `end`, 64-bit integers; none if begin >= end.
void for_each_step(Emitter& e, llvm::Value* begin, llvm::Value* end, int step,
                   llvm::function_ref<void(llvm::Value*)> body);

/// body(i) with i = 0, lanes, 2 lanes, .., count - lanes: the last round ends with the last item and so may repeat items of the round before. The count is
/// at least the number of lanes.
void for_each_vector(Emitter& e, llvm::Value* count, llvm::function_ref<void(llvm::Value*)> body);

}  // namespace latspline::codegen
