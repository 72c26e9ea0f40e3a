#pragma once

#include <cstddef>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// What the kernel reads of a volume once per call.
struct VolumeFields {
  llvm::Value* volume = nullptr;  ///< const latspline_volume*
  llvm::Value* coefficients = nullptr;
  llvm::Value* fetch =
      nullptr;  ///< the caller's function and its first argument; null unless the plan fetches by callback
  llvm::Value* fetch_user = nullptr;
  Values stride;                        ///< elements; stride[0] is the constant 1, as lay_out makes it
  llvm::Value* coset_stride = nullptr;  ///< elements; null where there is one coset
  /// The bounds of the points that are evaluated where they stand, in the kernel's scalar, rounded inward, so that no accepted point is outside
  /// the double-precision bounds. For the rule mirror they are within [0, top].
  Values lower;
  Values upper;
};

/// `storage`: the first element of the volume's storage, where the volume's own pointer is of no use (in a grid's kernel); null otherwise.
VolumeFields load_volume_fields(Emitter& e, llvm::Value* volume, llvm::Value* storage);

/// The same with strides and bounds in every lane.
VolumeFields in_lanes(Emitter& e, VolumeFields fields);

/// A member of latspline_volume by its byte offset.
llvm::Value* load_field(Emitter& e, llvm::Value* volume, llvm::Type* type, std::size_t offset, const llvm::Twine& name);

/// Entry `axis` of an array of doubles in latspline_volume, rounded to the kernel's scalar, in every lane.
llvm::Value* load_axis_field(Emitter& e, llvm::Value* volume, std::size_t offset, int axis, const llvm::Twine& name);

}  // namespace latspline::codegen
