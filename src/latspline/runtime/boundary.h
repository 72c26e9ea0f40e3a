#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "latspline/runtime/coset_lookup.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// InputError if the description's boundary rule needs a symmetry that the lattice lacks: mirror needs every reflection x_j -> -x_j to map the lattice
/// and the basis function to themselves, and 2 top[j] e_j to be a site, so that reflecting about n_j = top[j] does too.
void check_boundary_supported(const VolumeDescription& description);

/// How stored values continue outside their extents. Every rule acts axis by axis: a value outside is the one at an image that
/// differs in one coordinate, whose image is found in turn on the next axis. The volume and the prefilter share it.
class BoundaryExtension {
 public:
  /// Where along one axis a value comes from; the other indices stay.
  struct Source {
    bool constant = false;    ///< the rule's constant; the rest is void
    std::uint32_t coset = 0;
    std::int64_t index = 0;   ///< in [0, extent)
  };

  /// InputError as check_boundary_supported.
  explicit BoundaryExtension(const VolumeDescription& description);

  latspline_boundary boundary() const { return boundary_; }

  /// The source of index i along `axis` in coset k, for any i.
  Source along(std::uint32_t axis, std::uint32_t coset, std::int64_t i) const;

  /// The stored site whose value continues to D i + l_k; false where it is the rule's constant.
  bool find(std::uint32_t coset, std::span<const std::int64_t> i, StoredSite& site) const;

  /// Fills the padding of a volume laid out as `layout`, whose element i = 0 of coset 0 is `origin`. `constant` stands for the rules zero and value.
  /// Runs on all cores.
  template <class T>
  void fill(const latspline_volume& layout, T* origin, T constant) const;

 private:
  std::uint32_t dimension_ = 0;
  std::uint32_t coset_count_ = 0;
  latspline_boundary boundary_ = LATSPLINE_BOUNDARY_ZERO;
  std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> extent_{}, period_{}, top_{};
  std::vector<std::int64_t> offsets_;
  std::vector<std::uint32_t> mirrored_coset_;  ///< [axis * coset_count + k]: the coset of D Z^s + (l_k reflected in the axis)
};

}  // namespace latspline
