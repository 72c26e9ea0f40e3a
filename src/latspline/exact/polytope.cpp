#include "latspline/exact/polytope.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include "latspline/base/error.h"
#include "latspline/exact/side_test.h"

namespace latspline {
namespace {

using FacetSet = std::vector<std::uint64_t>;

void insert(FacetSet& set, int element) {
  const auto word = static_cast<std::size_t>(element / 64);
  if (set.size() <= word) set.resize(word + 1, 0);
  set[word] |= std::uint64_t{1} << (element % 64);
}

bool has(const FacetSet& set, int element) {
  const auto word = static_cast<std::size_t>(element / 64);
  return word < set.size() && (set[word] >> (element % 64) & 1);
}

FacetSet intersect(const FacetSet& a, const FacetSet& b) {
  FacetSet common(std::min(a.size(), b.size()));
  for (std::size_t i = 0; i < common.size(); ++i) common[i] = a[i] & b[i];
  return common;
}

int size(const FacetSet& set) {
  int count = 0;
  for (std::uint64_t word : set) count += std::popcount(word);
  return count;
}

bool is_subset(const FacetSet& a, const FacetSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] & ~(i < b.size() ? b[i] : 0)) return false;
  return true;
}

std::size_t count_of(int n) { return static_cast<std::size_t>(n); }

std::vector<double> nearest_doubles(const std::vector<Vector>& points) {
  std::vector<double> result;
  for (const Vector& point : points)
    for (const Rational& entry : point) result.push_back(entry.to_double());
  return result;
}

}  // namespace

Polytope Polytope::parallelepiped(const Vector& corner, const std::vector<Vector>& edges) {
  const int s = static_cast<int>(corner.size());
  const auto inverse = Matrix::from_columns(edges).inverse();
  if (!inverse) throw InputError("the edges of a parallelepiped are linearly dependent");
  Polytope result;
  result.dimension_ = s;
  for (int i = 0; i < s; ++i) {
    Vector normal = inverse->row(i);
    const Rational base = dot(normal, corner);
    Vector opposite = Rational(-1) * normal;
    result.facets_.push_back({std::move(normal), base});
    result.facets_.push_back({std::move(opposite), -(base + Rational(1))});
  }
  for (int mask = 0; mask < (1 << s); ++mask) {
    Vector vertex = corner;
    FacetSet set;
    for (int i = 0; i < s; ++i) {
      const bool far = mask >> i & 1;
      if (far) vertex = vertex + edges[count_of(i)];
      insert(set, 2 * i + (far ? 1 : 0));
    }
    result.vertices_.push_back(std::move(vertex));
    result.incidence_.push_back(std::move(set));
  }
  result.near_ = nearest_doubles(result.vertices_);
  return result;
}

std::optional<Polytope> Polytope::intersection(const std::vector<HalfSpace>& half_spaces) {
  if (half_spaces.empty()) throw InputError("an intersection of no half-spaces is unbounded");
  const int s = static_cast<int>(half_spaces.front().normal.size());
  // Clip a box; while a facet of the box survives, the box was too small or the intersection is unbounded.
  for (Rational radius = 64; radius < Rational(std::int64_t{1} << 40); radius *= Rational(1024)) {
    std::vector<Vector> edges;
    for (int i = 0; i < s; ++i) {
      Vector edge(count_of(s));
      edge[count_of(i)] = Rational(2) * radius;
      edges.push_back(std::move(edge));
    }
    std::optional<Polytope> result = parallelepiped(Vector(count_of(s), -radius), edges);
    for (const HalfSpace& half_space : half_spaces) {
      result = result->clipped(half_space);
      if (!result) break;
    }
    if (!result) {
      if (radius > Rational(100000)) return std::nullopt;
      continue;
    }
    const bool touches_box = std::any_of(result->vertices_.begin(), result->vertices_.end(), [&](const Vector& v) {
      return std::any_of(v.begin(), v.end(), [&](const Rational& x) { return x.abs() == radius; });
    });
    if (!touches_box) return result;
  }
  throw InputError("an intersection of half-spaces is unbounded");
}

std::vector<int> Polytope::facet_vertices(int facet) const {
  std::vector<int> result;
  for (std::size_t v = 0; v < vertices_.size(); ++v)
    if (has(incidence_[v], facet)) result.push_back(static_cast<int>(v));
  return result;
}

std::vector<std::vector<int>> Polytope::faces() const {
  // Every face is an intersection of facets.
  std::set<std::vector<int>> found;
  std::vector<std::vector<int>> facets;
  for (int f = 0; f < static_cast<int>(facets_.size()); ++f) facets.push_back(facet_vertices(f));
  std::vector<std::vector<int>> open = facets;
  found.insert(facets.begin(), facets.end());
  while (!open.empty()) {
    const std::vector<int> face = std::move(open.back());
    open.pop_back();
    for (const std::vector<int>& facet : facets) {
      std::vector<int> common;
      std::set_intersection(face.begin(), face.end(), facet.begin(), facet.end(), std::back_inserter(common));
      if (!common.empty() && found.insert(common).second) open.push_back(std::move(common));
    }
  }
  return {found.begin(), found.end()};
}

std::optional<Polytope> Polytope::clipped(const HalfSpace& half_space) const {
  const SideTest side_of(half_space.normal, half_space.offset);
  const std::size_t s = count_of(dimension_);
  std::vector<int> side(vertices_.size());
  bool any_inside = false;
  bool any_outside = false;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    side[v] = side_of(vertices_[v], &near_[v * s]);
    any_inside |= side[v] > 0;
    any_outside |= side[v] < 0;
  }
  if (!any_inside) return std::nullopt;
  if (!any_outside) return *this;

  const int cut = static_cast<int>(facets_.size());
  std::vector<Vector> vertices;
  std::vector<double> near;
  std::vector<FacetSet> incidence;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    if (side[v] < 0) continue;
    vertices.push_back(vertices_[v]);
    near.insert(near.end(), &near_[v * s], &near_[v * s] + s);
    incidence.push_back(incidence_[v]);
    if (side[v] == 0) insert(incidence.back(), cut);
  }
  const auto height = [&](std::size_t v) { return dot(half_space.normal, vertices_[v]) - half_space.offset; };
  for (std::size_t u = 0; u < vertices_.size(); ++u) {
    if (side[u] <= 0) continue;
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
      if (side[v] >= 0) continue;
      FacetSet common = intersect(incidence_[u], incidence_[v]);
      if (size(common) < dimension_ - 1) continue;
      bool adjacent = true;
      for (std::size_t w = 0; w < vertices_.size() && adjacent; ++w)
        adjacent = w == u || w == v || !is_subset(common, incidence_[w]);
      if (!adjacent) continue;
      const Rational above = height(u);
      const Rational t = above / (above - height(v));
      vertices.push_back(vertices_[u] + t * (vertices_[v] - vertices_[u]));
      for (const Rational& entry : vertices.back()) near.push_back(entry.to_double());
      insert(common, cut);
      incidence.push_back(std::move(common));
    }
  }

  // Keep the facets that still have a face of dimension s - 1: their vertex sets are maximal and have at least s vertices.
  std::vector<HalfSpace> all = facets_;
  all.push_back(half_space);
  std::vector<FacetSet> members(all.size());
  for (std::size_t f = 0; f < all.size(); ++f) {
    members[f].assign((vertices.size() + 63) / 64, 0);
    for (std::size_t v = 0; v < vertices.size(); ++v)
      if (has(incidence[v], static_cast<int>(f))) insert(members[f], static_cast<int>(v));
  }
  Polytope result;
  result.dimension_ = dimension_;
  std::vector<int> renumbered(all.size(), -1);
  for (std::size_t f = 0; f < all.size(); ++f) {
    bool keep = size(members[f]) >= dimension_;
    for (std::size_t g = 0; g < all.size() && keep; ++g) {
      if (f == g || !is_subset(members[f], members[g])) continue;
      keep = members[f] == members[g] && f < g;
    }
    if (!keep) continue;
    renumbered[f] = static_cast<int>(result.facets_.size());
    result.facets_.push_back(std::move(all[f]));
  }
  result.vertices_ = std::move(vertices);
  result.near_ = std::move(near);
  for (const FacetSet& set : incidence) {
    FacetSet renamed((result.facets_.size() + 63) / 64, 0);
    for (std::size_t f = 0; f < renumbered.size(); ++f)
      if (renumbered[f] >= 0 && has(set, static_cast<int>(f))) insert(renamed, renumbered[f]);
    result.incidence_.push_back(std::move(renamed));
  }
  return result;
}

int Polytope::side(const Hyperplane& hyperplane) const {
  const SideTest side_of(hyperplane);
  bool below = false;
  bool above = false;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    const int sign = side_of(vertices_[v], &near_[v * count_of(dimension_)]);
    below |= sign < 0;
    above |= sign > 0;
    if (below && above) return 0;
  }
  return above ? 1 : -1;
}

Polytope::Range Polytope::approximate_range(const Vector& functional) const {
  const std::vector<double> near = latspline::nearest_doubles(functional);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Range range{{infinity, -infinity}, {infinity, -infinity}};
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    double sum = 0;
    double magnitude = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const double product = near[i] * near_[v * near.size() + i];
      sum += product;
      magnitude += std::fabs(product);
    }
    // The bound of SideTest.
    const double error = 0x1p-48 * magnitude + 0x1p-1000;
    range.outer[0] = std::min(range.outer[0], sum - error);
    range.inner[0] = std::min(range.inner[0], sum + error);
    range.inner[1] = std::max(range.inner[1], sum - error);
    range.outer[1] = std::max(range.outer[1], sum + error);
  }
  return range;
}

bool Polytope::contains(const Vector& x) const {
  return std::all_of(facets_.begin(), facets_.end(),
                     [&](const HalfSpace& facet) { return dot(facet.normal, x) >= facet.offset; });
}

bool Polytope::contains_in_interior(const Vector& x) const {
  return std::all_of(facets_.begin(), facets_.end(),
                     [&](const HalfSpace& facet) { return dot(facet.normal, x) > facet.offset; });
}

Rational Polytope::minimum(const Vector& functional) const { return -maximum(Rational(-1) * functional); }

Rational Polytope::maximum(const Vector& functional) const {
  Rational best = dot(functional, vertices_.front());
  for (const Vector& v : vertices_) best = std::max(best, dot(functional, v));
  return best;
}

Vector Polytope::vertex_average() const {
  Vector sum(count_of(dimension_));
  for (const Vector& v : vertices_) sum = sum + v;
  return Rational(1, static_cast<std::int64_t>(vertices_.size())) * sum;
}

Vector Polytope::interior_point(int attempt) const {
  // Weights 97 + (a pseudo-random residue) are positive and break every symmetry.
  Vector sum(count_of(dimension_));
  Rational total;
  std::uint64_t state = 0x9e3779b97f4a7c15ull * static_cast<std::uint64_t>(attempt + 1);
  for (const Vector& v : vertices_) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const Rational weight(97 + static_cast<std::int64_t>(state >> 33) % (101 + 64 * attempt));
    sum = sum + weight * v;
    total += weight;
  }
  return total.inverse() * sum;
}

std::vector<std::vector<int>> Polytope::triangulation() const {
  std::vector<std::vector<int>> simplices;
  std::vector<int> apexes;
  // Cones from the first vertex of a face over the faces of one dimension less that miss it.
  const std::function<void(const std::vector<int>&, int)> split = [&](const std::vector<int>& face, int dimension) {
    if (static_cast<int>(face.size()) == dimension + 1) {
      std::vector<int> simplex = apexes;
      simplex.insert(simplex.end(), face.begin(), face.end());
      simplices.push_back(std::move(simplex));
      return;
    }
    std::vector<std::vector<int>> sides;
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      std::vector<int> part;
      for (int v : face)
        if (has(incidence_[count_of(v)], static_cast<int>(f))) part.push_back(v);
      if (part.size() < face.size() && static_cast<int>(part.size()) >= dimension) sides.push_back(std::move(part));
    }
    std::sort(sides.begin(), sides.end());
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    const auto maximal = [&](const std::vector<int>& part) {
      return std::none_of(sides.begin(), sides.end(), [&](const std::vector<int>& other) {
        return other.size() > part.size() && std::includes(other.begin(), other.end(), part.begin(), part.end());
      });
    };
    const int apex = face.front();
    apexes.push_back(apex);
    for (const std::vector<int>& part : sides)
      if (part.front() != apex && maximal(part)) split(part, dimension - 1);
    apexes.pop_back();
  };
  std::vector<int> all(vertices_.size());
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<int>(v);
  split(all, dimension_);
  return simplices;
}

Rational Polytope::volume() const {
  Rational sum;
  Rational factorial = 1;
  for (int i = 2; i <= dimension_; ++i) factorial *= Rational(i);
  for (const std::vector<int>& simplex : triangulation()) {
    std::vector<Vector> edges;
    for (std::size_t i = 1; i < simplex.size(); ++i)
      edges.push_back(vertices_[count_of(simplex[i])] - vertices_[count_of(simplex[0])]);
    sum += Matrix::from_columns(edges).determinant().abs();
  }
  return sum / factorial;
}

Polytope Polytope::translated(const Vector& shift) const {
  Polytope result = *this;
  for (Vector& v : result.vertices_) v = v + shift;
  result.near_ = nearest_doubles(result.vertices_);
  for (HalfSpace& facet : result.facets_) facet.offset += dot(facet.normal, shift);
  return result;
}

Vector generic_point(const Polytope& polytope, const std::function<bool(const Vector&)>& generic) {
  for (int attempt = 0; attempt < 200; ++attempt) {
    Vector point = polytope.interior_point(attempt);
    if (generic(point)) return point;
  }
  throw InternalError("no generic interior point found");
}

}  // namespace latspline
