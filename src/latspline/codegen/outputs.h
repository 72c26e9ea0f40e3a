#pragma once

#include "latspline/codegen/signature.h"

namespace latspline::codegen {

/// Where the results of one point go.
struct OutputSlots {
  llvm::Value* value = nullptr;
  Values gradient;  ///< empty where no gradient is asked for
};

/// The coordinates of point `i`.
Values load_point(Emitter& e, const Signature& signature, llvm::Value* i);

OutputSlots output_slots(Emitter& e, const Signature& signature, llvm::Value* i, bool with_gradient);

void store_outputs(Emitter& e, const OutputSlots& slots, llvm::Value* value, const Values& gradient);
/// The same number in every gradient component.
void store_outputs(Emitter& e, const OutputSlots& slots, llvm::Value* value, llvm::Value* every_component);

}  // namespace latspline::codegen
