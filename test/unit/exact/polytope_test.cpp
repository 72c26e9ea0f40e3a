#include "latspline/exact/polytope.h"

#include <gtest/gtest.h>

#include <set>

#include "latspline/base/error.h"

namespace latspline {
namespace {

Polytope cube(int dimension) {
  std::vector<Vector> edges;
  for (int j = 0; j < dimension; ++j) {
    Vector edge(static_cast<std::size_t>(dimension));
    edge[static_cast<std::size_t>(j)] = 1;
    edges.push_back(std::move(edge));
  }
  return Polytope::parallelepiped(Vector(static_cast<std::size_t>(dimension)), edges);
}

TEST(Polytope, ParallelepipedCounts) {
  for (int s = 1; s <= 5; ++s) {
    const Polytope p = cube(s);
    EXPECT_EQ(p.vertices().size(), std::size_t{1} << s);
    EXPECT_EQ(p.facets().size(), static_cast<std::size_t>(2 * s));
    EXPECT_EQ(p.volume(), Rational(1));
    std::size_t faces = 1;  // 3^s with the cube itself
    for (int j = 0; j < s; ++j) faces *= 3;
    EXPECT_EQ(p.faces().size(), faces - 1);
  }
  EXPECT_THROW(Polytope::parallelepiped({0, 0}, {{1, 2}, {2, 4}}), InputError);
  EXPECT_EQ(Polytope::parallelepiped({1, 1}, {{2, 3}, {-7, 5}}).volume(), Rational(31));
}

TEST(Polytope, CornersCutOff) {
  // Both sides of x + y + z = c in the cube: volumes c^3/6 and the rest.
  for (const Rational& c : {Rational(1, 2), Rational(1)}) {
    const auto above = cube(3).clipped({{1, 1, 1}, c});
    const auto below = cube(3).clipped({{-1, -1, -1}, -c});
    ASSERT_TRUE(above && below);
    EXPECT_EQ(below->vertices().size(), 4u);
    EXPECT_EQ(below->volume(), c * c * c / Rational(6));
    EXPECT_EQ(above->volume() + below->volume(), Rational(1));
  }
  // A hexagon in the middle.
  const auto half = cube(3).clipped({{1, 1, 1}, Rational(3, 2)});
  EXPECT_EQ(half->volume(), Rational(1, 2));
  EXPECT_EQ(half->facets().size(), 7u);
}

TEST(Polytope, ClippingByAPlaneThatTouchesChangesNothing) {
  const auto same = cube(3).clipped({{1, 1, 1}, 0});
  ASSERT_TRUE(same);
  EXPECT_EQ(same->facets().size(), 6u);
  EXPECT_FALSE(cube(3).clipped({{1, 1, 1}, 3})) << "only a vertex is left";
  EXPECT_FALSE(cube(2).clipped({{1, 0}, 1})) << "only an edge is left";
  EXPECT_EQ(cube(2).side({{1, 0}, 1}), -1);
  EXPECT_EQ(cube(2).side({{1, 0}, 0}), 1);
  EXPECT_EQ(cube(2).side({{1, -1}, 0}), 0);
}

TEST(Polytope, IntersectionOfHalfSpaces) {
  // The octahedron |x| + |y| + |z| <= 1.
  std::vector<HalfSpace> sides;
  for (int mask = 0; mask < 8; ++mask) {
    Vector normal;
    for (int j = 0; j < 3; ++j) normal.emplace_back((mask >> j & 1) != 0 ? 1 : -1);
    sides.push_back({normal, -1});
  }
  const auto octahedron = Polytope::intersection(sides);
  ASSERT_TRUE(octahedron);
  EXPECT_EQ(octahedron->vertices().size(), 6u);
  EXPECT_EQ(octahedron->facets().size(), 8u);
  EXPECT_EQ(octahedron->volume(), Rational(4, 3));
  EXPECT_EQ(octahedron->maximum({1, 2, 3}), Rational(3));
  EXPECT_EQ(octahedron->minimum({1, 2, 3}), Rational(-3));
  EXPECT_FALSE(Polytope::intersection({{{1}, 1}, {{-1}, 0}})) << "empty";
  EXPECT_THROW(Polytope::intersection({{{1, 0}, 0}, {{0, 1}, 0}}), InputError) << "unbounded";
  EXPECT_THROW(Polytope::intersection({}), InputError);
  // Redundant half-spaces leave no facet.
  EXPECT_EQ(Polytope::intersection({{{1}, 0}, {{1}, -5}, {{-1}, -1}, {{-2}, -2}})->facets().size(), 2u);
}

TEST(Polytope, InteriorPointsAreInside) {
  const Polytope p = *cube(3).clipped({{1, 1, 1}, Rational(3, 2)});
  std::set<Vector> points;
  for (int attempt = 0; attempt < 10; ++attempt) {
    const Vector x = p.interior_point(attempt);
    EXPECT_TRUE(p.contains_in_interior(x));
    points.insert(x);
  }
  EXPECT_EQ(points.size(), 10u);
  EXPECT_TRUE(p.contains(p.vertices().front()));
  EXPECT_FALSE(p.contains_in_interior(p.vertices().front()));
  EXPECT_FALSE(p.contains({0, 0, 0}));
  const Vector generic = generic_point(p, [](const Vector& x) { return x[0] != x[1]; });
  EXPECT_NE(generic[0], generic[1]);
  EXPECT_THROW(generic_point(p, [](const Vector&) { return false; }), InternalError);
}

TEST(Polytope, TranslationKeepsFacetsAndVerticesTogether) {
  const Polytope p = cube(2).translated({Rational(1, 2), -3});
  EXPECT_EQ(p.vertex_average(), (Vector{1, Rational(-5, 2)}));
  for (int f = 0; f < 4; ++f)
    for (int v : p.facet_vertices(f)) {
      const HalfSpace& facet = p.facets()[static_cast<std::size_t>(f)];
      EXPECT_EQ(dot(facet.normal, p.vertices()[static_cast<std::size_t>(v)]), facet.offset);
    }
}

TEST(Polytope, TriangulationCoversOnce) {
  const Polytope p = cube(4);
  Rational sum;
  for (const std::vector<int>& simplex : p.triangulation()) {
    EXPECT_EQ(simplex.size(), 5u);
    sum += Rational(1);
  }
  EXPECT_LE(sum, Rational(24)) << "a cube of dimension 4 has at most 4! simplices without new vertices";
  EXPECT_EQ(p.volume(), Rational(1));
}

}  // namespace
}  // namespace latspline
