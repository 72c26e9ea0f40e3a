#include "latspline/codegen/kernel.h"

#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <limits>

#include "latspline/abi/kernel_abi.h"
#include "latspline/base/error.h"
#include "latspline/codegen/boundary.h"
#include "latspline/codegen/checks.h"
#include "latspline/codegen/fold.h"
#include "latspline/codegen/grid.h"
#include "latspline/codegen/lane_count.h"
#include "latspline/codegen/lane_loop.h"
#include "latspline/codegen/loop.h"
#include "latspline/codegen/outputs.h"
#include "latspline/codegen/rounding.h"
#include "latspline/codegen/scalar_fetch.h"
#include "latspline/codegen/signature.h"
#include "latspline/codegen/subregion_index.h"
#include "latspline/codegen/volume_fields.h"
#include "latspline/codegen/weights.h"

namespace latspline::codegen {
namespace {

void check_plan(const Plan& plan) {
  const auto s = static_cast<std::size_t>(plan.dimension);
  LATSPLINE_ASSERT(plan.dimension >= 1 && plan.dimension <= LATSPLINE_MAX_DIMENSION);
  LATSPLINE_ASSERT(plan.cosets.period.size() == s && !plan.cosets.offsets.empty());
  for (const IntVector& offset : plan.cosets.offsets) LATSPLINE_ASSERT(offset.size() == s);
  LATSPLINE_ASSERT(plan.rounding.center.size() == s && plan.reach.size() == s);
  for (const Reflection& reflection : plan.fold)
    LATSPLINE_ASSERT(reflection.functional.size() == s && reflection.direction.size() == s);
  LATSPLINE_ASSERT(plan.options.boundary != Boundary::automatic);
  LATSPLINE_ASSERT(!plan.references.empty() && !plan.shifts.empty());
}

Outputs scalar_sum(Emitter& e, const ReferenceSubregion& reference, Derivatives derivatives, const Values& y,
                   ScalarFetch& fetch) {
  fetch.start_subregion();
  return weighted_sum(e, reference, derivatives, y,
                      [&](std::size_t site) { return fetch.coefficient(e, reference, site); });
}

/// The outputs of the sub-region that `number` names: a switch, of which one case runs.
Outputs switch_subregions(Emitter& e, llvm::Value* number, Derivatives derivatives, const Values& y,
                          ScalarFetch& fetch) {
  llvm::BasicBlock* impossible = e.block("impossible");
  llvm::BasicBlock* join = e.block("join");
  llvm::SwitchInst* choice = e.ir.CreateSwitch(number, impossible, static_cast<unsigned>(e.plan.references.size()));
  std::vector<std::pair<Outputs, llvm::BasicBlock*>> cases;
  for (std::size_t r = 0; r < e.plan.references.size(); ++r) {
    llvm::BasicBlock* subregion = e.block("subregion");
    choice->addCase(e.ir.getInt64(r), subregion);
    e.ir.SetInsertPoint(subregion);
    Outputs outputs = scalar_sum(e, e.plan.references[r], derivatives, y, fetch);
    cases.emplace_back(std::move(outputs), e.ir.GetInsertBlock());
    e.ir.CreateBr(join);
  }
  e.ir.SetInsertPoint(impossible);  // complete_index_table gives every index a sub-region
  e.ir.CreateUnreachable();
  e.ir.SetInsertPoint(join);
  Outputs merged;
  for (std::size_t i = 0; i < cases.front().first.size(); ++i) {
    llvm::PHINode* output = e.ir.CreatePHI(e.reals, static_cast<unsigned>(cases.size()));
    for (const auto& [outputs, from] : cases) output->addIncoming(outputs[i], from);
    merged.push_back(output);
  }
  return merged;
}

/// The same without a branch: all are evaluated, one is selected.
Outputs select_subregion(Emitter& e, llvm::Value* number, Derivatives derivatives, const Values& y,
                         ScalarFetch& fetch) {
  Outputs chosen;
  for (std::size_t r = 0; r < e.plan.references.size(); ++r) {
    const Outputs outputs = scalar_sum(e, e.plan.references[r], derivatives, y, fetch);
    if (r == 0) {
      chosen = outputs;
      continue;
    }
    llvm::Value* is_this = e.ir.CreateICmpEQ(number, e.integer(static_cast<std::int64_t>(r)));
    for (std::size_t i = 0; i < outputs.size(); ++i) chosen[i] = e.choose(is_this, outputs[i], chosen[i]);
  }
  return chosen;
}

/// The part of one shift: f_l(x - l) and its derivatives by y0.
Outputs evaluate_shifted(Emitter& e, const VolumeFields& fields, const Values& x, const IntVector& shift,
                         Derivatives derivatives) {
  const RoundedPoint rounded = round_point(e, x, shift);
  Fold fold(e, rounded.y, fields.stride);
  const SubregionNumbers numbers = subregion_numbers(e, fold.y());
  fold.place(e, numbers.transform);
  ScalarFetch fetch(e, fields, rounded, fold);
  Outputs outputs;
  if (numbers.reference == nullptr) {
    outputs = scalar_sum(e, e.plan.references.front(), derivatives, fold.y(), fetch);
  } else if (e.plan.options.branches) {
    outputs = switch_subregions(e, numbers.reference, derivatives, fold.y(), fetch);
  } else {
    outputs = select_subregion(e, numbers.reference, derivatives, fold.y(), fetch);
  }
  fold.unfold_derivatives(e, derivatives, outputs);
  return outputs;
}

/// The value and derivatives at one point within the volume, by x.
Outputs evaluate(Emitter& e, const VolumeFields& fields, const MappedPoint& point, Derivatives derivatives) {
  Outputs outputs;
  for (const IntVector& shift : e.plan.shifts) {
    const Outputs part = evaluate_shifted(e, fields, point.x, shift, derivatives);
    if (outputs.empty()) {
      outputs = part;
      continue;
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] = e.ir.CreateFAdd(outputs[k], part[k]);
  }
  apply_signs(e, point.sign, derivatives, outputs);
  return outputs;
}

/// One point: load, bring into the volume, evaluate, store. `e` then stands in `next`.
void emit_point(Emitter& e, const Signature& signature, const VolumeFields& fields, llvm::Value* i,
                Derivatives derivatives, llvm::BasicBlock* next) {
  const Values x = load_point(e, signature, i);
  const BoundaryExits exits{e.block("not_finite"), e.block("outside")};
  const MappedPoint point = map_into_volume(e, fields, x, exits);
  store_outputs(e, signature, i, derivatives, evaluate(e, fields, point, derivatives));
  e.ir.CreateBr(next);

  e.ir.SetInsertPoint(exits.not_finite);
  llvm::Value* nan = e.real(std::numeric_limits<double>::quiet_NaN());
  store_outputs(e, signature, i, derivatives, uniform_outputs(e, derivatives, nan, nan));
  e.ir.CreateBr(next);

  if (exits.outside->use_empty()) {
    exits.outside->eraseFromParent();
  } else {
    e.ir.SetInsertPoint(exits.outside);
    store_outputs(e, signature, i, derivatives, uniform_outputs(e, derivatives, outside_value(e, fields), e.real(0.0)));
    e.ir.CreateBr(next);
  }
  e.ir.SetInsertPoint(next);
}

/// The points first, first + step, .. of the batch, one after the other; the step is positive.
void emit_point_loop(Emitter& e, const Signature& signature, const VolumeFields& fields, const GridPosition& position,
                     Derivatives derivatives, llvm::BasicBlock* done) {
  llvm::BasicBlock* before = e.ir.GetInsertBlock();
  llvm::BasicBlock* loop = e.block("point");
  llvm::BasicBlock* next = e.block("next");
  e.ir.CreateCondBr(e.ir.CreateICmpULT(position.first, signature.count), loop, done);

  e.ir.SetInsertPoint(loop);
  llvm::PHINode* i = e.ir.CreatePHI(e.index, 2, "i");
  i->addIncoming(position.first, before);
  emit_point(e, signature, fields, i, derivatives, next);
  llvm::Value* following = e.ir.CreateAdd(i, position.step, "following", true, false);
  i->addIncoming(following, next);
  llvm::BranchInst* back = e.ir.CreateCondBr(e.ir.CreateICmpULT(following, signature.count), loop, done);
  back->setMetadata(llvm::LLVMContext::MD_loop, loop_metadata(e.ir.getContext()));
}

/// The loop over the batch, or over a thread's part of it: in lanes where that can be, else point by point.
void emit_batch_loop(Emitter& e, const Signature& signature, const VolumeFields& fields, Derivatives derivatives,
                     llvm::BasicBlock* done) {
  if (e.traits.grid != Grid::none) {
    emit_point_loop(e, signature, fields, grid_position(e), derivatives, done);
    return;
  }
  const int lanes = lane_count(e.plan, e.traits);
  if (lanes > 1) {
    llvm::BasicBlock* in_lanes = e.block("in_lanes");
    llvm::BasicBlock* point_by_point = e.block("point_by_point");
    e.ir.CreateCondBr(fits_lanes(e, signature, fields, lanes), in_lanes, point_by_point);
    e.ir.SetInsertPoint(in_lanes);
    emit_lane_loop(e, signature, fields, lanes, derivatives, done);
    e.ir.SetInsertPoint(point_by_point);
  }
  emit_point_loop(e, signature, fields, {e.integer(0), e.integer(1)}, derivatives, done);
}

/// What a target's kernel cannot be asked for.
void check_target(const Plan& plan, const KernelTraits& traits) {
  if (plan.options.fetch == Fetch::callback && !traits.calls_caller)
    throw UnsupportedError("a kernel for " + traits.triple +
                           " cannot call a function of its caller: --fetch callback; accepted: array");
  if (plan.options.lanes > 1 && traits.grid != Grid::none)
    throw UnsupportedError("a kernel for a grid of threads (" + traits.triple +
                           ") evaluates one point a thread: --lanes " + std::to_string(plan.options.lanes) +
                           "; accepted: 0 and 1");
}

}  // namespace

std::unique_ptr<llvm::Module> generate_kernel(llvm::LLVMContext& context, const Plan& plan,
                                              const KernelTraits& traits) {
  check_plan(plan);
  check_target(plan, traits);
  auto module = std::make_unique<llvm::Module>(traits.function, context);
  module->setTargetTriple(llvm::Triple(traits.triple));
  module->setDataLayout(traits.data_layout);

  Emitter e(*module, plan, traits);
  const Signature signature = declare_kernel(e);
  // The caller of a grid's kernel checks, once for all threads: nobody would read a thousand statuses.
  if (traits.grid == Grid::none) emit_checks(e, signature);
  const VolumeFields fields = load_volume_fields(e, signature.volume, signature.storage);
  llvm::BasicBlock* values_only = e.block("values_only");
  llvm::BasicBlock* with_gradients = e.block("with_gradients");
  llvm::BasicBlock* done = e.block("done");
  if (plan.options.hessian) {
    llvm::BasicBlock* with_hessians = e.block("with_hessians");
    llvm::BasicBlock* without_hessians = e.block("without_hessians");
    e.ir.CreateCondBr(e.ir.CreateIsNull(signature.hessians), without_hessians, with_hessians);
    e.ir.SetInsertPoint(with_hessians);
    emit_batch_loop(e, signature, fields, Derivatives::hessian, done);
    e.ir.SetInsertPoint(without_hessians);
  }
  e.ir.CreateCondBr(e.ir.CreateIsNull(signature.gradients), values_only, with_gradients);
  e.ir.SetInsertPoint(values_only);
  emit_batch_loop(e, signature, fields, Derivatives::none, done);
  e.ir.SetInsertPoint(with_gradients);
  emit_batch_loop(e, signature, fields, Derivatives::gradient, done);
  e.ir.SetInsertPoint(done);
  if (traits.grid == Grid::none)
    e.ir.CreateRet(e.ir.getInt32(LATSPLINE_OK));
  else
    e.ir.CreateRetVoid();
  return module;
}

}  // namespace latspline::codegen
