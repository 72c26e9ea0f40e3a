#pragma once

#include <map>
#include <vector>

#include "latspline/basis/box_spline.h"
#include "latspline/basis/voronoi_spline.h"
#include "latspline/exact/polytope.h"

namespace latspline {

/// Exponents mu_i of a product of linear forms, one per vector.
using Multiplicities = std::vector<int>;

/// The Laplace transform of a compactly supported piecewise polynomial,
///
///     sum over points v and multiplicities mu of c_{v,mu} e^{-<w,v>} / prod <a_i, w>^mu_i,
///
/// in reduced form: by the circuits of the vectors a_i the fractions are expanded until the support of every mu is a basis without broken
/// circuits, which makes the coefficients unique. Source: De Concini, Procesi, "Topics in Hyperplane Arrangements, Polytopes and Box-Splines",
/// Springer 2011, chapters 8 and 9.
struct LaplaceTransform {
  std::vector<IntVector> vectors;  ///< primitive, first nonzero entry positive, increasing
  std::map<Vector, std::map<Multiplicities, Rational>> terms;
};

/// Of the centred box spline times `scale`.
LaplaceTransform laplace_transform(const BoxSpline& box_spline, const Rational& scale);

/// Of the indicator of a polytope times `scale`: Brion's sum over the vertices of the transforms of the tangent cones, each cut into simplicial cones on
/// its edges. Source: Brion, "Points entiers dans les polyedres convexes", 1988; Barvinok 1993.
LaplaceTransform laplace_transform(const Polytope& polytope, const Rational& scale);

/// Of a Voronoi spline; `volume` is that of its cell, the determinant of the lattice.
LaplaceTransform laplace_transform(const VoronoiSpline& voronoi_spline, const Rational& volume);

/// The transform of the convolution; both have the same vectors.
LaplaceTransform product(const LaplaceTransform& a, const LaplaceTransform& b);

/// The normals and offsets of the hyperplanes across which the function is not one polynomial: of each hyperplane H spanned by vectors, moved through a
/// point v, those for which the part of v's fraction that is most singular along H does not vanish. Normals are primitive, first nonzero entry positive.
std::map<IntVector, std::vector<Rational>> singular_hyperplanes(const LaplaceTransform& transform);

}  // namespace latspline
