#include "latspline/codegen/scalar_fetch.h"

namespace latspline::codegen {

ScalarFetch::ScalarFetch(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold)
    : fields_(fields), rounded_(rounded), fold_(fold) {
  if (e.plan.options.fetch == Fetch::array) {
    addresses_.emplace(e, fields, rounded, fold);
    return;
  }
  llvm::BasicBlock& entry = e.ir.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  site_ =
      at_entry.CreateAlloca(llvm::ArrayType::get(e.index, static_cast<std::uint64_t>(e.dimension)), nullptr, "site");
}

void ScalarFetch::start_subregion() {
  if (addresses_) addresses_->start_subregion();
}

llvm::Value* ScalarFetch::coefficient(Emitter& e, const ReferenceSubregion& reference, std::size_t site) {
  if (!addresses_) return called(e, reference.sites[site]);
  llvm::Value* address = addresses_->address(e, reference.coset[site], reference.step[site]);
  return e.load_constant(e.scalar, address, "c");
}

llvm::Value* ScalarFetch::called(Emitter& e, const IntVector& m) {
  const Values offset = fold_.unfolded_site(e, m);
  for (std::size_t j = 0; j < offset.size(); ++j) {
    llvm::Value* n = e.ir.CreateAdd(rounded_.site[j], offset[j]);
    e.ir.CreateStore(n, e.ir.CreateConstGEP1_64(e.index, site_, j));
  }
  llvm::FunctionType* type = llvm::FunctionType::get(e.ir.getDoubleTy(), {e.pointer, e.pointer}, false);
  llvm::CallInst* call = e.ir.CreateCall(type, fields_.fetch, {fields_.fetch_user, site_}, "c");
  call->addFnAttr(llvm::Attribute::NoUnwind);
  return e.scalar->isDoubleTy() ? static_cast<llvm::Value*>(call) : e.ir.CreateFPTrunc(call, e.scalar);
}

}  // namespace latspline::codegen
