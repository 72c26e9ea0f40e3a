#include "latspline/analysis/region_of_evaluation.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "latspline/analysis/placement.h"
#include "latspline/analysis/symmetry.h"
#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/exact/arrangement.h"
#include "latspline/lattice/voronoi_cell.h"

namespace latspline {
namespace {

constexpr std::size_t max_parallelepipeds = 12;
constexpr std::size_t max_pieces = 20000;

struct Candidate {
  RoundingStep rounding;
  Polytope region;
};

/// The elements of the group that map the candidate's region (around y = 0) to itself and fix its centre, so that
/// a folded site is the image of a site under the same linear map.
std::vector<Matrix> stabilizer(const Candidate& candidate, const std::vector<Matrix>& group) {
  std::vector<Matrix> result;
  std::set<Vector> edges;
  if (!candidate.rounding.edges.empty()) {
    const Matrix e = Matrix::from_rows(candidate.rounding.edges);
    for (int j = 0; j < e.columns(); ++j) edges.insert(e.column(j));
  }
  for (const Matrix& a : group) {
    if (a * candidate.rounding.center != candidate.rounding.center) continue;
    const bool keeps_region =
        edges.empty()
            ? a.transposed() * a == Matrix::identity(a.rows())
            : std::all_of(edges.begin(), edges.end(), [&](const Vector& edge) { return edges.count(a * edge) > 0; });
    if (keeps_region) result.push_back(a);
  }
  return result;
}

/// The maps under which sites of one coset remain such.
std::vector<Matrix> coset_keepers(const std::vector<Matrix>& maps, const IntVector& storage_period) {
  std::vector<Matrix> result;
  for (const Matrix& a : maps)
    if (keeps_cosets(a, storage_period)) result.push_back(a);
  return result;
}

/// The maps that change the signs of some coordinates.
std::vector<Matrix> axis_reflections(const std::vector<Matrix>& maps) {
  std::vector<Matrix> result;
  for (const Matrix& a : maps) {
    bool diagonal = true;
    for (int i = 0; i < a.rows(); ++i)
      for (int j = 0; j < a.columns(); ++j) diagonal = diagonal && (i == j || a(i, j).is_zero());
    if (diagonal) result.push_back(a);
  }
  return result;
}

Candidate voronoi_candidate(const Polytope& cell, const Vector& center, const CosetDecomposition& cosets) {
  return {{RoundingKind::voronoi_cosets, center, cosets.period, cosets.offsets, {}, {}}, cell};
}

Candidate parallelepiped_candidate(const std::vector<IntVector>& edges, const Vector& corner) {
  Candidate result;
  result.rounding = {RoundingKind::parallelepiped, corner, {}, {}, {}, {}};
  const Matrix e = Matrix::from_columns(edges);
  const Matrix inverse = *e.inverse();
  std::vector<Vector> columns;
  for (int i = 0; i < e.rows(); ++i) {
    result.rounding.edges.push_back(to_integer(e.row(i)));
    result.rounding.edges_inverse.push_back(inverse.row(i));
    columns.push_back(e.column(i));
  }
  result.region = Polytope::parallelepiped(Vector(corner.size()), columns);
  return result;
}

/// Sets of s directions (up to sign) that generate the lattice, and a reduced basis.
std::vector<std::vector<IntVector>> generating_sets(const SplineSpace& space) {
  const int s = space.lattice.dimension();
  std::vector<std::vector<IntVector>> result;
  const auto add = [&](std::vector<IntVector> edges) {
    std::sort(edges.begin(), edges.end());
    if (std::find(result.begin(), result.end(), edges) == result.end()) result.push_back(std::move(edges));
  };
  // Axis-aligned boxes first, if the lattice is a product of axes.
  std::vector<IntVector> axes;
  for (int j = 0; j < s; ++j) {
    Vector e(static_cast<std::size_t>(s));
    e[static_cast<std::size_t>(j)] = 1;
    IntVector edge(static_cast<std::size_t>(s), 0);
    for (std::int64_t length = 1; length <= 64 && edge[static_cast<std::size_t>(j)] == 0; ++length)
      if (space.lattice.contains(Rational(length) * e)) edge[static_cast<std::size_t>(j)] = length;
    axes.push_back(edge);
  }
  if (Matrix::from_columns(axes).determinant().abs() == space.lattice.determinant()) add(axes);
  add(space.lattice.reduced_basis());

  std::set<IntVector> distinct;
  for (const Vector& direction : characteristic_vectors(space)) {
    if (!space.lattice.contains(direction)) continue;
    IntVector edge = to_integer(direction);
    const auto first = std::find_if(edge.begin(), edge.end(), [](std::int64_t x) { return x != 0; });
    if (*first < 0)
      for (std::int64_t& x : edge) x = -x;
    distinct.insert(edge);
  }
  // The signs matter: permutations of the edges must be symmetries. Try all signs relative to the first edge.
  const std::vector<IntVector> edges(distinct.begin(), distinct.end());
  std::vector<IntVector> chosen;
  const auto grow = [&](const auto& self, std::size_t next) -> void {
    if (result.size() >= max_parallelepipeds) return;
    if (static_cast<int>(chosen.size()) == s) {
      if (Matrix::from_columns(chosen).determinant().abs() == space.lattice.determinant()) add(chosen);
      return;
    }
    for (std::size_t i = next; i < edges.size(); ++i) {
      chosen.push_back(edges[i]);
      self(self, i + 1);
      if (chosen.size() > 1) {
        for (std::int64_t& x : chosen.back()) x = -x;
        self(self, i + 1);
      }
      chosen.pop_back();
    }
  };
  grow(grow, 0);
  return result;
}

std::vector<Candidate> candidates(const SplineSpace& space, const CosetDecomposition& cosets,
                                  const std::vector<Matrix>& group) {
  const int s = space.lattice.dimension();
  const Vector zero(static_cast<std::size_t>(s));
  std::vector<Candidate> result;
  if (space.parallelepiped) {
    result.push_back(parallelepiped_candidate(*space.parallelepiped, space.center.value_or(zero)));
    return result;
  }
  // Rounding to the nearest site takes one candidate per coset, which is cheap for few cosets only.
  const bool nearest_is_cheap = s <= 4 && cosets.offsets.size() <= 8;
  if (space.voronoi_region && s > 4)
    throw UnsupportedError("a Voronoi region in dimension " + std::to_string(s) +
                           " is not built; dimensions 1 to 4 are");
  if (space.voronoi_region || nearest_is_cheap) {
    const Polytope cell = voronoi_cell(space.lattice);
    std::vector<Vector> centers{zero};
    if (space.center) {
      centers = {*space.center};
    } else {
      std::set<Vector> seen{zero};
      const auto add = [&](const Vector& center) {
        Vector least = space.lattice.reduce(center);
        for (const Matrix& a : group) least = std::min(least, space.lattice.reduce(a * center));
        if (seen.insert(least).second) centers.push_back(center);
      };
      std::vector<Vector> vertices = cell.vertices();
      std::sort(vertices.rbegin(), vertices.rend());
      for (const Vector& vertex : vertices) add(vertex);
      for (int mask = 1; mask < (1 << s); ++mask) {
        Vector half = zero;
        for (int j = 0; j < s; ++j)
          if (mask >> j & 1) half = half + Rational(1, 2) * space.lattice.matrix().column(j);
        add(half);
      }
    }
    for (const Vector& center : centers) result.push_back(voronoi_candidate(cell, center, cosets));
  }
  if (!space.voronoi_region) {
    for (const std::vector<IntVector>& edges : generating_sets(space)) {
      if (space.center) {
        result.push_back(parallelepiped_candidate(edges, *space.center));
        continue;
      }
      Vector middle = zero;
      for (const IntVector& edge : edges) middle = middle - Rational(1, 2) * to_rational(edge);
      result.push_back(parallelepiped_candidate(edges, zero));
      result.push_back(parallelepiped_candidate(edges, middle));
    }
  }
  return result;
}

}  // namespace

std::string_view to_string(Strategy strategy) {
  switch (strategy) {
    case Strategy::automatic:
      return "auto";
    case Strategy::fold:
      return "fold";
    case Strategy::table:
      return "table";
  }
  throw InternalError("unknown strategy");
}

int preparation_cost(const RoundingStep& rounding, const std::vector<Reflection>& fold,
                     const std::vector<IndexPlane>& planes, std::size_t transforms) {
  const int s = static_cast<int>(rounding.center.size());
  const auto nonzero = [](const Vector& v) {
    return static_cast<int>(std::count_if(v.begin(), v.end(), [](const Rational& x) { return !x.is_zero(); }));
  };
  int cost = 0;
  if (rounding.kind == RoundingKind::voronoi_cosets) {
    cost = rounding.offsets.size() == 1 ? 2 * s : static_cast<int>(rounding.offsets.size()) * 5 * s;
  } else {
    for (std::size_t i = 0; i < rounding.edges.size(); ++i) {
      for (std::size_t j = 0; j < rounding.edges.size(); ++j)
        cost += (rounding.edges[i][j] != 0 ? 1 : 0) + (rounding.edges_inverse[i][j].is_zero() ? 0 : 1);
    }
  }
  for (const Reflection& reflection : fold)
    cost += nonzero(reflection.functional) == 1 ? 2 : 3 * nonzero(reflection.functional);
  for (const IndexPlane& plane : planes) cost += nonzero(plane.normal) + 2;
  // T y + shift, and T once more for the strides: an entry is looked up and used.
  if (transforms > 1) cost += 4 * s * s + s;
  return cost;
}

RegionOfEvaluation region_of_evaluation(const SplineSpace& space, const CosetDecomposition& cosets,
                                        const IntVector& storage_period, const std::vector<Matrix>& group,
                                        const std::vector<KnotPlanes>& knot_planes, Strategy strategy,
                                        bool reflect_axes) {
  LATSPLINE_ASSERT(strategy != Strategy::automatic);
  std::optional<RegionOfEvaluation> best;
  std::tuple<std::size_t, std::size_t, int> best_score;
  // Every region has about as many pieces as there are cells modulo the lattice, and a fold divides them by the number of its chambers.
  std::size_t hopeless_chambers = 0;
  std::size_t planes = 0;
  for (const Candidate& candidate : candidates(space, cosets, group)) {
    // By all reflections, by those alone that keep the cosets (sites are then found with less work), and not at all: where one polynomial serves the whole
    // region there is nothing to fold. A larger part has at least as many pieces as a smaller one, so it is given up as soon as it has more.
    std::vector<std::vector<Matrix>> folds;
    if (strategy == Strategy::fold || reflect_axes) folds.push_back(stabilizer(candidate, group));
    if (strategy == Strategy::table && reflect_axes) folds.back() = axis_reflections(folds.back());
    if (strategy == Strategy::fold) {
      std::vector<Matrix> keepers = coset_keepers(folds.back(), storage_period);
      if (keepers.size() < folds.back().size()) folds.push_back(std::move(keepers));
    }
    folds.emplace_back();
    for (const std::vector<Matrix>& maps : folds) {
      check_interrupt();
      const Chamber chamber = chamber_of(maps);
      if (chamber.reflections.empty() && !maps.empty()) continue;
      const std::size_t chambers = std::max<std::size_t>(maps.size(), 1);
      if (!best && chambers <= hopeless_chambers) continue;
      RegionOfEvaluation attempt;
      attempt.rounding = candidate.rounding;
      attempt.region = candidate.region;
      attempt.chamber = chamber;
      attempt.part = candidate.region;
      for (const Reflection& reflection : chamber.reflections) {
        auto smaller = attempt.part.clipped({reflection.functional, Rational(0)});
        LATSPLINE_ASSERT(smaller.has_value());
        attempt.part = std::move(*smaller);
      }
      attempt.planes = planes_through(knot_planes, attempt.part, candidate.rounding.center);
      const std::size_t limit = best ? std::get<0>(best_score) : max_pieces;
      std::optional<std::vector<Polytope>> pieces = slice_at_most(attempt.part, attempt.planes, limit);
      if (!pieces) {
        if (!best) {
          hopeless_chambers = std::max(hopeless_chambers, chambers);
          planes = attempt.planes.size();
        }
        continue;
      }
      attempt.pieces = std::move(*pieces);
      const std::tuple score{attempt.pieces.size(), attempt.planes.size(),
                             preparation_cost(attempt.rounding, chamber.fold, {}, 1)};
      if (!best || score < best_score) {
        best_score = score;
        best = std::move(attempt);
      }
    }
  }
  if (!best)
    throw UnsupportedError(
        "the knot planes, " + std::to_string(planes) + " of them in one region of evaluation, cut it into more than " +
        std::to_string(max_pieces * hopeless_chambers) + " pieces, more than " + std::to_string(max_pieces) +
        " for each of the largest fold's chambers; fewer are supported");
  return std::move(*best);
}

}  // namespace latspline
