#pragma once

#include <llvm/IR/Function.h>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// The arguments of latspline_kernel_f32 or latspline_kernel_f64, or of a kernel for a grid: see docs/kernel-abi.md.
struct Signature {
  llvm::Function* function = nullptr;
  llvm::Value* volume = nullptr;
  llvm::Value* storage =
      nullptr;  ///< of a grid's kernel: the first element of the volume's storage, padding included; null otherwise
  llvm::Value* points = nullptr;
  llvm::Value* point_stride = nullptr;
  llvm::Value* axis_stride = nullptr;
  llvm::Value* count = nullptr;
  llvm::Value* values = nullptr;
  llvm::Value* gradients = nullptr;
  llvm::Value* hessians = nullptr;
};

/// Declares the exported function (for a grid: of the device's own kind, without a result), with the target's cpu and features as its attributes, and an entry block in which `e` then stands.
/// The arrays must not overlap: points and volume are read only, the results written only.
Signature declare_kernel(Emitter& e);

}  // namespace latspline::codegen
