#pragma once

#include <map>
#include <vector>

#include "latspline/codegen/fold.h"
#include "latspline/codegen/rounding.h"
#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {

/// The element of storage, counted from that of the site 0, of the site n0 + A^-1 l.
llvm::Value* site_element(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold,
                          const IntVector& l);

/// Where the coefficients around one point lie. The site n0 + A^-1 (l_c + D k), l_c a base of the plan, is at
///     base[c] + <S', k> / q
/// with S' and q from the fold and base[c] the address of n0 + A^-1 l_c, found through the coset table. All in 64 bits.
class SiteAddresses {
 public:
  /// Emits those bases that some reference sub-region uses.
  SiteAddresses(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold);

  /// Forgets partial sums that do not dominate the code to come.
  void start_subregion() { partial_.clear(); }
  /// The address of the coefficient of site l_c + D k.
  llvm::Value* address(Emitter& e, std::int32_t base, const IntVector& k);

 private:
  const Fold& fold_;
  std::vector<llvm::Value*> base_;  ///< null where unused
  /// Where q = 1: addresses with the last axes' steps added, by base and those steps: neighbours along axis 0 differ in the last summand alone.
  std::map<std::pair<std::int32_t, IntVector>, llvm::Value*> partial_;
};

}  // namespace latspline::codegen
