#pragma once

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// x = center + n0 + y, n0 = shift + a site that is rounded to.
struct RoundedPoint {
  Values y;     ///< in the region of evaluation, up to the rounding of the scalar
  Values site;  ///< n0, 64-bit integers
  /// n0 = D step + offsets[coset], D and the offsets those of the storage, where rounding finds these on its way; otherwise empty and null.
  Values step;
  llvm::Value* coset = nullptr;
};

/// Finds the lattice site n0 of the plan's rounding step. y is x - n0, exact where n0 is within a factor of two of x, less the centre.
RoundedPoint round_point(Emitter& e, const Values& x, const IntVector& shift);

}  // namespace latspline::codegen
