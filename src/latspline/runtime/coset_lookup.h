#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>

#include "latspline/runtime/volume.h"

namespace latspline {

/// A site's place in storage: n = D i + l_k with D = diag(period).
struct StoredSite {
  std::uint32_t coset = 0;                                    ///< k
  std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> index{};  ///< i, may lie outside the extents
};

/// From a site's lattice coordinates to its coset and index. Holds no reference to the shape. For tables, not for inner
/// loops.
class CosetLookup {
 public:
  explicit CosetLookup(const LatticeShape& shape);

  /// False where n is no site of the lattice.
  bool find(std::span<const std::int64_t> n, StoredSite& site) const;

 private:
  using Residues = std::array<std::int64_t, LATSPLINE_MAX_DIMENSION>;
  std::uint32_t dimension_ = 0;
  Residues period_{};
  std::map<Residues, std::uint32_t> coset_;
};

/// The floor of a / b for b > 0.
std::int64_t floor_divide(std::int64_t a, std::int64_t b);

}  // namespace latspline
