#pragma once

#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {

/// A point whose coefficients are all in stored memory.
struct MappedPoint {
  Values x;
  /// d x_j / d (given x_j): 1, -1 where mirrored, 0 along an axis of a mirrored volume that has one site. Empty where it is always 1.
  Values sign;
};

/// Blocks that a point leaves to when it is not evaluated.
struct BoundaryExits {
  llvm::BasicBlock* not_finite = nullptr;
  llvm::BasicBlock* outside = nullptr;  ///< f is the volume's outside value; used by the rules zero and value alone
};

/// Applies the plan's boundary rule. A point in [lower, upper] is kept as it is, at the cost of one well-predicted branch. Others are tested
/// for NaN and infinity and then moved:
///   mirror    reflected into [0, top], with period wrap = 2 top;
///   periodic  by a multiple of wrap into [0, wrap];
///   clamp     the coefficients are periodic, by wrap = period, beyond -reach and top + reach: into the period next to there;
///   zero, value  not moved: outside.
/// The moved point is within [lower, upper] whatever the rounding errors of a far point. `e` then stands where the point is evaluated.
MappedPoint map_into_volume(Emitter& e, const VolumeFields& fields, const Values& x, const BoundaryExits& exits);

/// Points in lanes, all of whose coefficients are in stored memory.
struct MappedLanes {
  Values x;                         ///< of a lane that is not active: some point within the bounds
  Values sign;                      ///< as in MappedPoint; empty where it is always 1
  llvm::Value* active = nullptr;    ///< lanes with a point that is evaluated
  llvm::Value* value = nullptr;     ///< f in the other lanes: NaN or the volume's outside value
  llvm::Value* gradient = nullptr;  ///< every component of the gradient in the other lanes
  llvm::BasicBlock* skipped_from =
      nullptr;  ///< where no lane is active, with skipped_value and skipped_gradient, control comes from here
  llvm::Value* skipped_value = nullptr;
  llvm::Value* skipped_gradient = nullptr;
};

/// The same for points in lanes: one branch where all are in [lower, upper]. Every result is that of map_into_volume for its lane. Goes to
/// `none` where no lane is to be evaluated.
MappedLanes map_lanes_into_volume(Emitter& e, const VolumeFields& fields, const Values& x, llvm::BasicBlock* none);

/// f at a point beyond the bounds, for the rules zero and value.
llvm::Value* outside_value(Emitter& e, const VolumeFields& fields);

}  // namespace latspline::codegen
