#include "latspline/codegen/boundary.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <limits>

#include "latspline/abi/kernel_abi.h"

namespace latspline::codegen {
namespace {

struct MappedCoordinate {
  llvm::Value* x = nullptr;
  llvm::Value* sign = nullptr;  ///< null: 1
};

/// x - wrap floor(x / wrap) in [0, wrap], for finite x and wrap > 0.
llvm::Value* remainder_of(Emitter& e, llvm::Value* x, llvm::Value* wrap) {
  llvm::Value* turns = e.floor(e.ir.CreateFDiv(x, wrap));
  llvm::Value* rest = e.fma(e.ir.CreateFNeg(turns), wrap, x);
  // The rounded quotient may be one off, and for a far point the rest is as inexact as the point itself.
  llvm::Value* zero = e.real(0.0);
  rest = e.ir.CreateSelect(e.ir.CreateFCmpOLT(rest, zero), e.ir.CreateFAdd(rest, wrap), rest);
  rest = e.ir.CreateSelect(e.ir.CreateFCmpOGT(rest, wrap), e.ir.CreateFSub(rest, wrap), rest);
  return e.smaller(e.larger(rest, zero), wrap);
}

MappedCoordinate mirrored(Emitter& e, llvm::Value* x, llvm::Value* top, llvm::Value* wrap) {
  llvm::Value* zero = e.real(0.0);
  llvm::Value* has_room = e.ir.CreateFCmpOGT(wrap, zero);
  llvm::Value* rest = remainder_of(e, x, e.ir.CreateSelect(has_room, wrap, e.real(1.0)));
  llvm::Value* reflected = e.ir.CreateFCmpOGT(rest, top);
  llvm::Value* moved = e.ir.CreateSelect(reflected, e.ir.CreateFSub(wrap, rest), rest);
  llvm::Value* sign = e.ir.CreateSelect(reflected, e.real(-1.0), e.real(1.0));
  return {e.ir.CreateSelect(has_room, moved, zero), e.ir.CreateSelect(has_room, sign, zero)};
}

MappedCoordinate clamped(Emitter& e, llvm::Value* x, llvm::Value* top, llvm::Value* wrap, const Rational& reach) {
  llvm::Value* low_edge = e.real(-reach);
  llvm::Value* high_edge = e.ir.CreateFAdd(top, e.real(reach));
  llvm::Value* from_below = e.ir.CreateFSub(low_edge, remainder_of(e, e.ir.CreateFSub(low_edge, x), wrap));
  llvm::Value* from_above = e.ir.CreateFAdd(high_edge, remainder_of(e, e.ir.CreateFSub(x, high_edge), wrap));
  llvm::Value* kept_or_below = e.ir.CreateSelect(e.ir.CreateFCmpOLT(x, low_edge), from_below, x);
  return {e.ir.CreateSelect(e.ir.CreateFCmpOGT(x, high_edge), from_above, kept_or_below), nullptr};
}

MappedCoordinate map_coordinate(Emitter& e, const VolumeFields& fields, llvm::Value* x, int axis) {
  const auto field = [&](std::size_t offset, const char* name) {
    return load_axis_field(e, fields.volume, offset, axis, name);
  };
  llvm::Value* wrap = field(offsetof(latspline_volume, wrap), "wrap");
  const auto top = [&] { return field(offsetof(latspline_volume, top), "top"); };
  MappedCoordinate mapped;
  switch (e.plan.options.boundary) {
    case Boundary::mirror:
      mapped = mirrored(e, x, top(), wrap);
      break;
    case Boundary::periodic:
      mapped.x = remainder_of(e, x, wrap);
      break;
    case Boundary::clamp:
      mapped = clamped(e, x, top(), wrap, e.plan.reach.at(static_cast<std::size_t>(axis)));
      break;
    case Boundary::automatic:  // no lowered plan has it
    case Boundary::zero:
    case Boundary::value:
      mapped.x = x;
      break;
  }
  const auto j = static_cast<std::size_t>(axis);
  mapped.x = e.smaller(e.larger(mapped.x, fields.lower[j]), fields.upper[j]);
  return mapped;
}

llvm::Value* is_inside(Emitter& e, const VolumeFields& fields, const Values& x) {
  llvm::Value* inside = nullptr;
  for (std::size_t j = 0; j < x.size(); ++j) {
    llvm::Value* within =
        e.ir.CreateAnd(e.ir.CreateFCmpOGE(x[j], fields.lower[j]), e.ir.CreateFCmpOLE(x[j], fields.upper[j]));
    inside = inside == nullptr ? within : e.ir.CreateAnd(inside, within);
  }
  return inside;
}

llvm::Value* is_finite(Emitter& e, const Values& x) {
  llvm::Value* finite = nullptr;
  for (llvm::Value* coordinate : x) {
    llvm::Value* magnitude = e.ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, coordinate);
    llvm::Value* bounded = e.ir.CreateFCmpOLT(magnitude, e.real(std::numeric_limits<double>::infinity()));
    finite = finite == nullptr ? bounded : e.ir.CreateAnd(finite, bounded);
  }
  return finite;
}

}  // namespace

MappedPoint map_into_volume(Emitter& e, const VolumeFields& fields, const Values& x, const BoundaryExits& exits) {
  llvm::BasicBlock* evaluate = e.block("evaluate");
  llvm::BasicBlock* beyond = e.block("beyond");
  llvm::MDBuilder metadata(e.ir.getContext());
  llvm::Value* inside = is_inside(e, fields, x);
  llvm::BasicBlock* direct = e.ir.GetInsertBlock();
  e.ir.CreateCondBr(inside, evaluate, beyond, metadata.createLikelyBranchWeights());

  e.ir.SetInsertPoint(beyond);
  llvm::Value* finite = is_finite(e, x);
  const Boundary rule = e.plan.options.boundary;
  if (rule == Boundary::zero || rule == Boundary::value) {
    e.ir.CreateCondBr(finite, exits.outside, exits.not_finite, metadata.createLikelyBranchWeights());
    e.ir.SetInsertPoint(evaluate);
    return {x, {}};
  }

  llvm::BasicBlock* move = e.block("move");
  e.ir.CreateCondBr(finite, move, exits.not_finite, metadata.createLikelyBranchWeights());
  e.ir.SetInsertPoint(move);
  llvm::SmallVector<MappedCoordinate, max_dimension> moved;
  for (int j = 0; j < e.dimension; ++j) moved.push_back(map_coordinate(e, fields, x[static_cast<std::size_t>(j)], j));
  llvm::BasicBlock* moved_from = e.ir.GetInsertBlock();
  e.ir.CreateBr(evaluate);

  e.ir.SetInsertPoint(evaluate);
  MappedPoint mapped;
  for (std::size_t j = 0; j < x.size(); ++j) {
    llvm::PHINode* coordinate = e.ir.CreatePHI(e.reals, 2, "x");
    coordinate->addIncoming(x[j], direct);
    coordinate->addIncoming(moved[j].x, moved_from);
    mapped.x.push_back(coordinate);
  }
  if (rule == Boundary::mirror) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      llvm::PHINode* sign = e.ir.CreatePHI(e.reals, 2, "sign");
      sign->addIncoming(e.real(1.0), direct);
      sign->addIncoming(moved[j].sign, moved_from);
      mapped.sign.push_back(sign);
    }
  }
  return mapped;
}

llvm::Value* outside_value(Emitter& e, const VolumeFields& fields) {
  if (e.plan.options.boundary == Boundary::zero) return e.real(0.0);
  return load_axis_field(e, fields.volume, offsetof(latspline_volume, outside_value), 0, "outside_value");
}

MappedLanes map_lanes_into_volume(Emitter& e, const VolumeFields& fields, const Values& x, llvm::BasicBlock* none) {
  const Boundary rule = e.plan.options.boundary;
  const bool leaves_outside = rule == Boundary::zero || rule == Boundary::value;
  llvm::BasicBlock* evaluate = e.block("evaluate_lanes");
  llvm::BasicBlock* beyond = e.block("beyond_lanes");
  llvm::MDBuilder metadata(e.ir.getContext());
  llvm::Value* inside = is_inside(e, fields, x);
  llvm::BasicBlock* direct = e.ir.GetInsertBlock();
  e.ir.CreateCondBr(e.in_all_lanes(inside), evaluate, beyond, metadata.createLikelyBranchWeights());

  e.ir.SetInsertPoint(beyond);
  llvm::Value* nan = e.real(std::numeric_limits<double>::quiet_NaN());
  llvm::Value* zero = e.real(0.0);
  llvm::Value* finite = is_finite(e, x);
  llvm::Value* active = leaves_outside ? inside : finite;
  MappedLanes mapped;
  mapped.skipped_value = leaves_outside ? e.ir.CreateSelect(finite, outside_value(e, fields), nan) : nan;
  mapped.skipped_gradient = leaves_outside ? e.ir.CreateSelect(finite, zero, nan) : nan;
  mapped.skipped_from = beyond;
  llvm::BasicBlock* move = e.block("move_lanes");
  e.ir.CreateCondBr(e.in_any_lane(active), move, none);

  e.ir.SetInsertPoint(move);
  Values safe;
  for (std::size_t j = 0; j < x.size(); ++j) safe.push_back(e.ir.CreateSelect(active, x[j], fields.lower[j]));
  Values sign;
  if (!leaves_outside) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      const MappedCoordinate moved = map_coordinate(e, fields, safe[j], static_cast<int>(j));
      safe[j] = e.ir.CreateSelect(inside, x[j], moved.x);
      if (moved.sign != nullptr) sign.push_back(e.ir.CreateSelect(inside, e.real(1.0), moved.sign));
    }
  }
  llvm::BasicBlock* moved_from = e.ir.GetInsertBlock();
  e.ir.CreateBr(evaluate);

  e.ir.SetInsertPoint(evaluate);
  const auto merge = [&](llvm::Value* directly, llvm::Value* moved, const char* name) {
    llvm::PHINode* merged = e.ir.CreatePHI(moved->getType(), 2, name);
    merged->addIncoming(directly, direct);
    merged->addIncoming(moved, moved_from);
    return merged;
  };
  for (std::size_t j = 0; j < x.size(); ++j) mapped.x.push_back(merge(x[j], safe[j], "x"));
  for (llvm::Value* s : sign) mapped.sign.push_back(merge(e.real(1.0), s, "sign"));
  mapped.active = merge(llvm::Constant::getAllOnesValue(active->getType()), active, "active");
  mapped.value = merge(zero, mapped.skipped_value, "otherwise");
  mapped.gradient = merge(zero, mapped.skipped_gradient, "gradient_otherwise");
  return mapped;
}

}  // namespace latspline::codegen
