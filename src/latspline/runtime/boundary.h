#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "latspline/runtime/volume.h"

namespace latspline {

/// InputError if the description's boundary rule needs a symmetry that the lattice lacks. Mirror needs every reflection
/// x_j -> -x_j to map the lattice and the basis function to themselves. Then 2 n_j e_j = n - (n reflected) is a site
/// for every site n, so that offsets are 0 or period/2, the reflections about n_j = top[j] are symmetries too, and
/// every site and its images lie in one coset.
void check_boundary_supported(const VolumeDescription& description);

/// How stored values continue outside their extents. Every rule acts axis by axis and within a coset: a value outside
/// is the one at an image that differs in one index, whose image is found in turn on the next axis. The volume and the
/// prefilter share it.
class BoundaryExtension {
 public:
  /// InputError as check_boundary_supported.
  explicit BoundaryExtension(const VolumeDescription& description);

  latspline_boundary boundary() const { return boundary_; }

  /// Where along `axis` the value at index i of coset k comes from, in [0, extent); the other indices stay. Nothing
  /// where it is the rule's constant. Any i.
  std::optional<std::int64_t> source(std::uint32_t axis, std::uint32_t coset, std::int64_t i) const;

  /// Fills the padding of a volume laid out as `layout`, whose element i = 0 of coset 0 is `origin`. `constant` stands
  /// for the rules zero and value. Runs on all cores.
  template <class T>
  void fill(const latspline_volume& layout, T* origin, T constant) const;

 private:
  std::uint32_t dimension_ = 0;
  std::uint32_t coset_count_ = 0;
  latspline_boundary boundary_ = LATSPLINE_BOUNDARY_ZERO;
  std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> extent_{}, period_{}, top_{};
  std::vector<std::int64_t> offsets_;
};

}  // namespace latspline
