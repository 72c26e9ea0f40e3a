#include "latspline/runtime/boundary.h"

#include <algorithm>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/parallel.h"

namespace latspline {
namespace {

std::int64_t modulo(std::int64_t a, std::int64_t b) { return a - floor_divide(a, b) * b; }

constexpr const char* other_rules = "; accepted for this lattice: zero, clamp, periodic, value";

}  // namespace

void check_boundary_supported(const VolumeDescription& description) {
  if (description.boundary != LATSPLINE_BOUNDARY_MIRROR) return;
  const LatticeShape& shape = description.shape;
  for (std::uint32_t j = 0; j < shape.dimension; ++j) {
    if (!(shape.axis_mirror >> j & 1)) {
      throw InputError("boundary rule mirror: the lattice and its basis function are not symmetric under x_" + std::to_string(j) +
                       " -> -x_" + std::to_string(j) + other_rules);
    }
    const std::int64_t top = largest_coordinate(description, j);
    if (2 * top % shape.period[j] != 0) {
      throw InputError("boundary rule mirror: reflecting axis " + std::to_string(j) + " about its last site, n_" + std::to_string(j) +
                       " = " + std::to_string(top) + ", does not map the lattice (period " + std::to_string(shape.period[j]) +
                       ") to itself" + other_rules);
    }
  }
}

BoundaryExtension::BoundaryExtension(const VolumeDescription& description)
    : dimension_(description.shape.dimension),
      coset_count_(description.shape.coset_count),
      boundary_(description.boundary),
      extent_(description.extent),
      period_(description.shape.period),
      offsets_(description.shape.offsets) {
  check_boundary_supported(description);
  for (std::uint32_t j = 0; j < dimension_; ++j) top_[j] = largest_coordinate(description, j);
  if (boundary_ != LATSPLINE_BOUNDARY_MIRROR) return;
  const CosetLookup lookup(description.shape);
  mirrored_coset_.resize(std::size_t{dimension_} * coset_count_);
  for (std::uint32_t j = 0; j < dimension_; ++j) {
    for (std::uint32_t k = 0; k < coset_count_; ++k) {
      std::vector<std::int64_t> image(offsets_.begin() + k * dimension_, offsets_.begin() + (k + 1) * dimension_);
      image[j] = -image[j];
      StoredSite site;
      if (!lookup.find(image, site)) {
        throw InputError("boundary rule mirror: reflecting axis " + std::to_string(j) + " maps coset " + std::to_string(k) +
                         " off the lattice" + other_rules);
      }
      mirrored_coset_[j * coset_count_ + k] = site.coset;
    }
  }
}

BoundaryExtension::Source BoundaryExtension::along(std::uint32_t axis, std::uint32_t coset, std::int64_t i) const {
  const std::int64_t extent = extent_[axis];
  if (i >= 0 && i < extent) return {false, coset, i};
  switch (boundary_) {
    case LATSPLINE_BOUNDARY_ZERO:
    case LATSPLINE_BOUNDARY_VALUE: return {true, coset, 0};
    case LATSPLINE_BOUNDARY_CLAMP: return {false, coset, std::clamp(i, std::int64_t{0}, extent - 1)};
    case LATSPLINE_BOUNDARY_PERIODIC: return {false, coset, modulo(i, extent)};
    case LATSPLINE_BOUNDARY_MIRROR: break;
  }
  // Between the mirrors n = 0 and n = top. A single layer of sites continues with the lattice's own period.
  const std::int64_t top = top_[axis];
  if (top == 0) return {false, coset, 0};
  std::int64_t n = modulo(period_[axis] * i + offsets_[coset * dimension_ + axis], 2 * top);
  if (n > top) {
    n = 2 * top - n;
    coset = mirrored_coset_[axis * coset_count_ + coset];
  }
  return {false, coset, (n - offsets_[coset * dimension_ + axis]) / period_[axis]};
}

bool BoundaryExtension::find(std::uint32_t coset, std::span<const std::int64_t> i, StoredSite& site) const {
  site.coset = coset;
  for (std::uint32_t j = 0; j < dimension_; ++j) {
    const Source source = along(j, site.coset, i[j]);
    if (source.constant) return false;
    site.coset = source.coset;
    site.index[j] = source.index;
  }
  return true;
}

template <class T>
void BoundaryExtension::fill(const latspline_volume& layout, T* origin, T constant) const {
  // Axis by axis: before the turn of axis j the axes below it are complete, with padding, and those above hold their interior. Slices of all
  // axes below j are then copied whole; the rows of the axes above j, and the cosets, are independent.
  std::int64_t slice_begin = 0, slice_length = 1;  // elements of a slice, relative to its element i = 0
  for (std::uint32_t j = 0; j < dimension_; ++j) {
    const std::int64_t padding = layout.padding[j], extent = layout.extent[j];
    const auto outside = static_cast<std::size_t>(2 * padding);
    std::vector<Source> sources(coset_count_ * outside);
    for (std::uint32_t k = 0; k < coset_count_; ++k) {
      for (std::int64_t i = 0; i < 2 * padding; ++i) {
        sources[k * outside + static_cast<std::size_t>(i)] = along(j, k, i < padding ? i - padding : extent + i - padding);
      }
    }
    std::size_t upper_count = 1;
    for (std::uint32_t a = j + 1; a < dimension_; ++a) upper_count *= static_cast<std::size_t>(extent_[a]);
    const auto copy_slices = [&](std::size_t begin, std::size_t end) {
      for (std::size_t job = begin; job < end; ++job) {
        const auto k = static_cast<std::uint32_t>(job / upper_count);
        std::int64_t above = 0;
        std::size_t rest = job % upper_count;
        for (std::uint32_t a = j + 1; a < dimension_; ++a) {
          above += static_cast<std::int64_t>(rest % static_cast<std::size_t>(extent_[a])) * layout.stride[a];
          rest /= static_cast<std::size_t>(extent_[a]);
        }
        for (std::int64_t i = 0; i < 2 * padding; ++i) {
          const std::int64_t index = i < padding ? i - padding : extent + i - padding;
          const Source& source = sources[k * outside + static_cast<std::size_t>(i)];
          T* target = origin + k * layout.coset_stride + above + index * layout.stride[j] + slice_begin;
          if (source.constant) {
            std::fill_n(target, slice_length, constant);
          } else {
            const T* from = origin + source.coset * layout.coset_stride + above + source.index * layout.stride[j] + slice_begin;
            std::copy_n(from, slice_length, target);
          }
        }
      }
    };
    const std::size_t elements = static_cast<std::size_t>(slice_length) * std::max<std::size_t>(outside, 1);
    parallel_blocks(coset_count_ * upper_count, std::max<std::size_t>(1, 16384 / elements), copy_slices);
    slice_begin = j == 0 ? -padding : slice_begin - padding * layout.stride[j];
    slice_length = j == 0 ? extent + 2 * padding : slice_length + (extent + 2 * padding - 1) * layout.stride[j];
  }
}

template void BoundaryExtension::fill(const latspline_volume&, float*, float) const;
template void BoundaryExtension::fill(const latspline_volume&, double*, double) const;

}  // namespace latspline
