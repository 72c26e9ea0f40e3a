#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "latspline/abi/kernel_abi.h"
#include "latspline/abi/lattice_shape.h"

namespace latspline {

/// The affine map from lattice coordinates to world coordinates: world = matrix x + origin. matrix is dimension x
/// dimension, row-major: (direction matrix) diag(spacing), times the frame for lattices that have one. Identity by
/// default: a volume takes a matrix of zeros for the identity.
struct WorldTransform {
  std::array<double, LATSPLINE_MAX_DIMENSION * LATSPLINE_MAX_DIMENSION> matrix{};
  std::array<double, LATSPLINE_MAX_DIMENSION> origin{};
  static WorldTransform identity(std::uint32_t dimension);
  /// InputError if the matrix is singular or not finite.
  WorldTransform inverse(std::uint32_t dimension) const;
  void apply(std::uint32_t dimension, const double* x, double* world) const;
};

/// An owning copy of a lattice's shape.
class LatticeShape {
 public:
  LatticeShape() = default;
  explicit LatticeShape(const latspline_lattice_shape& shape);
  std::uint32_t dimension = 0;
  std::uint32_t coset_count = 0;
  std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> period{};
  std::vector<std::int64_t> offsets;  ///< coset_count x dimension
  std::array<double, LATSPLINE_MAX_DIMENSION> reach{};
  std::uint64_t space = 0;
  std::uint32_t axis_mirror = 0;
};

/// How a volume is laid out and what it holds.
struct VolumeDescription {
  LatticeShape shape;
  std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> extent{};  ///< sites of one coset along each axis, >= 1
  latspline_scalar scalar = LATSPLINE_F32;
  latspline_boundary boundary = LATSPLINE_BOUNDARY_MIRROR;
  double outside_value = 0;  ///< for the rule value
  latspline_content content = LATSPLINE_SAMPLES;
  WorldTransform world;
};

/// Numbers on the sites of a lattice: one array per Cartesian coset, all of equal padded extents. Immutable once made;
/// copies share the storage; safe to share among threads. The padding is filled by the boundary rule, so that a kernel
/// needs no checks. Values may be infinite or NaN.
class Volume {
 public:
  Volume() = default;
  /// `data` holds the values without padding: axis 0 fastest, then the other axes, the coset slowest (coset_count *
  /// product of extents values), converted to the volume's scalar. InputError for a wrong length, extents below 1,
  /// sizes that overflow or exceed memory, or a boundary rule that the lattice does not support (mirror needs
  /// axis_mirror for every axis).
  Volume(VolumeDescription description, std::span<const float> data);
  Volume(VolumeDescription description, std::span<const double> data);

  const VolumeDescription& description() const { return description_; }
  /// What a kernel reads. Valid as long as this volume or a copy lives.
  const latspline_volume& view() const { return view_; }
  std::size_t site_count() const;
  /// The value at D i + l_k; i within the padded extents.
  double at(std::uint32_t coset, std::span<const std::int64_t> i) const;
  /// The values without padding, in the order of the constructor's `data`.
  std::vector<double> values() const;
  /// The lattice coordinates of the site i of coset k: D i + l_k.
  void site(std::uint32_t coset, std::span<const std::int64_t> i, std::span<std::int64_t> n) const;

 private:
  VolumeDescription description_;
  latspline_volume view_{};
  std::shared_ptr<const void> storage_;
};

/// The padding that Volume gives each axis: enough for every fetch of a kernel whose point is inside [lower, upper].
/// Exposed for callers who lay out memory of their own: fills extent, stride, padding, top, wrap, lower, upper of
/// `view`. Returns the number of elements of the whole storage and, in `origin_element`, where the element i = 0 of
/// coset 0 lies in it. InputError if the size overflows 63 bits.
std::int64_t lay_out(const VolumeDescription& description, latspline_volume& view, std::int64_t& origin_element);

}  // namespace latspline
