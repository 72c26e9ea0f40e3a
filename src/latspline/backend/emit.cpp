#include "latspline/backend/emit.h"

#include <algorithm>

#include "latspline/backend/c_header.h"
#include "latspline/backend/js_wrapper.h"
#include "latspline/backend/link.h"
#include "latspline/backend/machine.h"
#include "latspline/backend/module.h"
#include "latspline/base/error.h"

namespace latspline {

std::vector<std::string> emitted_kinds(Architecture architecture) {
  switch (architecture) {
    case Architecture::x86_64:
    case Architecture::aarch64:
      return {"object", "header", "llvm", "assembly"};
    case Architecture::amdgcn:
      return {"hsaco", "llvm", "assembly"};
    case Architecture::wasm32:
      return {"wasm", "wrapper", "llvm", "assembly"};
    case Architecture::nvptx64:
      return {"ptx", "llvm"};
    case Architecture::spirv64:
      return {"spirv", "llvm", "assembly"};
  }
  throw InternalError("architecture out of range");
}

CompiledKernel compile(const Plan& plan, const Target& target, const EmitOptions& options) {
  CompiledKernel kernel;
  kernel.function = backend::function_name(plan, options);
  const std::unique_ptr<llvm::TargetMachine> machine = backend::make_machine(target);
  llvm::LLVMContext context;
  const auto module = backend::build_module(context, plan, *machine, kernel.function, options.optimize);
  // A machine for each: LLVM's SPIR-V machine keeps what belongs to the module that it emitted.
  const auto code = [&](llvm::CodeGenFileType type) {
    return backend::machine_code(*module, *backend::make_machine(target), type);
  };
  const auto linked_code = [&] {
    return backend::linked(code(llvm::CodeGenFileType::ObjectFile), target.architecture, kernel.function);
  };
  for (const std::string& kind : emitted_kinds(target.architecture)) {
    const bool wanted =
        options.kinds.empty() || std::find(options.kinds.begin(), options.kinds.end(), kind) != options.kinds.end();
    if (!wanted) continue;
    if (kind == "llvm") kernel.llvm = backend::llvm_text(*module);
    if (kind == "object") kernel.object = code(llvm::CodeGenFileType::ObjectFile);
    if (kind == "hsaco") kernel.hsaco = linked_code();
    if (kind == "wasm") kernel.wasm = linked_code();
    if (kind == "wrapper") kernel.wrapper = backend::js_wrapper(plan, kernel.function);
    if (kind == "spirv") kernel.spirv = code(llvm::CodeGenFileType::ObjectFile);
    if (kind == "assembly") kernel.assembly = code(llvm::CodeGenFileType::AssemblyFile);
    if (kind == "ptx") kernel.ptx = code(llvm::CodeGenFileType::AssemblyFile);
    if (kind == "header") kernel.header = backend::c_header(plan, target, kernel.function);
  }
  return kernel;
}

std::string generated_llvm(const Plan& plan, const Target& target, const EmitOptions& options) {
  const std::unique_ptr<llvm::TargetMachine> machine = backend::make_machine(target);
  llvm::LLVMContext context;
  return backend::llvm_text(
      *backend::build_module(context, plan, *machine, backend::function_name(plan, options), false));
}

}  // namespace latspline
