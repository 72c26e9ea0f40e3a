#include "latspline/runtime/volume.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/boundary.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/parallel.h"
#include "latspline/runtime/text.h"

namespace latspline {
namespace {

constexpr std::size_t values_per_block = 16384;

/// Aligned and uninitialised. A large volume is asked for on pages of 2 MiB, where the system has them: neighbours along the last axis are then seldom on a page that the
/// processor has to look up. The request is advice, and may fail.
std::shared_ptr<void> allocate(std::size_t bytes) {
#ifdef __linux__
  constexpr std::size_t page = std::size_t{1} << 21;
  if (bytes >= 2 * page) {
    const std::size_t whole = (bytes + page - 1) / page * page;
    if (void* memory = std::aligned_alloc(page, whole)) {
      madvise(memory, whole, MADV_HUGEPAGE);
      return {memory, [](void* p) { std::free(p); }};
    }
  }
#endif
  void* memory = ::operator new(bytes, std::align_val_t{storage_alignment}, std::nothrow);
  if (!memory) {
    throw InputError("volume: cannot allocate " + std::to_string(bytes) +
                     " bytes; accepted: a volume that fits in memory");
  }
  return {memory, [](void* p) { ::operator delete(p, std::align_val_t{storage_alignment}); }};
}

/// Rows along axis 0: their number over all cosets, and where row `row` (axis 1 fastest, coset slowest) begins.
std::size_t row_count(const latspline_volume& view) {
  std::size_t rows = view.coset_count;
  for (std::uint32_t j = 1; j < view.dimension; ++j) rows *= static_cast<std::size_t>(view.extent[j]);
  return rows;
}

std::int64_t row_offset(const latspline_volume& view, std::size_t row) {
  std::int64_t offset = 0;
  for (std::uint32_t j = 1; j < view.dimension; ++j) {
    const auto extent = static_cast<std::size_t>(view.extent[j]);
    offset += static_cast<std::int64_t>(row % extent) * view.stride[j];
    row /= extent;
  }
  return offset + static_cast<std::int64_t>(row) * view.coset_stride;
}

template <class T, class U>
void store(const VolumeDescription& description, const latspline_volume& view, T* origin, std::span<const U> data) {
  const auto length = static_cast<std::size_t>(view.extent[0]);
  parallel_blocks(row_count(view), std::max<std::size_t>(1, values_per_block / length),
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row) {
                      T* target = origin + row_offset(view, row);
                      const U* source = data.data() + row * length;
                      for (std::size_t i = 0; i < length; ++i) {
                        if constexpr (sizeof(T) < sizeof(U)) {
                          if (std::isfinite(source[i]) && !(std::abs(source[i]) <= U{std::numeric_limits<T>::max()})) {
                            throw InputError("volume: value " + number_text(double{source[i]}) + " at position " +
                                             std::to_string(row * length + i) +
                                             " exceeds the scalar f32; accepted: the scalar f64");
                          }
                        }
                        target[i] = static_cast<T>(source[i]);
                      }
                    }
                  });
  const double outside = description.boundary == LATSPLINE_BOUNDARY_VALUE ? description.outside_value : 0;
  BoundaryExtension(description).fill(view, origin, static_cast<T>(outside));
}

template <class U>
std::shared_ptr<const void> make_storage(const VolumeDescription& description, latspline_volume& view,
                                         std::span<const U> data) {
  std::int64_t origin_element = 0;
  const std::int64_t total = lay_out(description, view, origin_element);
  view.abi_version = LATSPLINE_ABI_VERSION;
  view.dimension = description.shape.dimension;
  view.coset_count = description.shape.coset_count;
  view.scalar = description.scalar;
  view.boundary = description.boundary;
  view.content = description.content;
  view.space = description.shape.space;
  view.outside_value = description.boundary == LATSPLINE_BOUNDARY_VALUE ? description.outside_value : 0;
  std::size_t sites = view.coset_count;  // no overflow: less than the padded size
  for (std::uint32_t j = 0; j < view.dimension; ++j) sites *= static_cast<std::size_t>(view.extent[j]);
  if (data.size() != sites) {
    throw InputError("volume: " + std::to_string(data.size()) + " values given; accepted: " + std::to_string(sites) +
                     " (cosets x product of extents)");
  }
  description.world.inverse(description.shape.dimension);
  std::shared_ptr<void> storage = allocate(static_cast<std::size_t>(total) * scalar_size(description.scalar));
  switch (description.scalar) {
    case LATSPLINE_F32: {
      float* origin = static_cast<float*>(storage.get()) + origin_element;
      store(description, view, origin, data);
      view.coefficients = origin;
      break;
    }
    case LATSPLINE_F64: {
      double* origin = static_cast<double*>(storage.get()) + origin_element;
      store(description, view, origin, data);
      view.coefficients = origin;
      break;
    }
  }
  return storage;
}

VolumeDescription with_world(VolumeDescription description) {
  const auto& matrix = description.world.matrix;
  const bool unset = std::all_of(matrix.begin(), matrix.end(), [](double entry) { return entry == 0; });
  if (unset && description.shape.dimension <= LATSPLINE_MAX_DIMENSION) {
    const auto origin = description.world.origin;
    description.world = WorldTransform::identity(description.shape.dimension);
    description.world.origin = origin;
  }
  return description;
}

}  // namespace

Volume::Volume(VolumeDescription description, std::span<const float> data)
    : description_(with_world(std::move(description))), storage_(make_storage(description_, view_, data)) {}

Volume::Volume(VolumeDescription description, std::span<const double> data)
    : description_(with_world(std::move(description))), storage_(make_storage(description_, view_, data)) {}

std::size_t Volume::site_count() const {
  if (!storage_) return 0;
  return row_count(view_) * static_cast<std::size_t>(view_.extent[0]);
}

double Volume::at(std::uint32_t coset, std::span<const std::int64_t> i) const {
  bool inside = i.size() == view_.dimension && coset < view_.coset_count;
  std::int64_t offset = coset * view_.coset_stride;
  for (std::uint32_t j = 0; inside && j < view_.dimension; ++j) {
    inside = i[j] >= -view_.padding[j] && i[j] < view_.extent[j] + view_.padding[j];
    offset += i[j] * view_.stride[j];
  }
  if (!inside)
    throw InputError(
        "volume: no such site; accepted: a coset below coset_count and an index within the padded extents");
  return view_.scalar == LATSPLINE_F64 ? static_cast<const double*>(view_.coefficients)[offset]
                                       : double{static_cast<const float*>(view_.coefficients)[offset]};
}

std::vector<double> Volume::values() const {
  std::vector<double> result(site_count());
  if (result.empty()) return result;
  const auto length = static_cast<std::size_t>(view_.extent[0]);
  parallel_blocks(row_count(view_), std::max<std::size_t>(1, values_per_block / length),
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row) {
                      const std::int64_t offset = row_offset(view_, row);
                      double* target = result.data() + row * length;
                      if (view_.scalar == LATSPLINE_F64) {
                        std::copy_n(static_cast<const double*>(view_.coefficients) + offset, length, target);
                      } else {
                        std::copy_n(static_cast<const float*>(view_.coefficients) + offset, length, target);
                      }
                    }
                  });
  return result;
}

void Volume::site(std::uint32_t coset, std::span<const std::int64_t> i, std::span<std::int64_t> n) const {
  const LatticeShape& shape = description_.shape;
  if (coset >= shape.coset_count || i.size() != shape.dimension || n.size() != shape.dimension) {
    throw InputError("volume: no such site; accepted: a coset below coset_count and " +
                     std::to_string(shape.dimension) + " indices");
  }
  for (std::uint32_t j = 0; j < shape.dimension; ++j) {
    n[j] = shape.period[j] * i[j] + shape.offsets[coset * shape.dimension + j];
  }
}

}  // namespace latspline
