#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace latspline::backend {

/// LLVM's O3 pipeline without vectorisation and loop unrolling: the batch loop is left as it was generated, and superwords found in its
/// body gain nothing over the scalar code while they cost a third of the compile time.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace latspline::backend
