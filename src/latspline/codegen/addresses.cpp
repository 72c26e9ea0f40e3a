#include "latspline/codegen/addresses.h"

#include <algorithm>

#include "latspline/base/error.h"
#include "latspline/codegen/lookup.h"
#include "latspline/plan/fold_steps.h"

namespace latspline::codegen {
namespace {

/// The coset of the lattice site n, an integer.
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
  // Sites never have the residues of an entry -1: anything may stand there.
  bool identity = true;
  for (std::size_t r = 0; r < cosets.table.size(); ++r)
    identity = identity && (cosets.table[r] < 0 || cosets.table[r] == static_cast<std::int32_t>(r));
  if (identity) return residue;
  std::vector<std::int32_t> table;
  for (const std::int32_t coset : cosets.table) table.push_back(std::max(coset, 0));
  return table_entry(e, table, residue, "cosets");
}

bool is_zero(const IntVector& v) {
  for (const std::int64_t entry : v) {
    if (entry != 0) return false;
  }
  return true;
}

}  // namespace

llvm::Value* site_element(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold,
                          const IntVector& l) {
  const CosetTable& cosets = e.plan.cosets;
  Values step;
  llvm::Value* number = nullptr;
  if (is_zero(l) && !rounded.step.empty() && fold.keeps_origin(e)) {
    step = rounded.step;
    number = rounded.coset;
  } else {
    Values n = fold.unfolded_site(e, l);
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
  return element;
}

SiteAddresses::SiteAddresses(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold)
    : fold_(fold) {
  const std::vector<IntVector>& bases = step_bases(e.plan);
  base_.resize(bases.size());
  for (const ReferenceSubregion& reference : e.plan.references) {
    LATSPLINE_ASSERT(reference.coset.size() == reference.sites.size() &&
                     reference.step.size() == reference.sites.size());
    for (const std::int32_t base : reference.coset) {
      const auto b = static_cast<std::size_t>(base);
      llvm::Value*& slot = base_.at(b);
      if (slot != nullptr) continue;
      llvm::Value* element = site_element(e, fields, rounded, fold, bases[b]);
      slot = e.ir.CreateGEP(e.scalar, fields.coefficients, element, "base");
    }
  }
}

llvm::Value* SiteAddresses::address(Emitter& e, std::int32_t base, const IntVector& k) {
  llvm::Value* address = base_.at(static_cast<std::size_t>(base));
  if (e.plan.stride_scale != 1) return e.ir.CreateGEP(e.scalar, address, fold_.elements(e, k));
  IntVector added(k.size(), 0);
  for (std::size_t j = k.size(); j-- > 0;) {
    if (k[j] == 0) continue;
    added[j] = k[j];
    llvm::Value*& slot = partial_[{base, added}];
    if (slot == nullptr) slot = e.ir.CreateGEP(e.scalar, address, e.times(k[j], fold_.stride()[j]));
    address = slot;
  }
  return address;
}

}  // namespace latspline::codegen
