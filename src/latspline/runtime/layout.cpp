#include "latspline/runtime/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/runtime/boundary.h"
#include "latspline/runtime/coset_lookup.h"
#include "latspline/runtime/text.h"

namespace latspline {
namespace {

/// A kernel's point may leave [lower, upper] of the exact rule by this much; the padding covers it.
constexpr double slack = 1e-3;

/// Lattice coordinates above 2^52 have no exact half in double precision.
constexpr std::int64_t largest_exact_coordinate = std::int64_t{1} << 52;

std::string axis_text(std::uint32_t axis) { return "axis " + std::to_string(axis); }

[[noreturn]] void throw_size_overflow(const VolumeDescription& description) {
  std::string extents;
  for (std::uint32_t j = 0; j < description.shape.dimension; ++j) {
    extents += (j ? " x " : "") + std::to_string(description.extent[j]);
  }
  throw InputError("volume of extents " + extents + " and " + std::to_string(description.shape.coset_count) +
                   " cosets: its padded size overflows 63 bits; accepted: smaller extents");
}

std::int64_t checked_product(std::int64_t a, std::int64_t b, const VolumeDescription& description) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw_size_overflow(description);
  return product;
}

}  // namespace

std::size_t scalar_size(latspline_scalar scalar) { return scalar == LATSPLINE_F64 ? sizeof(double) : sizeof(float); }

const char* boundary_name(latspline_boundary boundary) {
  switch (boundary) {
    case LATSPLINE_BOUNDARY_ZERO:
      return "zero";
    case LATSPLINE_BOUNDARY_CLAMP:
      return "clamp";
    case LATSPLINE_BOUNDARY_MIRROR:
      return "mirror";
    case LATSPLINE_BOUNDARY_PERIODIC:
      return "periodic";
    case LATSPLINE_BOUNDARY_VALUE:
      return "value";
  }
  return "unknown";
}

void check_shape(const LatticeShape& shape) {
  const std::uint32_t s = shape.dimension;
  if (s < 1 || s > LATSPLINE_MAX_DIMENSION) {
    throw InputError("lattice shape: dimension " + std::to_string(s) + "; accepted: 1 to " +
                     std::to_string(LATSPLINE_MAX_DIMENSION));
  }
  if (shape.coset_count < 1) throw InputError("lattice shape: 0 cosets; accepted: at least 1");
  if (shape.offsets.size() != std::size_t{shape.coset_count} * s) {
    throw InputError("lattice shape: " + std::to_string(shape.offsets.size()) + " coset offset entries; accepted: " +
                     std::to_string(std::size_t{shape.coset_count} * s) + " (cosets x dimension)");
  }
  for (std::uint32_t j = 0; j < s; ++j) {
    if (shape.period[j] < 1 || shape.period[j] > largest_exact_coordinate) {
      throw InputError("lattice shape: period " + std::to_string(shape.period[j]) + " on " + axis_text(j) +
                       "; accepted: 1 to 2^52");
    }
    if (!(shape.reach[j] > 0) || !(shape.reach[j] <= 1e9)) {
      throw InputError("lattice shape: reach " + number_text(shape.reach[j]) + " on " + axis_text(j) +
                       "; accepted: a positive number up to 1e9");
    }
  }
  std::set<std::vector<std::int64_t>> seen;
  for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
    const std::vector<std::int64_t> offset(shape.offsets.begin() + k * s, shape.offsets.begin() + (k + 1) * s);
    for (std::uint32_t j = 0; j < s; ++j) {
      if (offset[j] < 0 || offset[j] >= shape.period[j] || (k == 0 && offset[j] != 0)) {
        throw InputError("lattice shape: offset " + std::to_string(offset[j]) + " of coset " + std::to_string(k) +
                         " on " + axis_text(j) +
                         "; accepted: " + (k == 0 ? "0" : "0 to " + std::to_string(shape.period[j] - 1)));
      }
    }
    if (!seen.insert(offset).second) {
      throw InputError("lattice shape: coset " + std::to_string(k) +
                       " repeats the offset of another; accepted: distinct offsets");
    }
  }
  const CosetLookup lookup(shape);
  std::vector<std::int64_t> negated(s);
  StoredSite image;
  for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
    for (std::uint32_t j = 0; j < s; ++j) negated[j] = -shape.offsets[k * s + j];
    if (!lookup.find(negated, image)) {
      throw InputError("lattice shape: the negative of coset " + std::to_string(k) +
                       " is missing; accepted: the cosets of a lattice (closed under sums and differences)");
    }
  }
}

void check_description(const VolumeDescription& description) {
  check_shape(description.shape);
  for (std::uint32_t j = 0; j < description.shape.dimension; ++j) {
    if (description.extent[j] < 1) {
      throw InputError("volume: extent " + std::to_string(description.extent[j]) + " on " + axis_text(j) +
                       "; accepted: at least 1");
    }
  }
  if (description.scalar != LATSPLINE_F32 && description.scalar != LATSPLINE_F64) {
    throw InputError("volume: scalar " + std::to_string(static_cast<int>(description.scalar)) +
                     "; accepted: f32 (1), f64 (2)");
  }
  if (description.boundary < LATSPLINE_BOUNDARY_ZERO || description.boundary > LATSPLINE_BOUNDARY_VALUE) {
    throw InputError("volume: boundary rule " + std::to_string(static_cast<int>(description.boundary)) +
                     "; accepted: zero (1), clamp (2), mirror (3), periodic (4), value (5)");
  }
  if (description.content != LATSPLINE_SAMPLES && description.content != LATSPLINE_COEFFICIENTS) {
    throw InputError("volume: content " + std::to_string(static_cast<int>(description.content)) +
                     "; accepted: samples (1), coefficients (2)");
  }
  if (description.boundary == LATSPLINE_BOUNDARY_VALUE) {
    const double largest = description.scalar == LATSPLINE_F32 ? double{std::numeric_limits<float>::max()}
                                                               : std::numeric_limits<double>::max();
    if (!(std::abs(description.outside_value) <= largest)) {
      throw InputError("volume: outside value " + number_text(description.outside_value) +
                       "; accepted: a finite number within the volume's scalar");
    }
  }
}

std::int64_t largest_coordinate(const VolumeDescription& description, std::uint32_t axis) {
  const LatticeShape& shape = description.shape;
  std::int64_t largest_offset = 0;
  for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
    largest_offset = std::max(largest_offset, shape.offsets[k * shape.dimension + axis]);
  }
  std::int64_t top = 0;
  if (__builtin_mul_overflow(description.extent[axis] - 1, shape.period[axis], &top) ||
      __builtin_add_overflow(top, largest_offset, &top) || top > largest_exact_coordinate) {
    throw InputError("volume: extent " + std::to_string(description.extent[axis]) + " on " + axis_text(axis) +
                     ": its largest lattice coordinate exceeds 2^52; accepted: smaller extents");
  }
  return top;
}

std::int64_t lay_out(const VolumeDescription& description, latspline_volume& view, std::int64_t& origin_element) {
  check_description(description);
  check_boundary_supported(description);
  const LatticeShape& shape = description.shape;
  const auto element = static_cast<std::int64_t>(scalar_size(description.scalar));
  const auto line = static_cast<std::int64_t>(storage_alignment) / element;
  // Rows and cosets start on cache lines, but not on a common multiple of 4096 bytes, where they would share cache
  // sets.
  const auto aligned = [&](std::int64_t elements) {
    std::int64_t padded = 0;
    if (__builtin_add_overflow(elements, 2 * line, &padded)) throw_size_overflow(description);
    padded = (elements + line - 1) / line * line;
    return padded * element % 4096 == 0 ? padded + line : padded;
  };

  std::int64_t stride = 1;
  origin_element = 0;
  for (std::uint32_t j = 0; j < shape.dimension; ++j) {
    const auto top = static_cast<double>(largest_coordinate(description, j));
    const auto period = static_cast<double>(shape.period[j]);
    const double reach = shape.reach[j];
    double lower = 0, upper = top, wrap = 0;
    switch (description.boundary) {
      case LATSPLINE_BOUNDARY_ZERO:
      case LATSPLINE_BOUNDARY_VALUE:
        lower = -reach;
        upper = top + reach;
        break;
      case LATSPLINE_BOUNDARY_CLAMP:
        lower = -reach - period;
        upper = top + reach + period;
        wrap = period;
        break;
      case LATSPLINE_BOUNDARY_MIRROR:
        upper = top;
        wrap = 2 * top;
        break;
      case LATSPLINE_BOUNDARY_PERIODIC:
        upper = wrap = period * static_cast<double>(description.extent[j]);
        break;
    }
    lower -= slack;
    upper += slack;
    view.top[j] = top;
    view.wrap[j] = wrap;
    view.lower[j] = lower;
    view.upper[j] = upper;

    // Sites n with lower - (reach + 1) <= n_j <= upper + (reach + 1) may be fetched; i_j = (n_j - l_kj) / period.
    const double largest_offset = top - period * static_cast<double>(description.extent[j] - 1);
    const double first = std::ceil((lower - (reach + 1) - largest_offset) / period);
    const double last = std::floor((upper + (reach + 1)) / period);
    const auto before = static_cast<std::int64_t>(-first);
    const auto after = static_cast<std::int64_t>(last) - (description.extent[j] - 1);
    view.extent[j] = description.extent[j];
    view.padding[j] = std::max({before, after, std::int64_t{0}});

    view.stride[j] = stride;
    origin_element += stride * view.padding[j];
    stride = checked_product(stride, description.extent[j] + 2 * view.padding[j], description);
    if (j == 0) stride = aligned(stride);
  }
  view.coset_stride = aligned(stride);
  const std::int64_t total = checked_product(view.coset_stride, shape.coset_count, description);
  checked_product(total, element, description);
  for (std::uint32_t j = shape.dimension; j < LATSPLINE_MAX_DIMENSION; ++j) {
    view.stride[j] = view.extent[j] = view.padding[j] = 0;
    view.top[j] = view.wrap[j] = view.lower[j] = view.upper[j] = 0;
  }
  return total;
}

}  // namespace latspline
