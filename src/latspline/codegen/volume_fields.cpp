#include "latspline/codegen/volume_fields.h"

#include <llvm/IR/Intrinsics.h>

#include <limits>

#include "latspline/abi/kernel_abi.h"

namespace latspline::codegen {
namespace {

/// A double rounded to the kernel's scalar, never below (direction 1) or above (direction -1) its exact value.
llvm::Value* rounded_towards(Emitter& e, llvm::Value* exact, int direction) {
  if (e.scalar->isDoubleTy()) return exact;
  llvm::Value* nearest = e.ir.CreateFPTrunc(exact, e.scalar);
  llvm::Value* back = e.ir.CreateFPExt(nearest, exact->getType());
  llvm::Value* overshot = direction > 0 ? e.ir.CreateFCmpOLT(back, exact) : e.ir.CreateFCmpOGT(back, exact);
  // |t| 2^-23 is between one and two units in the last place of t.
  llvm::Value* magnitude = e.ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, nearest);
  llvm::Value* step = e.larger(e.ir.CreateFMul(magnitude, e.real(0x1p-23)),
                               e.real(static_cast<double>(std::numeric_limits<float>::min())));
  llvm::Value* moved = direction > 0 ? e.ir.CreateFAdd(nearest, step) : e.ir.CreateFSub(nearest, step);
  return e.ir.CreateSelect(overshot, moved, nearest);
}

llvm::Value* load_double(Emitter& e, llvm::Value* volume, std::size_t offset, int axis, const llvm::Twine& name) {
  return load_field(e, volume, e.ir.getDoubleTy(), offset + sizeof(double) * static_cast<std::size_t>(axis), name);
}

}  // namespace

llvm::Value* load_field(Emitter& e, llvm::Value* volume, llvm::Type* type, std::size_t offset,
                        const llvm::Twine& name) {
  llvm::Value* address = e.ir.CreateConstInBoundsGEP1_64(e.ir.getInt8Ty(), volume, offset);
  return e.load_constant(type, address, name);
}

llvm::Value* load_axis_field(Emitter& e, llvm::Value* volume, std::size_t offset, int axis, const llvm::Twine& name) {
  llvm::Value* exact = load_double(e, volume, offset, axis, name);
  return e.spread(e.scalar->isDoubleTy() ? exact : e.ir.CreateFPTrunc(exact, e.scalar));
}

VolumeFields in_lanes(Emitter& e, VolumeFields fields) {
  for (Values* numbers : {&fields.stride, &fields.lower, &fields.upper}) {
    for (llvm::Value*& number : *numbers) number = e.spread(number);
  }
  if (fields.coset_stride != nullptr) fields.coset_stride = e.spread(fields.coset_stride);
  return fields;
}

VolumeFields load_volume_fields(Emitter& e, llvm::Value* volume, llvm::Value* storage) {
  const auto integer_field = [&](std::size_t offset, int j, const char* name) {
    return load_field(e, volume, e.index, offset + sizeof(std::int64_t) * static_cast<std::size_t>(j), name);
  };
  VolumeFields fields;
  fields.volume = volume;
  if (e.plan.options.fetch == Fetch::callback) {
    fields.fetch = load_field(e, volume, e.pointer, offsetof(latspline_volume, fetch), "fetch");
    fields.fetch_user = load_field(e, volume, e.pointer, offsetof(latspline_volume, fetch_user), "fetch_user");
  }
  fields.stride.push_back(e.integer(1));
  for (int j = 1; j < e.dimension; ++j)
    fields.stride.push_back(integer_field(offsetof(latspline_volume, stride), j, "stride"));
  if (storage == nullptr) {
    fields.coefficients = load_field(e, volume, e.pointer, offsetof(latspline_volume, coefficients), "coefficients");
  } else {
    llvm::Value* origin = nullptr;
    for (int j = 0; j < e.dimension; ++j) {
      llvm::Value* padding = integer_field(offsetof(latspline_volume, padding), j, "padding");
      origin = e.plus(origin, j == 0 ? padding : e.ir.CreateMul(padding, fields.stride[static_cast<std::size_t>(j)]));
    }
    fields.coefficients = e.ir.CreateGEP(e.scalar, storage, origin, "coefficients");
  }
  if (e.plan.cosets.offsets.size() > 1)
    fields.coset_stride = load_field(e, volume, e.index, offsetof(latspline_volume, coset_stride), "coset_stride");
  const auto bound = [&](std::size_t offset, int j, const char* name) {
    return load_double(e, volume, offset, j, name);
  };
  for (int j = 0; j < e.dimension; ++j) {
    llvm::Value* lower = bound(offsetof(latspline_volume, lower), j, "lower");
    llvm::Value* upper = bound(offsetof(latspline_volume, upper), j, "upper");
    if (e.plan.options.boundary == Boundary::mirror) {
      // The padding continues f beyond 0 and top, but for an axis with top = 0, where f is its value at 0.
      lower = e.larger(lower, llvm::ConstantFP::get(lower->getType(), 0.0));
      upper = e.smaller(upper, bound(offsetof(latspline_volume, top), j, "top"));
    }
    fields.lower.push_back(rounded_towards(e, lower, 1));
    fields.upper.push_back(rounded_towards(e, upper, -1));
  }
  return fields;
}

}  // namespace latspline::codegen
