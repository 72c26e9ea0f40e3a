#include "latspline/lattice/voronoi_cell.h"

#include <algorithm>

#include "latspline/base/error.h"

namespace latspline {
namespace {

/// All sites sum_i z_i b_i with |z_i| <= radius, but 0, shortest first.
std::vector<Vector> short_sites(const std::vector<IntVector>& basis, int radius, const Matrix& metric) {
  std::vector<Vector> sites{Vector(basis.front().size())};
  for (const IntVector& b : basis) {
    std::vector<Vector> next;
    for (const Vector& site : sites)
      for (int z = -radius; z <= radius; ++z) next.push_back(site + Rational(z) * to_rational(b));
    sites = std::move(next);
  }
  std::erase_if(sites, [](const Vector& v) { return std::all_of(v.begin(), v.end(), [](const Rational& x) { return x.is_zero(); }); });
  const auto length = [&](const Vector& v) { return dot(v, metric * v); };
  std::stable_sort(sites.begin(), sites.end(), [&](const Vector& a, const Vector& b) { return length(a) < length(b); });
  return sites;
}

}  // namespace

Polytope voronoi_cell(const Lattice& lattice, const Matrix& metric) {
  const int s = lattice.dimension();
  if (s > 4)
    throw UnsupportedError("the Voronoi cell of a lattice of dimension " + std::to_string(s) +
                           " is not built; dimensions 1 to 4 are supported (use a parallelepiped region)");
  const Matrix form = metric.rows() == 0 ? Matrix::identity(s) : metric;
  const std::vector<IntVector> basis = lattice.reduced_basis(form);
  for (int radius = 1; radius <= 8; ++radius) {
    std::vector<Vector> edges;
    for (const IntVector& b : basis) edges.push_back(Rational(2 + 2 * radius) * to_rational(b));
    Vector corner(static_cast<std::size_t>(s));
    for (const Vector& edge : edges) corner = corner - Rational(1, 2) * edge;
    Polytope cell = Polytope::parallelepiped(corner, edges);
    for (const Vector& site : short_sites(basis, radius, form)) {
      // |x|^2 <= |x - v|^2, that is <v, x> <= <v, v> / 2.
      const Vector dual = form * site;
      auto smaller = cell.clipped({Rational(-1) * dual, Rational(-1, 2) * dot(dual, site)});
      LATSPLINE_ASSERT(smaller.has_value());
      cell = std::move(*smaller);
    }
    if (cell.volume() == lattice.determinant()) return cell;
  }
  throw InternalError("the Voronoi cell of [" + lattice.matrix().to_string() + "] was not found");
}

std::vector<IntVector> relevant_vectors(const Lattice& lattice, const Polytope& cell) {
  std::vector<IntVector> result;
  for (int f = 0; f < static_cast<int>(cell.facets().size()); ++f) {
    // The site whose bisector carries the facet is twice the facet's centre of symmetry.
    Vector sum(static_cast<std::size_t>(cell.dimension()));
    const std::vector<int> members = cell.facet_vertices(f);
    for (int v : members) sum = sum + cell.vertices()[static_cast<std::size_t>(v)];
    const Vector site = Rational(2, static_cast<std::int64_t>(members.size())) * sum;
    LATSPLINE_ASSERT(lattice.contains(site));
    result.push_back(to_integer(site));
  }
  return result;
}

IntVector nearest_site(const Lattice& lattice, const Vector& x) {
  const auto s = static_cast<std::size_t>(lattice.dimension());
  const std::vector<IntVector> basis = lattice.reduced_basis();
  const Matrix b = Matrix::from_columns(basis);
  const Matrix b_inverse = *b.inverse();
  // Babai's point, then every site within its distance: |z_i - (B^-1 x)_i| <= |row i of B^-1| * distance.
  const Vector z = b_inverse * x;
  Vector rounded(s);
  for (std::size_t i = 0; i < s; ++i) rounded[i] = z[i].round();
  Vector best = b * rounded;
  Rational best_distance = dot(x - best, x - best);
  std::vector<Vector> candidates{Vector{}};
  for (std::size_t i = 0; i < s; ++i) {
    const Vector row = b_inverse.row(static_cast<int>(i));
    const Rational bound_squared = dot(row, row) * best_distance;
    std::vector<Vector> next;
    for (const Vector& prefix : candidates) {
      for (Rational value = z[i].floor(); (value - z[i]) * (value - z[i]) <= bound_squared; value -= Rational(1)) {
        next.push_back(prefix);
        next.back().push_back(value);
      }
      for (Rational value = z[i].floor() + Rational(1); (value - z[i]) * (value - z[i]) <= bound_squared; value += Rational(1)) {
        next.push_back(prefix);
        next.back().push_back(value);
      }
    }
    candidates = std::move(next);
  }
  for (const Vector& candidate : candidates) {
    const Vector site = b * candidate;
    const Rational distance = dot(x - site, x - site);
    if (distance < best_distance || (distance == best_distance && site > best)) {
      best = site;
      best_distance = distance;
    }
  }
  return to_integer(best);
}

}  // namespace latspline
