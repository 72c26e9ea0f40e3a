#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace latspline::backend {

/// LLVM's O3 pipeline, without loop vectorisation and unrolling: the batch loop is left as it was generated.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace latspline::backend
