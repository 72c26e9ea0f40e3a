#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "latspline/abi/kernel_abi.h"
#include "latspline/runtime/volume.h"

namespace latspline::tools {

/// Numbers as a file holds them: float where that is exact, double otherwise (64-bit integers round to double).
using Values = std::variant<std::vector<float>, std::vector<double>>;
std::size_t value_count(const Values& values);
double value_at(const Values& values, std::size_t index);

/// What a file says of numbers on the sites D i + l_k, D = diag(period), 0 <= i_j < extent[j]: a regular image (period
/// 1, the one offset 0) or a lattice volume. It knows nothing of a basis function; see to_volume.
struct LatticeData {
  std::string source;                 ///< the path, for messages
  std::uint32_t dimension = 0;        ///< s
  std::vector<std::int64_t> period;   ///< s
  std::vector<std::int64_t> offsets;  ///< cosets x s, the first is 0
  std::vector<std::int64_t> extent;   ///< s
  Values values;                      ///< axis 0 fastest, the coset slowest
  latspline_content content = LATSPLINE_SAMPLES;
  std::optional<latspline_boundary> boundary;  ///< the rule the coefficients were made for
  double outside_value = 0;
  std::string lattice;  ///< catalogue name or matrix; empty for a plain image
  std::string space;    ///< spec name; empty if the file names none
  std::uint64_t space_identity = 0;
  WorldTransform world;     ///< lattice coordinates to world coordinates
  std::string world_space;  ///< NRRD's name of the world axes, e.g. "right-anterior-superior"; may be empty

  std::size_t coset_count() const { return dimension == 0 ? 0 : offsets.size() / dimension; }
};

/// InputError that names the first value which is NaN or infinite, if any.
void require_finite(const LatticeData& data);

/// The volume of `data` for a spline space of this shape. The rule and the outside value are those that the kernel will
/// want. InputError if the lattices differ, or if `data` holds coefficients of another space or another rule.
Volume to_volume(const LatticeData& data, const LatticeShape& shape, latspline_scalar scalar,
                 latspline_boundary boundary, double outside_value);

/// Checks products of sizes: the number of values, or InputError naming `source` if an extent is below 1 or the bytes
/// exceed 63 bits.
std::size_t checked_count(const std::string& source, std::span<const std::int64_t> sizes, std::size_t bytes_per_value);

std::string boundary_name(latspline_boundary boundary);
/// InputError listing the accepted words.
latspline_boundary boundary_from_name(const std::string& name);

}  // namespace latspline::tools
