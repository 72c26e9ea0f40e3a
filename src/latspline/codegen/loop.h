#pragma once

#include <llvm/IR/Metadata.h>

namespace latspline::codegen {

/// For the loop over a batch: neither unrolled nor vectorised, as a round is large, and lanes are planned, not found.
llvm::MDNode* loop_metadata(llvm::LLVMContext& context);

}  // namespace latspline::codegen
