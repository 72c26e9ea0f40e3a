#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// The kernel of a lowered plan as an LLVM module with one exported function of the type latspline_kernel_f32 or latspline_kernel_f64.
/// Not optimised, and not verified by LLVM. UnsupportedError for a plan that no kernel can be made for, InternalError for one that is not lowered.
std::unique_ptr<llvm::Module> generate_kernel(llvm::LLVMContext& context, const Plan& plan, const KernelTraits& traits);

}  // namespace latspline::codegen
