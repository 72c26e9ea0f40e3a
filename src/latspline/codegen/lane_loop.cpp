#include "latspline/codegen/lane_loop.h"

#include <algorithm>

#include "latspline/abi/kernel_abi.h"
#include "latspline/codegen/boundary.h"
#include "latspline/codegen/fold.h"
#include "latspline/codegen/lane_fetch.h"
#include "latspline/codegen/lane_points.h"
#include "latspline/codegen/lane_rows.h"
#include "latspline/codegen/loop.h"
#include "latspline/codegen/outputs.h"
#include "latspline/codegen/rounding.h"
#include "latspline/codegen/subregion_index.h"
#include "latspline/codegen/weights.h"

namespace latspline::codegen {
namespace {

/// The outputs of the sub-region of each lane: each sub-region is evaluated under the mask of its lanes; with branches, only where it has any.
Outputs masked_subregions(Emitter& e, llvm::Value* number, Derivatives derivatives, const Values& y, LaneFetch& fetch) {
  Outputs chosen(static_cast<std::size_t>(output_count(e.dimension, derivatives)), e.real(0.0));
  for (std::size_t r = 0; r < e.plan.references.size(); ++r) {
    const ReferenceSubregion& reference = e.plan.references[r];
    llvm::Value* here = e.ir.CreateICmpEQ(number, e.integer(static_cast<std::int64_t>(r)));
    llvm::BasicBlock* before = e.ir.GetInsertBlock();
    llvm::BasicBlock* join = nullptr;
    if (e.plan.options.branches) {
      llvm::BasicBlock* subregion = e.block("subregion_lanes");
      join = e.block("join_lanes");
      e.ir.CreateCondBr(e.in_any_lane(here), subregion, join);
      e.ir.SetInsertPoint(subregion);
    }
    fetch.start_subregion(e, reference, here);
    const Outputs outputs = weighted_sum(
        e, reference, derivatives, y, [&](std::size_t site) { return fetch.coefficient(e, site); }, FetchTime::at_use);
    Outputs merged;
    for (std::size_t i = 0; i < outputs.size(); ++i) merged.push_back(e.ir.CreateSelect(here, outputs[i], chosen[i]));
    if (join != nullptr) {
      llvm::BasicBlock* from = e.ir.GetInsertBlock();
      e.ir.CreateBr(join);
      e.ir.SetInsertPoint(join);
      for (std::size_t i = 0; i < merged.size(); ++i) {
        llvm::PHINode* output = e.ir.CreatePHI(e.reals, 2);
        output->addIncoming(chosen[i], before);
        output->addIncoming(merged[i], from);
        merged[i] = output;
      }
    }
    chosen = merged;
  }
  return chosen;
}

/// The part of one shift: f_l(x - l) and its derivatives by y0.
Outputs evaluate_shifted(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const Values& x,
                         const IntVector& shift, Derivatives derivatives) {
  const RoundedPoint rounded = round_point(e, x, shift);
  Fold fold(e, rounded.y, fields.stride);
  const SubregionNumbers numbers = subregion_numbers(e, fold.y());
  fold.place(e, numbers.transform);
  LaneFetch fetch(e, uniform, fields, rounded, fold);
  Outputs outputs;
  if (numbers.reference == nullptr) {
    const ReferenceSubregion& reference = e.plan.references.front();
    fetch.start_subregion(e, reference, nullptr);
    if (const std::optional<RowProgram> rows = usable_rows(e, fetch, reference, reference.program(derivatives))) {
      outputs = row_sum(e, reference, reference.program(derivatives), *rows, fold.y(), fetch);
    } else {
      outputs = weighted_sum(
          e, reference, derivatives, fold.y(), [&](std::size_t site) { return fetch.coefficient(e, site); },
          FetchTime::at_use);
    }
  } else {
    outputs = masked_subregions(e, numbers.reference, derivatives, fold.y(), fetch);
  }
  fold.unfold_derivatives(e, derivatives, outputs);
  return outputs;
}

/// The values and derivatives at points within the volume, by x.
Outputs evaluate(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const MappedLanes& points,
                 Derivatives derivatives) {
  Outputs outputs;
  for (const IntVector& shift : e.plan.shifts) {
    const Outputs part = evaluate_shifted(e, uniform, fields, points.x, shift, derivatives);
    if (outputs.empty()) {
      outputs = part;
      continue;
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] = e.ir.CreateFAdd(outputs[k], part[k]);
  }
  apply_signs(e, points.sign, derivatives, outputs);
  return outputs;
}

/// The points i .. i + lanes - 1: load, bring into the volume, evaluate, store.
void emit_points(Emitter& e, const Signature& signature, const LanePoints& vectors, const VolumeFields& uniform,
                 const VolumeFields& fields, llvm::Value* i, Derivatives derivatives) {
  const Values x = vectors.load(e, signature.points, i);
  llvm::BasicBlock* store = e.block("store_lanes");
  const MappedLanes points = map_lanes_into_volume(e, fields, x, store);
  Outputs outputs = evaluate(e, uniform, fields, points, derivatives);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    outputs[k] = e.ir.CreateSelect(points.active, outputs[k], k == 0 ? points.value : points.gradient);
  llvm::BasicBlock* evaluated = e.ir.GetInsertBlock();
  e.ir.CreateBr(store);

  e.ir.SetInsertPoint(store);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    llvm::PHINode* output = e.ir.CreatePHI(e.reals, 2);
    output->addIncoming(outputs[k], evaluated);
    output->addIncoming(k == 0 ? points.skipped_value : points.skipped_gradient, points.skipped_from);
    outputs[k] = output;
  }
  const llvm::Align alignment(e.scalar->isFloatTy() ? 4 : 8);
  const auto first_entry = outputs.begin() + 1 + e.dimension;
  const auto store_gradients = [&] {
    vectors.store(e, signature.gradients, i, Values(outputs.begin() + 1, first_entry));
  };
  switch (derivatives) {
    case Derivatives::none:
      e.ir.CreateAlignedStore(outputs.front(), e.ir.CreateGEP(e.scalar, signature.values, i), alignment);
      break;
    case Derivatives::gradient:
      e.ir.CreateAlignedStore(outputs.front(), value_address(e, signature, i), alignment);
      store_gradients();
      break;
    case Derivatives::hessian:
      e.ir.CreateAlignedStore(outputs.front(), value_address(e, signature, i), alignment);
      if_given(e, signature.gradients, store_gradients);
      store_packed(e, signature.hessians, i, Values(first_entry, outputs.end()));
      break;
  }
}

llvm::Value* load_int64(Emitter& e, const VolumeFields& fields, std::size_t offset, std::size_t axis) {
  return load_field(e, fields.volume, e.index, offset + sizeof(std::int64_t) * axis, "number");
}

}  // namespace

llvm::Value* fits_lanes(Emitter& e, const Signature& signature, const VolumeFields& fields, int lanes) {
  llvm::Value* fits = e.ir.CreateICmpUGE(signature.count, e.integer(lanes));
  llvm::Value* span = nullptr;
  for (std::size_t j = 0; j < fields.stride.size(); ++j) {
    llvm::Value* padding = load_int64(e, fields, offsetof(latspline_volume, padding), j);
    llvm::Value* extent = load_int64(e, fields, offsetof(latspline_volume, extent), j);
    llvm::Value* sites = e.plus(extent, e.times(2, padding));
    span = e.plus(span, e.ir.CreateMul(sites, fields.stride[j]));
    // Sites next to those, and the sums on the way to an address, must be countable, too.
    llvm::Value* length = e.times(e.plan.cosets.period[j], sites);
    fits = e.ir.CreateAnd(fits, e.ir.CreateICmpULT(length, e.integer(std::int64_t{1} << 30)));
    fits = e.ir.CreateAnd(fits, e.ir.CreateFCmpOLE(fields.lower[j], fields.upper[j]));
  }
  if (fields.coset_stride != nullptr)
    span = e.plus(span, e.times(static_cast<std::int64_t>(e.plan.cosets.offsets.size()), fields.coset_stride));
  return e.ir.CreateAnd(fits, e.ir.CreateICmpULT(span, e.integer(std::int64_t{1} << 31)));
}

void emit_lane_loop(Emitter& e, const Signature& signature, const VolumeFields& uniform, int lanes,
                    Derivatives derivatives, llvm::BasicBlock* done) {
  e.set_lanes(lanes);
  const VolumeFields fields = in_lanes(e, uniform);
  const LanePoints vectors(e, signature);
  const auto width = llvm::ConstantInt::get(e.index, static_cast<std::uint64_t>(lanes));
  llvm::Value* last = e.ir.CreateSub(signature.count, width, "last", true, false);
  llvm::BasicBlock* before = e.ir.GetInsertBlock();
  llvm::BasicBlock* loop = e.block("points");
  e.ir.CreateBr(loop);

  e.ir.SetInsertPoint(loop);
  llvm::PHINode* i = e.ir.CreatePHI(e.index, 2, "i");
  i->addIncoming(llvm::ConstantInt::get(e.index, 0), before);
  emit_points(e, signature, vectors, uniform, fields, i, derivatives);
  llvm::Value* following = e.ir.CreateAdd(i, width, "following", true, false);
  llvm::Value* beyond = e.ir.CreateICmpUGT(following, last);
  i->addIncoming(e.ir.CreateSelect(beyond, last, following), e.ir.GetInsertBlock());
  llvm::BranchInst* back = e.ir.CreateCondBr(e.ir.CreateICmpEQ(i, last), done, loop);
  back->setMetadata(llvm::LLVMContext::MD_loop, loop_metadata(e.ir.getContext()));
  e.set_lanes(1);
}

}  // namespace latspline::codegen
