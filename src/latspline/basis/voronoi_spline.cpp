#include "latspline/basis/voronoi_spline.h"

#include <set>

#include "latspline/base/error.h"
#include "latspline/lattice/voronoi_cell.h"

namespace latspline {

VoronoiSpline::VoronoiSpline(const Lattice& lattice, int order, const Matrix& metric)
    : order_(order), metric_(metric.rows() == 0 ? Matrix::identity(lattice.dimension()) : metric) {
  if (order < 1 || order > 6)
    throw InputError("Voronoi spline order " + std::to_string(order) + " is out of range; 1 to 6 are accepted");
  cell_ = voronoi_cell(lattice, metric_);
  relevant_sites_ = relevant_vectors(lattice, cell_);
  std::set<IntVector> normals;
  for (const HalfSpace& facet : cell_.facets()) normals.insert(primitive(facet.normal));
  facet_normals_.assign(normals.begin(), normals.end());
}

Rational VoronoiSpline::half_width(const Vector& functional) const {
  // The cell is symmetric about 0.
  return Rational(order_) * cell_.maximum(functional);
}

}  // namespace latspline
