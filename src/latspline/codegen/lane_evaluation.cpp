#include "latspline/codegen/lane_evaluation.h"

#include <optional>

#include "latspline/codegen/boundary.h"
#include "latspline/codegen/fold.h"
#include "latspline/codegen/lane_fetch.h"
#include "latspline/codegen/lane_rows.h"
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

/// The part of one shift: f_l(x - l) and its derivatives by y0. `known`: the reference sub-region of all points, if it is known.
Outputs evaluate_shifted(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const Values& x,
                         const IntVector& shift, Derivatives derivatives, std::optional<std::size_t> known) {
  const RoundedPoint rounded = round_point(e, x, shift);
  Fold fold(e, rounded.y, fields.stride);
  const SubregionNumbers numbers = subregion_numbers(e, fold.y());
  fold.place(e, numbers.transform);
  LaneFetch fetch(e, uniform, fields, rounded, fold);
  Outputs outputs;
  if (numbers.reference == nullptr) known = 0;
  if (known) {
    const ReferenceSubregion& reference = e.plan.references[*known];
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
                 Derivatives derivatives, std::optional<std::size_t> known) {
  Outputs outputs;
  for (const IntVector& shift : e.plan.shifts) {
    const Outputs part = evaluate_shifted(e, uniform, fields, points.x, shift, derivatives, known);
    if (outputs.empty()) {
      outputs = part;
      continue;
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] = e.ir.CreateFAdd(outputs[k], part[k]);
  }
  apply_signs(e, points.sign, derivatives, outputs);
  return outputs;
}

}  // namespace

Outputs evaluate_lanes(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const Values& x,
                       Derivatives derivatives, std::optional<std::size_t> reference) {
  llvm::BasicBlock* done = e.block("evaluated_lanes");
  const MappedLanes points = map_lanes_into_volume(e, fields, x, done);
  Outputs outputs = evaluate(e, uniform, fields, points, derivatives, reference);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    outputs[k] = e.ir.CreateSelect(points.active, outputs[k], k == 0 ? points.value : points.gradient);
  llvm::BasicBlock* evaluated = e.ir.GetInsertBlock();
  e.ir.CreateBr(done);

  e.ir.SetInsertPoint(done);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    llvm::PHINode* output = e.ir.CreatePHI(e.reals, 2);
    output->addIncoming(outputs[k], evaluated);
    output->addIncoming(k == 0 ? points.skipped_value : points.skipped_gradient, points.skipped_from);
    outputs[k] = output;
  }
  return outputs;
}

llvm::Value* reference_numbers(Emitter& e, const VolumeFields& fields, const Values& x) {
  llvm::BasicBlock* done = e.block("numbered_lanes");
  const MappedLanes points = map_lanes_into_volume(e, fields, x, done);
  const RoundedPoint rounded = round_point(e, points.x, e.plan.shifts.front());
  const Fold fold(e, rounded.y, fields.stride);
  llvm::Value* numbers = subregion_numbers(e, fold.y()).reference;
  llvm::BasicBlock* numbered = e.ir.GetInsertBlock();
  e.ir.CreateBr(done);

  e.ir.SetInsertPoint(done);
  llvm::PHINode* result = e.ir.CreatePHI(e.indices, 2, "reference");
  result->addIncoming(numbers, numbered);
  result->addIncoming(llvm::Constant::getNullValue(e.indices), points.skipped_from);
  return result;
}

}  // namespace latspline::codegen
