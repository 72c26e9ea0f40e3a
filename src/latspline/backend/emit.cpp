#include "latspline/backend/emit.h"

#include "latspline/backend/c_header.h"
#include "latspline/backend/machine.h"
#include "latspline/backend/module.h"

namespace latspline {

CompiledKernel compile(const Plan& plan, const Target& target, const EmitOptions& options) {
  CompiledKernel kernel;
  kernel.function = backend::function_name(plan, options);
  const std::unique_ptr<llvm::TargetMachine> machine = backend::make_machine(target);
  llvm::LLVMContext context;
  const auto module = backend::build_module(context, plan, *machine, kernel.function, options.optimize);
  kernel.llvm = backend::llvm_text(*module);
  kernel.object = backend::machine_code(*module, *machine, llvm::CodeGenFileType::ObjectFile);
  kernel.assembly = backend::machine_code(*module, *machine, llvm::CodeGenFileType::AssemblyFile);
  kernel.header = backend::c_header(plan, target, kernel.function);
  return kernel;
}

std::string generated_llvm(const Plan& plan, const Target& target, const EmitOptions& options) {
  const std::unique_ptr<llvm::TargetMachine> machine = backend::make_machine(target);
  llvm::LLVMContext context;
  return backend::llvm_text(
      *backend::build_module(context, plan, *machine, backend::function_name(plan, options), false));
}

}  // namespace latspline
