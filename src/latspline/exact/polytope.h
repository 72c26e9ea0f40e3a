#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "latspline/exact/matrix.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// {x : <normal, x> >= offset}.
struct HalfSpace {
  Vector normal;
  Rational offset;
  bool operator==(const HalfSpace&) const = default;
};

/// {x : <normal, x> = offset}.
struct Hyperplane {
  Vector normal;
  Rational offset;
  bool operator==(const Hyperplane&) const = default;
};

/// A bounded convex polytope of full dimension with exact vertices and facets, kept by the double description method
/// (Motzkin, Raiffa, Thompson, Thrall, "The double description method", 1953): clipping by a half-space keeps the vertices
/// inside and adds one on every edge that crosses. A value type.
class Polytope {
 public:
  Polytope() = default;
  /// {corner + sum t_i edges_i : 0 <= t_i <= 1}; the edges are linearly independent (InputError).
  static Polytope parallelepiped(const Vector& corner, const std::vector<Vector>& edges);
  /// The intersection of the half-spaces, or nullopt if it has no interior. InputError if it is unbounded.
  static std::optional<Polytope> intersection(const std::vector<HalfSpace>& half_spaces);

  int dimension() const { return dimension_; }
  const std::vector<Vector>& vertices() const { return vertices_; }
  /// Irredundant, <normal, x> >= offset inside.
  const std::vector<HalfSpace>& facets() const { return facets_; }
  /// The vertices of facet i.
  std::vector<int> facet_vertices(int facet) const;

  /// The part inside, or nullopt if that has no interior.
  std::optional<Polytope> clipped(const HalfSpace& half_space) const;
  /// -1: all of it has <normal, x> <= offset; +1: all >= offset; 0: the hyperplane cuts the interior.
  int side(const Hyperplane& hyperplane) const;
  /// In the interior or on the boundary.
  bool contains(const Vector& x) const;
  bool contains_in_interior(const Vector& x) const;
  Rational minimum(const Vector& functional) const;
  Rational maximum(const Vector& functional) const;
  /// The numbers that bound <functional, x> over the polytope from outside and inside: outer[0] <= minimum <= inner[0], inner[1] <= maximum <= outer[1],
  /// as close as doubles allow.
  struct Range {
    double outer[2];
    double inner[2];
  };
  Range approximate_range(const Vector& functional) const;

  /// Every face of dimension 0 to dimension - 1 as the increasing list of its vertices.
  std::vector<std::vector<int>> faces() const;
  /// The mean of the vertices: invariant under affine maps of the polytope.
  Vector vertex_average() const;
  /// An interior point that is a weighted mean of the vertices; another one for each attempt 0, 1, 2, ..
  Vector interior_point(int attempt = 0) const;
  /// A triangulation without new vertices: each simplex is dimension + 1 vertex indices.
  std::vector<std::vector<int>> triangulation() const;
  Rational volume() const;
  /// The polytope translated by `shift`.
  Polytope translated(const Vector& shift) const;

 private:
  using FacetSet = std::vector<std::uint64_t>;
  int dimension_ = 0;
  std::vector<Vector> vertices_;
  std::vector<HalfSpace> facets_;
  std::vector<FacetSet> incidence_;  // of each vertex: the facets through it
  std::vector<double> near_;         // of each vertex: the doubles nearest to its coordinates
};

/// An interior point of `polytope` for which `generic` holds; tries weighted means of the vertices until one does.
/// InternalError after many tries.
Vector generic_point(const Polytope& polytope, const std::function<bool(const Vector&)>& generic);

}  // namespace latspline
