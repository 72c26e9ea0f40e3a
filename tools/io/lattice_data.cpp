#include "tools/io/lattice_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "latspline/base/error.h"
#include "latspline/base/hash.h"

namespace latspline::tools {
namespace {

struct BoundaryName {
  latspline_boundary boundary;
  const char* name;
};
constexpr BoundaryName boundary_names[] = {{LATSPLINE_BOUNDARY_ZERO, "zero"},
                                           {LATSPLINE_BOUNDARY_CLAMP, "clamp"},
                                           {LATSPLINE_BOUNDARY_MIRROR, "mirror"},
                                           {LATSPLINE_BOUNDARY_PERIODIC, "periodic"},
                                           {LATSPLINE_BOUNDARY_VALUE, "value"}};

std::string join(std::span<const std::int64_t> numbers) {
  std::string text;
  for (const auto number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

void require_same_lattice(const LatticeData& data, const LatticeShape& shape) {
  const std::span<const std::int64_t> period(shape.period.data(), shape.dimension);
  if (data.dimension != shape.dimension) {
    throw InputError("'" + data.source + "' has dimension " + std::to_string(data.dimension) +
                     "; the spline space has dimension " + std::to_string(shape.dimension));
  }
  if (!std::ranges::equal(data.period, period) || data.offsets != shape.offsets) {
    const std::string name =
        data.lattice.empty() ? "a regular image (period " : "on the lattice '" + data.lattice + "' (period ";
    throw InputError("'" + data.source + "' is " + name + join(data.period) + ", coset offsets " + join(data.offsets) +
                     "); the spline space stands on another lattice (period " + join(period) + ", coset offsets " +
                     join(shape.offsets) + "); use 'latspline resample' to move data to another lattice");
  }
}

}  // namespace

std::size_t value_count(const Values& values) {
  return std::visit([](const auto& array) { return array.size(); }, values);
}

double value_at(const Values& values, std::size_t index) {
  return std::visit([index](const auto& array) { return static_cast<double>(array[index]); }, values);
}

void require_finite(const LatticeData& data) {
  const auto check = [&data](const auto& array) {
    const auto bad = std::ranges::find_if(array, [](auto value) { return !std::isfinite(value); });
    if (bad == array.end()) return;
    const auto count = std::ranges::count_if(array, [](auto value) { return !std::isfinite(value); });
    auto rest = static_cast<std::int64_t>(bad - array.begin());
    std::string place;
    for (const auto extent : data.extent) {
      place += (place.empty() ? "" : ", ") + std::to_string(rest % extent);
      rest /= extent;
    }
    throw InputError("'" + data.source + "': " + std::to_string(count) +
                     " values are NaN or infinite, the first at index (" + place +
                     "); accepted: finite values only, because a prefilter spreads every value");
  };
  std::visit(check, data.values);
}

Volume to_volume(const LatticeData& data, const LatticeShape& shape, latspline_scalar scalar,
                 latspline_boundary boundary, double outside_value) {
  require_same_lattice(data, shape);
  if (data.content == LATSPLINE_COEFFICIENTS) {
    if (data.space_identity != shape.space) {
      throw InputError("'" + data.source + "' holds coefficients of the space '" + data.space + "' (" +
                       hex64(data.space_identity) + "), not of the space asked for (" + hex64(shape.space) +
                       "); accepted: its own space, or samples");
    }
    if (data.boundary && *data.boundary != boundary) {
      throw InputError("'" + data.source + "' holds coefficients for the boundary rule '" +
                       boundary_name(*data.boundary) + "', the kernel is for '" + boundary_name(boundary) +
                       "'; accepted: --boundary " + boundary_name(*data.boundary));
    }
    if (boundary == LATSPLINE_BOUNDARY_VALUE && data.outside_value != outside_value) {
      throw InputError("'" + data.source + "' holds coefficients for the outside value " +
                       std::to_string(data.outside_value) + ", asked for is " + std::to_string(outside_value));
    }
  }
  VolumeDescription description;
  description.shape = shape;
  std::ranges::copy(data.extent, description.extent.begin());
  description.scalar = scalar;
  description.boundary = boundary;
  description.outside_value = outside_value;
  description.content = data.content;
  description.world = data.world;
  return std::visit([&](const auto& array) { return Volume(description, std::span(array)); }, data.values);
}

std::size_t checked_count(const std::string& source, std::span<const std::int64_t> sizes, std::size_t bytes_per_value) {
  std::int64_t count = 1;
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    if (sizes[j] < 1) {
      throw InputError("'" + source + "': the size of axis " + std::to_string(j) + " is " + std::to_string(sizes[j]) +
                       "; accepted: 1 or more");
    }
    if (__builtin_mul_overflow(count, sizes[j], &count)) {
      throw InputError("'" + source + "': the sizes " + join(sizes) +
                       " overflow; accepted: fewer than 2^63 bytes in all");
    }
  }
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(count, static_cast<std::int64_t>(bytes_per_value), &bytes)) {
    throw InputError("'" + source + "': the sizes " + join(sizes) +
                     " overflow; accepted: fewer than 2^63 bytes in all");
  }
  return static_cast<std::size_t>(count);
}

std::string boundary_name(latspline_boundary boundary) {
  for (const auto& entry : boundary_names) {
    if (entry.boundary == boundary) return entry.name;
  }
  return "unknown (" + std::to_string(static_cast<int>(boundary)) + ")";
}

latspline_boundary boundary_from_name(const std::string& name) {
  for (const auto& entry : boundary_names) {
    if (name == entry.name) return entry.boundary;
  }
  throw InputError("boundary rule '" + name + "' is unknown; accepted: zero, clamp, mirror, periodic, value");
}

}  // namespace latspline::tools
