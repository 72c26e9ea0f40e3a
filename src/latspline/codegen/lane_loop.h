#pragma once

#include "latspline/codegen/signature.h"
#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {

/// Whether a volume can be evaluated in `lanes` lanes, as a condition emitted once a call: its elements and sites can be counted in 32 bits, a point
/// within the bounds exists, and there are as many points as lanes.
llvm::Value* fits_lanes(Emitter& e, const Signature& signature, const VolumeFields& fields, int lanes);

/// The loop over the batch with `lanes` points at a time. The last round ends with the last point and so may repeat points of the round before:
/// the count is at least `lanes`. Goes to `done`; `e` works on scalars before and after.
void emit_lane_loop(Emitter& e, const Signature& signature, const VolumeFields& fields, int lanes,
                    Derivatives derivatives, llvm::BasicBlock* done);

}  // namespace latspline::codegen
