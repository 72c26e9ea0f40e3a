#pragma once

#include <string>
#include <vector>

#include "latspline/plan/plan.h"
#include "latspline/target/target.h"

namespace latspline {

/// A kernel compiled ahead of time, as bytes and texts.
struct CompiledKernel {
  std::string function;  ///< the exported C symbol
  std::string object;    ///< relocatable object file
  std::string assembly;
  std::string llvm;     ///< optimised LLVM IR text
  std::string header;   ///< C header that declares the kernel and describes its space
  std::string ptx;      ///< PTX text, for the CUDA driver
  std::string spirv;    ///< SPIR-V 1.2, for OpenCL
  std::string hsaco;    ///< AMD code object, for HIP or OpenCL
  std::string wasm;     ///< WebAssembly module
  std::string wrapper;  ///< ES module around that: volumes and evaluation for JavaScript
};

/// What of a CompiledKernel there is for an architecture, by the names of the members; the first is what a caller most likely wants.
std::vector<std::string> emitted_kinds(Architecture architecture);

struct EmitOptions {
  std::string function;                 ///< exported name; empty: latspline_<plan hash>
  bool optimize = true;                 ///< run LLVM's O3 pipeline
  std::vector<std::string> kinds = {};  ///< of emitted_kinds, what is asked for; empty: all
};

/// Generates, verifies, optimises and emits the kernel of a lowered plan (see lower()). The symbol has the type
/// latspline_kernel_f32 or latspline_kernel_f64 of abi/kernel_abi.h, or that of a grid's kernel in docs/kernel-abi.md. UnsupportedError for a plan that
/// the target cannot run.
CompiledKernel compile(const Plan& plan, const Target& target, const EmitOptions& options = {});

/// LLVM IR text of the kernel before optimisation.
std::string generated_llvm(const Plan& plan, const Target& target, const EmitOptions& options = {});

}  // namespace latspline
