#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "latspline/backend/emit.h"
#include "latspline/plan/plan.h"

namespace latspline::backend {

/// The exported symbol: the given name, or latspline_<plan hash>. InputError if the name is no C identifier.
std::string function_name(const Plan& plan, const EmitOptions& options);

/// Generates the kernel, verifies it, and, with optimize, runs LLVM's O3 pipeline and verifies it again. InternalError if LLVM rejects it.
std::unique_ptr<llvm::Module> build_module(llvm::LLVMContext& context, const Plan& plan, llvm::TargetMachine& machine,
                                           const std::string& function, bool optimize);

/// The module as an object file or assembly text; the module is left as it was.
std::string machine_code(const llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type);

std::string llvm_text(const llvm::Module& module);

}  // namespace latspline::backend
