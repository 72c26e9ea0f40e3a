#include "latspline/codegen/outputs.h"

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

/// The addresses of the components of vector `i` in an array of vectors.
Values component_addresses(Emitter& e, const Signature& s, llvm::Value* array, llvm::Value* i) {
  Values addresses;
  llvm::Value* offset = e.ir.CreateMul(i, s.point_stride);
  for (int j = 0; j < e.dimension; ++j) {
    if (j > 0) offset = e.ir.CreateAdd(offset, s.axis_stride);
    addresses.push_back(e.ir.CreateGEP(e.scalar, array, offset));
  }
  return addresses;
}

}  // namespace

Values load_point(Emitter& e, const Signature& s, llvm::Value* i) {
  Values x;
  for (llvm::Value* address : component_addresses(e, s, s.points, i))
    x.push_back(e.ir.CreateLoad(e.scalar, address, "x"));
  return x;
}

OutputSlots output_slots(Emitter& e, const Signature& s, llvm::Value* i, bool with_gradient) {
  OutputSlots slots;
  slots.value = e.ir.CreateGEP(e.scalar, s.values, i);
  if (with_gradient) slots.gradient = component_addresses(e, s, s.gradients, i);
  return slots;
}

void store_outputs(Emitter& e, const OutputSlots& slots, llvm::Value* value, const Values& gradient) {
  LATSPLINE_ASSERT(slots.gradient.size() == gradient.size());
  e.ir.CreateStore(value, slots.value);
  for (std::size_t j = 0; j < gradient.size(); ++j) e.ir.CreateStore(gradient[j], slots.gradient[j]);
}

void store_outputs(Emitter& e, const OutputSlots& slots, llvm::Value* value, llvm::Value* every_component) {
  store_outputs(e, slots, value, Values(slots.gradient.size(), every_component));
}

}  // namespace latspline::codegen
