#pragma once

#include <vector>

#include "latspline/exact/polytope.h"
#include "latspline/lattice/lattice.h"

namespace latspline {

/// The Voronoi cell of the lattice at 0: the points nearer to 0 than to any other site, with exact vertices and facets, in the
/// metric x^T metric y (the Euclidean one if `metric` is empty). Dimensions 1 to 4; UnsupportedError above. The result is
/// proved by its volume, which must be det L.
Polytope voronoi_cell(const Lattice& lattice, const Matrix& metric = {});

/// A site nearest to x in the Euclidean metric; of several equally near ones the lexicographically greatest. The search is exact.
IntVector nearest_site(const Lattice& lattice, const Vector& x);

/// The Voronoi-relevant vectors: the sites whose bisector with 0 carries a facet of the cell.
std::vector<IntVector> relevant_vectors(const Lattice& lattice, const Polytope& cell);

}  // namespace latspline
