#include "latspline/reference/voronoi_definition.h"

#include <algorithm>
#include <functional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

constexpr int max_multisets = 300;

/// A parallelepiped centre + sum [-1/2, 1/2] edges.
struct Tile {
  std::vector<Vector> edges;
  Vector centre;
  Rational volume;
};

/// One vector per class of parallel edges.
std::vector<Vector> zonotope_generators(const Polytope& cell) {
  std::set<IntVector> lines;
  std::vector<Vector> result;
  if (cell.dimension() == 1) return {cell.vertices()[1] - cell.vertices()[0]};
  for (const std::vector<int>& face : cell.faces()) {
    if (face.size() != 2) continue;
    Vector edge =
        cell.vertices()[static_cast<std::size_t>(face[1])] - cell.vertices()[static_cast<std::size_t>(face[0])];
    if (lines.insert(primitive(edge)).second) result.push_back(std::move(edge));
  }
  return result;
}

/// The tiles of the zonotope sum [-1/2, 1/2] g_i: one for each basis among the generators, placed by generic heights h: with <w, g_i> = h_i on the
/// basis, every other generator is pushed to the side on which <w, g_j> - h_j lies.
std::vector<Tile> zonotope_tiles(const std::vector<Vector>& generators) {
  const std::size_t s = generators.front().size();
  std::vector<Rational> height;
  for (std::size_t i = 0; i < generators.size(); ++i)
    height.push_back(Rational(static_cast<std::int64_t>(1000 + 317 * i * i * i + 71 * i), 7));
  std::vector<Tile> tiles;
  std::vector<std::size_t> chosen;
  const std::function<void(std::size_t)> grow = [&](std::size_t next) {
    if (chosen.size() < s) {
      for (std::size_t i = next; i < generators.size(); ++i) {
        chosen.push_back(i);
        grow(i + 1);
        chosen.pop_back();
      }
      return;
    }
    Tile tile;
    Vector heights;
    for (std::size_t i : chosen) {
      tile.edges.push_back(generators[i]);
      heights.push_back(height[i]);
    }
    const auto inverse = Matrix::from_rows(tile.edges).inverse();
    if (!inverse) return;
    const Vector w = *inverse * heights;
    tile.centre = Vector(s);
    for (std::size_t j = 0; j < generators.size(); ++j) {
      if (std::find(chosen.begin(), chosen.end(), j) != chosen.end()) continue;
      const int side = (dot(w, generators[j]) - height[j]).sign();
      LATSPLINE_ASSERT(side != 0);
      tile.centre = tile.centre + Rational(side, 2) * generators[j];
    }
    tile.volume = Matrix::from_columns(tile.edges).determinant().abs();
    tiles.push_back(std::move(tile));
  };
  grow(0);
  return tiles;
}

}  // namespace

VoronoiDefinition::VoronoiDefinition(const VoronoiSpline& voronoi_spline, const Rational& volume)
    : spline_(voronoi_spline), volume_(volume) {
  const int order = spline_.order();
  if (order <= 2) return;
  const std::vector<Tile> tiles = zonotope_tiles(zonotope_generators(spline_.cell()));
  Rational tiled;
  for (const Tile& tile : tiles) tiled += tile.volume;
  if (tiled != volume)
    throw UnsupportedError("a second definition of the Voronoi spline of order " + std::to_string(order) +
                           " is built for zonotopes only, and this cell is none");
  // Multisets of `order` tiles: binomial(tiles + order - 1, order) of them.
  Rational multisets = 1;
  for (int i = 0; i < order; ++i) multisets *= Rational(static_cast<std::int64_t>(tiles.size()) + i, i + 1);
  if (multisets > Rational(max_multisets))
    throw UnsupportedError("a second definition of this Voronoi spline of order " + std::to_string(order) +
                           " would add up " + multisets.to_string() + " box splines; at most " +
                           std::to_string(max_multisets) + " are added");
  // Each in all its orders: the multinomial coefficient.
  std::vector<std::size_t> chosen;
  const std::function<void(std::size_t, const Rational&, int)> choose = [&](std::size_t first, const Rational& weight,
                                                                            int run) {
    check_interrupt();
    if (static_cast<int>(chosen.size()) == order) {
      std::vector<Vector> directions;
      Vector shift(static_cast<std::size_t>(spline_.dimension()));
      Rational scale = weight;
      for (std::size_t t : chosen) {
        directions.insert(directions.end(), tiles[t].edges.begin(), tiles[t].edges.end());
        shift = shift + tiles[t].centre;
        scale *= tiles[t].volume / volume;
      }
      parts_.push_back({BoxSplineRecursion(BoxSpline(std::move(directions)), scale * volume), std::move(shift)});
      return;
    }
    const auto taken = static_cast<std::int64_t>(chosen.size());
    for (std::size_t t = first; t < tiles.size(); ++t) {
      const int next_run = !chosen.empty() && chosen.back() == t ? run + 1 : 1;
      chosen.push_back(t);
      // n!/(r_1! r_2! ..) grows by (taken + 1) / run with each element.
      choose(t, weight * Rational(taken + 1, next_run), next_run);
      chosen.pop_back();
    }
  };
  choose(0, Rational(1), 0);
}

Rational VoronoiDefinition::operator()(const Vector& x) const {
  const Polytope& cell = spline_.cell();
  if (spline_.order() == 1) return cell.contains_in_interior(x) ? 1 : 0;
  if (spline_.order() == 2) {
    std::optional<Polytope> common = cell;
    for (const HalfSpace& facet : cell.facets()) {
      common = common->clipped({facet.normal, facet.offset + dot(facet.normal, x)});
      if (!common) return 0;
    }
    return common->volume() / volume_;
  }
  Rational sum;
  for (const Part& part : parts_) sum += part.box_spline(x - part.shift);
  return sum;
}

}  // namespace latspline
