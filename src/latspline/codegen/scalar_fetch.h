#pragma once

#include <optional>

#include "latspline/codegen/addresses.h"

namespace latspline::codegen {

/// Fetches the coefficients around one point: from the volume's arrays, or by calling the volume's function with the site.
class ScalarFetch {
 public:
  ScalarFetch(Emitter& e, const VolumeFields& fields, const RoundedPoint& rounded, const Fold& fold);

  /// Forgets what does not dominate the code to come.
  void start_subregion();
  llvm::Value* coefficient(Emitter& e, const ReferenceSubregion& reference, std::size_t site);

 private:
  /// The coefficient of the site n0 + A^-1 m, from the caller's function.
  llvm::Value* called(Emitter& e, const IntVector& m);

  const VolumeFields& fields_;
  const RoundedPoint& rounded_;
  const Fold& fold_;
  std::optional<SiteAddresses> addresses_;  ///< none where a function is called
  llvm::Value* site_ = nullptr;             ///< room for the site that is asked for
};

}  // namespace latspline::codegen
