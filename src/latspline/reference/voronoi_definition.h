#pragma once

#include <utility>
#include <vector>

#include "latspline/basis/voronoi_spline.h"
#include "latspline/reference/definition.h"

namespace latspline {

/// A Voronoi spline by routes that use no cones and no Laplace transform. Order 2: the volume of the cell's intersection with its translate, as a polytope.
/// Higher orders: the cell, a zonotope, is tiled by parallelepipeds, so the k-fold convolution is a sum of shifted box splines over multisets of k tiles, each by
/// its recursion. UnsupportedError for an order above 2 of a cell that is no zonotope (in four dimensions) or needs too many multisets.
/// Source of the tiling: Shephard, "Combinatorial properties of associated zonotopes", 1974 (the regular tiling of generic heights).
class VoronoiDefinition {
 public:
  /// `volume` is that of the cell: the value is scaled so that the lattice shifts sum to 1.
  VoronoiDefinition(const VoronoiSpline& voronoi_spline, const Rational& volume);

  Rational operator()(const Vector& x) const;

 private:
  struct Part {
    BoxSplineRecursion box_spline;
    Vector shift;
  };
  VoronoiSpline spline_;
  Rational volume_;
  std::vector<Part> parts_;  // orders above 2
};

}  // namespace latspline
