#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "latspline/runtime/volume.h"
#include "tools/io/lattice_data.h"

namespace latspline::tools {

/// A box in the world: orthonormal axes (the columns of the row-major matrix `axes`), the lengths along them, the
/// middle.
struct WorldBox {
  std::uint32_t dimension = 0;
  std::vector<double> axes;
  std::vector<double> length;
  std::vector<double> middle;
};

/// The box that the samples stand for, each for its own cell: n samples at a distance h span n h. The axes are those of
/// the data (made orthogonal one by one where they are not, and then the box is the smallest that holds the data).
WorldBox box_of(const LatticeData& data);

/// Where the sites of a lattice stand in the world, and how many.
struct LatticePlacement {
  std::vector<std::int64_t> extent;  ///< sites of one coset along each axis
  WorldTransform world;              ///< unit * axes * frame, and the origin
  double unit = 1;                   ///< world length of one lattice coordinate
  double edge = 1;                   ///< edge of the cube that holds one site
  std::size_t samples = 0;
};

/// How dense: either the number of samples wanted, met to within a per cent unless the box has very few, or the edge of
/// the cube that holds one site.
struct Density {
  std::size_t samples = 0;  ///< used if edge is 0
  double edge = 0;
};

/// Places the lattice in the middle of the box with the same unit along all axes, so that its cells fill the box as
/// closely as whole numbers of D-steps can. `frame`: the map from lattice coordinates to Euclidean space, s x s
/// row-major; where it is not the identity, the cells fill the smallest box in lattice coordinates that holds the world
/// box. InputError for a density out of range.
LatticePlacement place_lattice(const WorldBox& box, const LatticeShape& shape, std::span<const double> frame,
                               const Density& density);

}  // namespace latspline::tools
