#include "latspline/analysis/cells.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

struct Slab {
  Rational low;
  Rational high;
};

/// The slab of the family that has `value` inside; value is on no plane.
Slab slab_around(const KnotPlanes& family, const Rational& value) {
  std::optional<Rational> low;
  for (const Rational& offset : family.offsets) {
    const Rational below = offset + ((value - offset) / family.step).floor() * family.step;
    if (!low || below > *low) low = below;
  }
  std::optional<Rational> high;
  for (const Rational& offset : family.offsets) {
    const Rational above = offset + (((value - offset) / family.step).floor() + Rational(1)) * family.step;
    if (!high || above < *high) high = above;
  }
  return {*low, *high};
}

Polytope cell_of(const std::vector<KnotPlanes>& families, const std::vector<Slab>& slabs) {
  // Start from the parallelepiped of independent normals.
  const std::size_t s = families.front().normal.size();
  std::vector<Vector> rows;
  std::vector<std::size_t> independent;
  for (std::size_t f = 0; f < families.size() && rows.size() < s; ++f) {
    rows.push_back(to_rational(families[f].normal));
    if (Matrix::from_rows(rows).rank() < static_cast<int>(rows.size()))
      rows.pop_back();
    else
      independent.push_back(f);
  }
  LATSPLINE_ASSERT(rows.size() == s);
  const Matrix inverse = *Matrix::from_rows(rows).inverse();
  Vector low(s);
  std::vector<Vector> edges;
  for (std::size_t i = 0; i < s; ++i) {
    low[i] = slabs[independent[i]].low;
    edges.push_back((slabs[independent[i]].high - slabs[independent[i]].low) * inverse.column(static_cast<int>(i)));
  }
  Polytope cell = Polytope::parallelepiped(inverse * low, edges);
  for (std::size_t f = 0; f < families.size(); ++f) {
    const Vector normal = to_rational(families[f].normal);
    for (const HalfSpace& half_space :
         {HalfSpace{normal, slabs[f].low}, HalfSpace{Rational(-1) * normal, -slabs[f].high}}) {
      auto smaller = cell.clipped(half_space);
      LATSPLINE_ASSERT(smaller.has_value());
      cell = std::move(*smaller);
    }
  }
  return cell;
}

}  // namespace

std::vector<CellClass> cell_classes(const SplineSpace& space, const std::vector<Matrix>& group,
                                    const std::vector<KnotPlanes>& knot_planes, std::size_t limit) {
  const std::size_t s = static_cast<std::size_t>(space.lattice.dimension());
  Vector start(s);
  for (int attempt = 1;; ++attempt) {
    LATSPLINE_ASSERT(attempt < 1000);
    for (std::size_t j = 0; j < s; ++j) start[j] = Rational(37 + 11 * static_cast<int>(j * j) + attempt, 101 + 6 * static_cast<int>(j));
    if (is_off_planes(knot_planes, start)) break;
  }
  const auto slabs_around = [&](const Vector& point) {
    std::vector<Slab> slabs;
    for (const KnotPlanes& family : knot_planes) slabs.push_back(slab_around(family, dot(point, family.normal)));
    return slabs;
  };

  std::vector<CellClass> classes;
  std::set<Vector> seen;
  std::deque<std::vector<Slab>> open{slabs_around(start)};
  while (!open.empty()) {
    check_interrupt();
    const std::vector<Slab> slabs = std::move(open.front());
    open.pop_front();
    Polytope cell = cell_of(knot_planes, slabs);
    const Vector centre = cell.vertex_average();
    std::set<Vector> images;
    for (const Matrix& a : group) images.insert(space.lattice.reduce(a * centre));
    if (!seen.insert(*images.begin()).second) continue;
    if (classes.size() >= limit)
      throw UnsupportedError("the knot planes cut space into more than " + std::to_string(limit) + " classes of cells");
    for (int facet = 0; facet < static_cast<int>(cell.facets().size()); ++facet) {
      const HalfSpace& side = cell.facets()[static_cast<std::size_t>(facet)];
      const IntVector normal = primitive(side.normal);
      for (std::size_t f = 0; f < knot_planes.size(); ++f) {
        if (knot_planes[f].normal != normal) continue;
        // Only this family's slab changes: no other plane cuts a facet's interior.
        const bool leaves_above = dot(side.normal, normal).sign() < 0;
        std::vector<Slab> next = slabs;
        const Slab& here = slabs[f];
        const Rational beyond = leaves_above ? here.high : here.low;
        Rational nearest;
        bool found = false;
        for (const Rational& offset : knot_planes[f].offsets) {
          const Rational steps = (beyond - offset) / knot_planes[f].step;
          const Rational value =
              offset + (leaves_above ? steps.floor() + Rational(1) : steps.ceil() - Rational(1)) * knot_planes[f].step;
          if (!found || (leaves_above ? value < nearest : value > nearest)) nearest = value;
          found = true;
        }
        next[f] = leaves_above ? Slab{beyond, nearest} : Slab{nearest, beyond};
        open.push_back(std::move(next));
      }
    }
    classes.push_back({std::move(cell), static_cast<std::int64_t>(images.size())});
  }
  return classes;
}

}  // namespace latspline
