#pragma once

#include <cstdint>
#include <vector>

#include "latspline/analysis/knot_planes.h"
#include "latspline/exact/polytope.h"

namespace latspline {

/// A class of cells of the knot planes under the symmetry group and the lattice's translations.
struct CellClass {
  Polytope cell;      ///< one of them
  std::int64_t orbit = 0;  ///< how many cells modulo the lattice the class has
};

/// The cells into which all knot planes cut space, one of each class. A cell is one slab per normal; the search crosses facets by
/// changing one slab and names a class by the least image of a cell's vertex average. UnsupportedError if there are more than `limit` classes.
std::vector<CellClass> cell_classes(const SplineSpace& space, const std::vector<Matrix>& group,
                                    const std::vector<KnotPlanes>& knot_planes, std::size_t limit = 100000);

}  // namespace latspline
