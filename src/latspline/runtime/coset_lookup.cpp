#include "latspline/runtime/coset_lookup.h"

namespace latspline {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

CosetLookup::CosetLookup(const LatticeShape& shape) : dimension_(shape.dimension), period_(shape.period) {
  for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
    Residues residues{};
    for (std::uint32_t j = 0; j < dimension_; ++j) residues[j] = shape.offsets[k * dimension_ + j];
    coset_.emplace(residues, k);
  }
}

bool CosetLookup::find(std::span<const std::int64_t> n, StoredSite& site) const {
  Residues residues{};
  for (std::uint32_t j = 0; j < dimension_; ++j) {
    site.index[j] = floor_divide(n[j], period_[j]);
    residues[j] = n[j] - site.index[j] * period_[j];
  }
  const auto found = coset_.find(residues);
  if (found == coset_.end()) return false;
  site.coset = found->second;
  return true;
}

}  // namespace latspline
