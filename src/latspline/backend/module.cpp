#include "latspline/backend/module.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cctype>

#include "latspline/backend/machine.h"
#include "latspline/backend/optimize.h"
#include "latspline/base/error.h"
#include "latspline/base/hash.h"
#include "latspline/codegen/kernel.h"

namespace latspline::backend {
namespace {

void verify(const llvm::Module& module, const char* stage) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream))
    throw InternalError(std::string("LLVM rejects the kernel ") + stage + ": " + stream.str());
}

}  // namespace

std::string function_name(const Plan& plan, const EmitOptions& options) {
  if (options.function.empty()) return "latspline_" + hex64(plan_hash(plan));
  const std::string& name = options.function;
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (!std::all_of(name.begin(), name.end(), is_word) || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
    throw InputError("function name \"" + name +
                     "\": a C identifier is accepted (letters, digits and _, no digit first)");
  return name;
}

std::unique_ptr<llvm::Module> build_module(llvm::LLVMContext& context, const Plan& plan, llvm::TargetMachine& machine,
                                           const std::string& function, bool optimized) {
  const codegen::KernelTraits traits = kernel_traits(machine, function);
  std::unique_ptr<llvm::Module> module = codegen::generate_kernel(context, plan, traits);
  verify(*module, "as generated");
  if (optimized) {
    optimize(*module, machine);
    verify(*module, "after optimisation");
  }
  return module;
}

std::string machine_code(const llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  llvm::SmallString<0> code;
  llvm::raw_svector_ostream stream(code);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    throw InternalError("LLVM cannot emit this kind of file for " + machine.getTargetTriple().str());
  passes.run(*copy);
  return std::string(code);
}

std::string llvm_text(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return stream.str();
}

}  // namespace latspline::backend
