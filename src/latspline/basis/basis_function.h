#pragma once

#include <string>
#include <variant>
#include <vector>

#include "latspline/basis/box_spline.h"
#include "latspline/basis/piecewise_polynomial.h"
#include "latspline/basis/voronoi_spline.h"

namespace latspline {

/// The basis function of a spline space, of whichever kind. A value type.
class BasisFunction {
 public:
  BasisFunction() = default;
  BasisFunction(BoxSpline box_spline) : kind_(std::move(box_spline)) {}  // NOLINT: a box spline is a basis function
  BasisFunction(VoronoiSpline voronoi_spline) : kind_(std::move(voronoi_spline)) {}  // NOLINT
  BasisFunction(PiecewisePolynomial pieces) : kind_(std::move(pieces)) {}            // NOLINT

  /// Null if it is of another kind.
  const BoxSpline* box_spline() const { return std::get_if<BoxSpline>(&kind_); }
  const VoronoiSpline* voronoi_spline() const { return std::get_if<VoronoiSpline>(&kind_); }
  const PiecewisePolynomial* piecewise_polynomial() const { return std::get_if<PiecewisePolynomial>(&kind_); }

  int dimension() const;
  int degree() const;
  /// C^k; -1: discontinuous.
  int continuity() const;
  /// The support lies in {x : |<a, x>| <= half_width(a)} for every a; of box and Voronoi splines it is the intersection of these over support_normals().
  Rational half_width(const Vector& functional) const;
  std::vector<IntVector> support_normals() const;
  /// Vectors, some perhaps more than once, that every symmetry of the function permutes up to sign. Empty where the function alone gives none
  /// (see characteristic_vectors in analysis/symmetry.h).
  std::vector<Vector> characteristic_vectors() const;
  /// One text for one function: what its identity is hashed from.
  std::string canonical_text() const;

 private:
  std::variant<BoxSpline, VoronoiSpline, PiecewisePolynomial> kind_;
};

}  // namespace latspline
