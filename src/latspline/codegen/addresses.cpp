#include "latspline/codegen/addresses.h"

#include <llvm/IR/Constants.h>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

/// The coset of the lattice site n, a 64-bit integer.
llvm::Value* coset_of(Emitter& e, const Values& n) {
  const CosetTable& cosets = e.plan.cosets;
  if (cosets.offsets.size() == 1) return e.integer(0);
  llvm::Value* residue = nullptr;
  std::int64_t radix = 1;
  for (const int axis : cosets.key_axes) {
    const auto j = static_cast<std::size_t>(axis);
    residue = e.plus(residue, e.times(radix, e.floor_remainder(n[j], cosets.period[j])));
    radix *= cosets.period[j];
  }
  LATSPLINE_ASSERT(residue != nullptr && cosets.table.size() == static_cast<std::size_t>(radix));
  bool identity = true;
  for (std::size_t r = 0; r < cosets.table.size(); ++r)
    identity = identity && (cosets.table[r] < 0 || cosets.table[r] == static_cast<std::int32_t>(r));
  if (identity) return residue;
  // Sites never have the residues of an entry -1.
  std::vector<std::uint32_t> entries;
  for (const std::int32_t coset : cosets.table) entries.push_back(coset < 0 ? 0u : static_cast<std::uint32_t>(coset));
  llvm::Constant* data = llvm::ConstantDataArray::get(e.ir.getContext(), entries);
  auto* global =
      new llvm::GlobalVariable(e.module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, "cosets");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  llvm::Value* entry = e.ir.CreateInBoundsGEP(data->getType(), global, {e.integer(0), residue});
  return e.ir.CreateZExt(e.load_constant(e.ir.getInt32Ty(), entry), e.index);
}

bool is_zero(const IntVector& v) {
  for (const std::int64_t entry : v) {
    if (entry != 0) return false;
  }
  return true;
}

}  // namespace

llvm::Value* SiteAddresses::base(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded,
                                 std::size_t coset) const {
  const CosetTable& cosets = e.plan.cosets;
  const IntVector& offset = cosets.offsets[coset];
  Values step;
  llvm::Value* number = nullptr;
  if (is_zero(offset) && !rounded.step.empty()) {
    step = rounded.step;
    number = rounded.coset;
  } else {
    Values n = fold_.unfolded_site(e, offset);
    for (std::size_t j = 0; j < n.size(); ++j) {
      n[j] = e.ir.CreateAdd(rounded.site[j], n[j]);
      step.push_back(e.floor_quotient(n[j], cosets.period[j]));
    }
    number = coset_of(e, n);
  }
  llvm::Value* element = nullptr;
  for (std::size_t j = 0; j < step.size(); ++j)
    element = e.plus(element, j == 0 ? step[j] : e.ir.CreateMul(step[j], fields.stride[j]));
  if (fields.coset_stride != nullptr) element = e.plus(element, e.ir.CreateMul(number, fields.coset_stride));
  return e.ir.CreateGEP(e.scalar, fields.coefficients, element, "base");
}

SiteAddresses::SiteAddresses(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold)
    : fold_(fold) {
  base_.resize(e.plan.cosets.offsets.size());
  for (const ReferenceSubregion& reference : e.plan.references) {
    LATSPLINE_ASSERT(reference.coset.size() == reference.sites.size() &&
                     reference.step.size() == reference.sites.size());
    for (const std::int32_t coset : reference.coset) {
      llvm::Value*& slot = base_.at(static_cast<std::size_t>(coset));
      if (slot == nullptr) slot = base(e, fields, rounded, static_cast<std::size_t>(coset));
    }
  }
}

llvm::Value* SiteAddresses::address(Emitter& e, std::int32_t coset, const IntVector& k) {
  llvm::Value* address = base_.at(static_cast<std::size_t>(coset));
  IntVector added(k.size(), 0);
  for (std::size_t j = k.size(); j-- > 0;) {
    if (k[j] == 0) continue;
    added[j] = k[j];
    llvm::Value*& slot = partial_[{coset, added}];
    if (slot == nullptr) slot = e.ir.CreateGEP(e.scalar, address, e.times(k[j], fold_.stride()[j]));
    address = slot;
  }
  return address;
}

}  // namespace latspline::codegen
