#include "latspline/runtime/boundary.h"

#include <algorithm>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/coset_lookup.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/parallel.h"

namespace latspline {
namespace {

std::int64_t modulo(std::int64_t a, std::int64_t b) { return a - floor_divide(a, b) * b; }

}  // namespace

void check_boundary_supported(const VolumeDescription& description) {
  if (description.boundary != LATSPLINE_BOUNDARY_MIRROR) return;
  const LatticeShape& shape = description.shape;
  for (std::uint32_t j = 0; j < shape.dimension; ++j) {
    bool symmetric = (shape.axis_mirror >> j & 1) != 0;
    for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
      symmetric = symmetric && 2 * shape.offsets[k * shape.dimension + j] % shape.period[j] == 0;
    }
    if (!symmetric) {
      const std::string axis = std::to_string(j);
      throw InputError("boundary rule mirror: the lattice or its basis function is not symmetric under x_" + axis +
                       " -> -x_" + axis + "; accepted for this space: zero, clamp, periodic, value");
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
}

std::optional<std::int64_t> BoundaryExtension::source(std::uint32_t axis, std::uint32_t coset, std::int64_t i) const {
  const std::int64_t extent = extent_[axis];
  if (i >= 0 && i < extent) return i;
  switch (boundary_) {
    case LATSPLINE_BOUNDARY_ZERO:
    case LATSPLINE_BOUNDARY_VALUE:
      return std::nullopt;
    case LATSPLINE_BOUNDARY_CLAMP:
      return std::clamp(i, std::int64_t{0}, extent - 1);
    case LATSPLINE_BOUNDARY_PERIODIC:
      return modulo(i, extent);
    case LATSPLINE_BOUNDARY_MIRROR:
      break;
  }
  // Between the mirrors n = 0 and n = top. A single layer of sites continues as a constant.
  const std::int64_t top = top_[axis], offset = offsets_[coset * dimension_ + axis];
  if (top == 0) return 0;
  const std::int64_t n = modulo(period_[axis] * i + offset, 2 * top);
  return (std::min(n, 2 * top - n) - offset) / period_[axis];
}

template <class T>
void BoundaryExtension::fill(const latspline_volume& layout, T* origin, T constant) const {
  // Axis by axis: before the turn of axis j the axes below it are complete, with padding, and those above hold their
  // interior. Slices of all axes below j are then copied whole; the rows of the axes above j, and the cosets, are
  // independent.
  std::int64_t slice_begin = 0, slice_length = 1;  // elements of a slice, relative to its element i = 0
  for (std::uint32_t j = 0; j < dimension_; ++j) {
    const std::int64_t padding = layout.padding[j], extent = layout.extent[j];
    const auto outside = static_cast<std::size_t>(2 * padding);
    std::vector<std::optional<std::int64_t>> sources(coset_count_ * outside);
    for (std::uint32_t k = 0; k < coset_count_; ++k) {
      for (std::int64_t i = 0; i < 2 * padding; ++i) {
        sources[k * outside + static_cast<std::size_t>(i)] =
            source(j, k, i < padding ? i - padding : extent + i - padding);
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
          const std::optional<std::int64_t> from = sources[k * outside + static_cast<std::size_t>(i)];
          T* slices = origin + k * layout.coset_stride + above + slice_begin;
          if (from) {
            std::copy_n(slices + *from * layout.stride[j], slice_length, slices + index * layout.stride[j]);
          } else {
            std::fill_n(slices + index * layout.stride[j], slice_length, constant);
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
