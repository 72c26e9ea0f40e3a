#pragma once

#include "latspline/codegen/outputs.h"
#include "latspline/codegen/signature.h"

namespace latspline::codegen {

/// Moves the vectors (points, gradients) of as many consecutive places as there are lanes between memory and one register per axis:
/// packed (x y z x y z ..) by whole registers and shuffles, one array per axis by whole registers, any other strides by gather and scatter.
class LanePoints {
 public:
  /// Emits, outside the loop and with scalar numbers, what tells the layout.
  LanePoints(Emitter& e, const Signature& signature);

  /// The vectors `i` .. `i` + lanes - 1 of an array, by axis. `e` then stands in another block.
  Values load(Emitter& e, llvm::Value* array, llvm::Value* i) const;
  void store(Emitter& e, llvm::Value* array, llvm::Value* i, const Values& components) const;

 private:
  llvm::Value* strided_addresses(Emitter& e, llvm::Value* array, llvm::Value* i, int axis) const;

  llvm::Value* point_stride_;
  llvm::Value* axis_stride_;
  llvm::Value* layout_;  ///< a number of Layout
};

/// Stores as many vectors as there are lanes, the components of one side by side, from the `i`-th on.
void store_packed(Emitter& e, llvm::Value* array, llvm::Value* i, const Values& components);

/// Stores the outputs at the points `i` .. `i` + lanes - 1 where the caller wants them.
void store_outputs(Emitter& e, const Signature& signature, const LanePoints& vectors, llvm::Value* i,
                   Derivatives derivatives, const Outputs& outputs);

}  // namespace latspline::codegen
