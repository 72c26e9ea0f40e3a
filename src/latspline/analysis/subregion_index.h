#pragma once

#include <cstdint>
#include <vector>

#include "latspline/exact/polytope.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// Adds `weight` to the sub-region index where <normal, y> >= offset.
struct IndexPlane {
  Vector normal;
  Rational offset;
  std::int64_t weight = 1;
  bool operator==(const IndexPlane&) const = default;
};

/// y lies in reference sub-region table[(sum of weights of the planes with <normal, y> >= offset) mod modulus].
/// Without planes the table has the one entry 0.
struct SubregionIndex {
  std::vector<IndexPlane> planes;
  std::int64_t modulus = 1;
  std::vector<std::int32_t> table;  ///< -1 where no sub-region has this index
  bool operator==(const SubregionIndex&) const = default;
};

/// An index of the pieces of a polytope cut by planes: every point of a piece, its boundary included, leads to the label of a piece that
/// contains it. Planes that no two labels need are dropped; parallel planes share one weight, so that the sum counts slabs; the modulus is the least that
/// keeps the labels apart. planes[i] with equal normals stand side by side; labels[i] belongs to pieces[i].
SubregionIndex subregion_index(const std::vector<Hyperplane>& planes, const std::vector<Polytope>& pieces,
                               const std::vector<std::int32_t>& labels);

/// The entry of the table for y (-1 where there is none).
std::int32_t lookup(const SubregionIndex& index, const Vector& y);

}  // namespace latspline
