#include "latspline/codegen/checks.h"

#include <llvm/IR/MDBuilder.h>

#include <cstddef>

#include "latspline/abi/kernel_abi.h"
#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {
namespace {

/// Returns `status` where `wrong` holds and goes on where it does not.
void fail_if(Emitter& e, llvm::Value* wrong, latspline_status status) {
  llvm::BasicBlock* failure = e.block("failure");
  llvm::BasicBlock* fine = e.block("fine");
  e.ir.CreateCondBr(wrong, failure, fine, llvm::MDBuilder(e.ir.getContext()).createUnlikelyBranchWeights());
  e.ir.SetInsertPoint(failure);
  e.ir.CreateRet(e.ir.getInt32(static_cast<std::uint32_t>(status)));
  e.ir.SetInsertPoint(fine);
}

}  // namespace

void emit_checks(Emitter& e, const Signature& s) {
  const Plan& plan = e.plan;
  const auto differs = [&](std::size_t offset, std::uint64_t expected) {
    llvm::Value* field = load_field(e, s.volume, e.ir.getInt32Ty(), offset, "field");
    return e.ir.CreateICmpNE(field, e.ir.getInt32(static_cast<std::uint32_t>(expected)));
  };
  fail_if(e, e.ir.CreateIsNull(s.volume), LATSPLINE_NULL_ARGUMENT);
  fail_if(e, differs(offsetof(latspline_volume, abi_version), LATSPLINE_ABI_VERSION), LATSPLINE_ABI_MISMATCH);
  fail_if(e,
          e.ir.CreateOr(differs(offsetof(latspline_volume, dimension), static_cast<std::uint64_t>(plan.dimension)),
                        differs(offsetof(latspline_volume, coset_count), plan.cosets.offsets.size())),
          LATSPLINE_DIMENSION_MISMATCH);
  llvm::Value* space = load_field(e, s.volume, e.index, offsetof(latspline_volume, space), "space");
  fail_if(e, e.ir.CreateICmpNE(space, e.ir.getInt64(plan.space)), LATSPLINE_SPACE_MISMATCH);
  const latspline_scalar scalar = plan.options.scalar == Scalar::f32 ? LATSPLINE_F32 : LATSPLINE_F64;
  fail_if(e, differs(offsetof(latspline_volume, scalar), scalar), LATSPLINE_SCALAR_MISMATCH);
  fail_if(e, differs(offsetof(latspline_volume, boundary), static_cast<std::uint64_t>(plan.options.boundary)),
          LATSPLINE_BOUNDARY_MISMATCH);
  fail_if(e, differs(offsetof(latspline_volume, content), LATSPLINE_COEFFICIENTS), LATSPLINE_NOT_COEFFICIENTS);

  const bool calls = plan.options.fetch == Fetch::callback;
  llvm::Value* coefficients =
      load_field(e, s.volume, e.pointer,
                 calls ? offsetof(latspline_volume, fetch) : offsetof(latspline_volume, coefficients), "coefficients");
  llvm::Value* some_points = e.ir.CreateICmpNE(s.count, e.integer(0));
  llvm::Value* nothing_asked = e.ir.CreateAnd(
      e.ir.CreateIsNull(s.values), e.ir.CreateAnd(e.ir.CreateIsNull(s.gradients), e.ir.CreateIsNull(s.hessians)));
  llvm::Value* null_array = e.ir.CreateOr(e.ir.CreateIsNull(s.points), nothing_asked);
  fail_if(e, e.ir.CreateOr(e.ir.CreateIsNull(coefficients), e.ir.CreateAnd(some_points, null_array)),
          LATSPLINE_NULL_ARGUMENT);
  if (!plan.options.hessian) fail_if(e, e.ir.CreateIsNotNull(s.hessians), LATSPLINE_NOT_BUILT);
}

}  // namespace latspline::codegen
