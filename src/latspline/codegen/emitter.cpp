#include "latspline/codegen/emitter.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <bit>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

}  // namespace

Emitter::Emitter(llvm::Module& module_, const Plan& plan_, const KernelTraits& traits_)
    : ir(module_.getContext()), module(module_), plan(plan_), traits(traits_), dimension(plan_.dimension) {
  scalar = plan.options.scalar == Scalar::f32 ? ir.getFloatTy() : ir.getDoubleTy();
  index = ir.getInt64Ty();
  pointer = ir.getPtrTy(traits.global_space);
  set_lanes(1);
}

void Emitter::set_lanes(int count) {
  LATSPLINE_ASSERT(count >= 1);
  lanes = count;
  const auto n = static_cast<unsigned>(count);
  reals = count == 1 ? scalar : llvm::FixedVectorType::get(scalar, n);
  indices = count == 1 ? static_cast<llvm::Type*>(index) : llvm::FixedVectorType::get(ir.getInt32Ty(), n);
}

llvm::Value* Emitter::spread(llvm::Value* one) {
  if (lanes == 1) return one;
  if (one->getType()->isIntegerTy()) one = ir.CreateTrunc(one, ir.getInt32Ty());
  return ir.CreateVectorSplat(static_cast<unsigned>(lanes), one);
}

llvm::Value* Emitter::in_all_lanes(llvm::Value* condition) {
  return lanes == 1 ? condition : ir.CreateAndReduce(condition);
}

llvm::Value* Emitter::in_any_lane(llvm::Value* condition) {
  return lanes == 1 ? condition : ir.CreateOrReduce(condition);
}

llvm::Constant* Emitter::real(const Rational& value) const {
  return llvm::ConstantFP::get(reals, scalar->isFloatTy() ? static_cast<double>(value.to_float()) : value.to_double());
}

llvm::Constant* Emitter::real(double value) const { return llvm::ConstantFP::get(reals, value); }

llvm::Constant* Emitter::integer(std::int64_t value) const {
  // Lanes hold integers modulo 2^32.
  if (lanes > 1) value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  return llvm::ConstantInt::get(indices, static_cast<std::uint64_t>(value), true);
}

llvm::Value* Emitter::room(llvm::Type* type) {
  llvm::BasicBlock& entry = ir.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  llvm::AllocaInst* place = at_entry.CreateAlloca(type);
  place->setAlignment(llvm::Align(64));
  return place;
}

llvm::Value* Emitter::fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
  return ir.CreateIntrinsic(traits.has_fma ? llvm::Intrinsic::fma : llvm::Intrinsic::fmuladd, {a->getType()},
                            {a, b, c});
}

llvm::Value* Emitter::floor(llvm::Value* x) {
  if (traits.has_floor) return ir.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x);
  // Truncate and step down. From 2^(mantissa bits) on every scalar is integral, and the conversion might overflow.
  const double integral_from = scalar->isFloatTy() ? 0x1p23 : 0x1p52;
  llvm::Value* magnitude = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  llvm::Value* small = ir.CreateFCmpOLT(magnitude, real(integral_from));
  llvm::Value* safe = ir.CreateSelect(small, x, real(0.0));
  llvm::Type* wide = index;
  if (lanes > 1) wide = llvm::FixedVectorType::get(index, static_cast<unsigned>(lanes));
  llvm::Value* truncated = ir.CreateSIToFP(ir.CreateFPToSI(safe, wide), reals);
  llvm::Value* above = ir.CreateFCmpOGT(truncated, safe);
  llvm::Value* floored = ir.CreateSelect(above, ir.CreateFSub(truncated, real(1.0)), truncated);
  return ir.CreateSelect(small, floored, x);
}

llvm::Value* Emitter::to_index(llvm::Value* x) { return ir.CreateFPToSI(x, indices); }

llvm::Value* Emitter::affine(const Vector& coefficients, const Values& x, const Rational& constant) {
  LATSPLINE_ASSERT(coefficients.size() == x.size());
  llvm::Value* sum = constant.is_zero() ? nullptr : real(constant);
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    const Rational& factor = coefficients[j];
    if (factor.is_zero()) continue;
    if (factor.is_one()) {
      sum = sum == nullptr ? x[j] : ir.CreateFAdd(sum, x[j]);
    } else if ((-factor).is_one()) {
      sum = sum == nullptr ? ir.CreateFNeg(x[j]) : ir.CreateFSub(sum, x[j]);
    } else {
      sum = sum == nullptr ? ir.CreateFMul(real(factor), x[j]) : fma(real(factor), x[j], sum);
    }
  }
  return sum == nullptr ? real(0.0) : sum;
}

llvm::Value* Emitter::choose(llvm::Value* condition, llvm::Value* a, llvm::Value* b) {
  if (a == b) return a;
  llvm::Value* chosen = ir.CreateSelect(condition, a, b);
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(chosen))
    select->setMetadata(llvm::LLVMContext::MD_unpredictable, llvm::MDBuilder(ir.getContext()).createUnpredictable());
  return chosen;
}

llvm::Value* Emitter::smaller(llvm::Value* a, llvm::Value* b) { return ir.CreateSelect(ir.CreateFCmpOLT(a, b), a, b); }

llvm::Value* Emitter::larger(llvm::Value* a, llvm::Value* b) { return ir.CreateSelect(ir.CreateFCmpOGT(a, b), a, b); }

llvm::Value* Emitter::times(std::int64_t factor, llvm::Value* x) {
  if (factor == 0) return integer(0);
  if (factor == 1) return x;
  if (factor == -1) return ir.CreateNeg(x);
  return ir.CreateMul(x, integer(factor));
}

llvm::Value* Emitter::plus(llvm::Value* x, llvm::Value* y) { return x == nullptr ? y : ir.CreateAdd(x, y); }

llvm::Value* Emitter::floor_remainder(llvm::Value* x, std::int64_t divisor) {
  if (divisor == 1) return integer(0);
  if (is_power_of_two(divisor)) return ir.CreateAnd(x, integer(divisor - 1));
  llvm::Value* remainder = ir.CreateSRem(x, integer(divisor));
  llvm::Value* negative = ir.CreateICmpSLT(remainder, integer(0));
  return ir.CreateSelect(negative, ir.CreateAdd(remainder, integer(divisor)), remainder);
}

llvm::Value* Emitter::exact_quotient(llvm::Value* x, std::int64_t divisor) {
  if (divisor == 1) return x;
  if (!is_power_of_two(divisor)) return ir.CreateExactSDiv(x, integer(divisor));
  return ir.CreateAShr(x, integer(std::countr_zero(static_cast<std::uint64_t>(divisor))), "", true);
}

llvm::Value* Emitter::floor_quotient(llvm::Value* x, std::int64_t divisor) {
  if (divisor == 1) return x;
  if (is_power_of_two(divisor)) return ir.CreateAShr(x, integer(std::countr_zero(static_cast<std::uint64_t>(divisor))));
  return ir.CreateExactSDiv(ir.CreateSub(x, floor_remainder(x, divisor)), integer(divisor));
}

llvm::BasicBlock* Emitter::block(const char* name) {
  return llvm::BasicBlock::Create(ir.getContext(), name, ir.GetInsertBlock()->getParent());
}

llvm::LoadInst* Emitter::load_constant(llvm::Type* type, llvm::Value* address, const llvm::Twine& name) {
  llvm::LoadInst* load = ir.CreateLoad(type, address, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir.getContext(), {}));
  return load;
}

}  // namespace latspline::codegen
