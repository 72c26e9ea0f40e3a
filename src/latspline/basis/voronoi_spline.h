#pragma once

#include <vector>

#include "latspline/exact/polytope.h"
#include "latspline/lattice/lattice.h"

namespace latspline {

/// The Voronoi spline of order k: the k-fold convolution of the indicator of the lattice's Voronoi cell, scaled so that its lattice shifts sum to 1. A value
/// type. Source: Van De Ville, Blu, Unser, Philips, Lemahieu, Van de Walle, "Hex-splines", 2004; Mirzargar, Entezari, "Voronoi splines", 2010.
class VoronoiSpline {
 public:
  /// `metric`: the cell is that of x^T metric y (Euclidean if empty). InputError for an order outside 1 to 6; UnsupportedError as voronoi_cell.
  VoronoiSpline(const Lattice& lattice, int order, const Matrix& metric = {});

  int dimension() const { return cell_.dimension(); }
  int order() const { return order_; }
  const Polytope& cell() const { return cell_; }
  const Matrix& metric() const { return metric_; }
  /// s (k - 1).
  int degree() const { return dimension() * (order_ - 1); }
  /// C^(k-2); -1 and below: discontinuous.
  int continuity() const { return order_ - 2; }
  /// Primitive normals of the support's facets, first nonzero entry positive.
  const std::vector<IntVector>& facet_normals() const { return facet_normals_; }
  /// The sites whose bisectors carry the cell's facets.
  const std::vector<IntVector>& relevant_sites() const { return relevant_sites_; }
  /// The support is {x : |<a, x>| <= half_width(a)}.
  Rational half_width(const Vector& functional) const;

 private:
  int order_ = 1;
  Matrix metric_;
  Polytope cell_;
  std::vector<IntVector> facet_normals_;
  std::vector<IntVector> relevant_sites_;
};

}  // namespace latspline
