#pragma once

#include <cstddef>
#include <cstdint>

#include "latspline/runtime/volume.h"

namespace latspline {

/// Bytes that the storage of a volume, and each of its rows, is aligned to.
inline constexpr std::size_t storage_alignment = 64;

/// InputError naming the first entry of the shape that cannot be: dimension, coset count, periods, offsets (distinct,
/// in [0, period), the first 0, closed under negation modulo the periods), reach.
void check_shape(const LatticeShape& shape);

/// InputError naming the first entry that cannot be: the shape, extents below 1, unknown scalar, rule or content, an
/// outside value that is not finite.
void check_description(const VolumeDescription& description);

/// The largest n_j of a stored site: period (extent - 1) + max_k l_kj.
std::int64_t largest_coordinate(const VolumeDescription& description, std::uint32_t axis);

std::size_t scalar_size(latspline_scalar scalar);

const char* boundary_name(latspline_boundary boundary);

}  // namespace latspline
