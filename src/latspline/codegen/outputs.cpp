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

llvm::Value* value_address(Emitter& e, const Signature& s, llvm::Value* i) {
  llvm::BasicBlock& entry = s.function->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  llvm::Value* unread = at_entry.CreateAlloca(e.reals, nullptr, "unread");
  llvm::Value* missing = e.ir.CreateIsNull(s.values);
  llvm::Value* array = e.ir.CreateSelect(missing, unread, s.values);
  llvm::Value* index = e.ir.CreateSelect(missing, llvm::ConstantInt::get(e.index, 0), i);
  return e.ir.CreateGEP(e.scalar, array, index);
}

void if_given(Emitter& e, llvm::Value* array, llvm::function_ref<void()> store) {
  llvm::BasicBlock* given = e.block("given");
  llvm::BasicBlock* next = e.block("stored");
  e.ir.CreateCondBr(e.ir.CreateIsNull(array), next, given);
  e.ir.SetInsertPoint(given);
  store();
  e.ir.CreateBr(next);
  e.ir.SetInsertPoint(next);
}

void store_outputs(Emitter& e, const Signature& s, llvm::Value* i, Derivatives derivatives, const Outputs& outputs) {
  LATSPLINE_ASSERT(static_cast<int>(outputs.size()) == output_count(e.dimension, derivatives));
  const auto dimension = static_cast<std::size_t>(e.dimension);
  const auto store_gradient = [&] {
    const Values addresses = component_addresses(e, s, s.gradients, i);
    for (std::size_t j = 0; j < dimension; ++j) e.ir.CreateStore(outputs[1 + j], addresses[j]);
  };
  const auto store_value = [&] {
    if (e.traits.grid == Grid::none) {
      e.ir.CreateStore(outputs.front(), value_address(e, s, i));
      return;
    }
    // A place that nobody reads would be in another address space than the caller's array.
    if_given(e, s.values, [&] { e.ir.CreateStore(outputs.front(), e.ir.CreateGEP(e.scalar, s.values, i)); });
  };
  switch (derivatives) {
    case Derivatives::none:
      e.ir.CreateStore(outputs.front(), e.ir.CreateGEP(e.scalar, s.values, i));
      return;
    case Derivatives::gradient:
      store_value();
      store_gradient();
      return;
    case Derivatives::hessian: {
      store_value();
      if_given(e, s.gradients, store_gradient);
      const std::size_t entries = outputs.size() - 1 - dimension;
      llvm::Value* first = e.ir.CreateGEP(e.scalar, s.hessians, e.times(static_cast<std::int64_t>(entries), i));
      for (std::size_t k = 0; k < entries; ++k)
        e.ir.CreateStore(outputs[1 + dimension + k], e.ir.CreateConstGEP1_64(e.scalar, first, k));
      return;
    }
  }
}

Outputs uniform_outputs(Emitter& e, Derivatives derivatives, llvm::Value* value, llvm::Value* every_derivative) {
  Outputs outputs(static_cast<std::size_t>(output_count(e.dimension, derivatives)), every_derivative);
  outputs.front() = value;
  return outputs;
}

void apply_signs(Emitter& e, const Values& sign, Derivatives derivatives, Outputs& outputs) {
  if (sign.empty()) return;
  const std::vector<std::vector<int>> axes = output_axes(e.dimension, derivatives);
  for (std::size_t k = 1; k < outputs.size(); ++k) {
    if (axes[k].size() == 2 && axes[k][0] == axes[k][1]) continue;
    for (const int axis : axes[k]) outputs[k] = e.ir.CreateFMul(outputs[k], sign[static_cast<std::size_t>(axis)]);
  }
}

}  // namespace latspline::codegen
