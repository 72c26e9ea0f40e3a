#pragma once

#include <cstdint>
#include <vector>

#include "latspline/analysis/chamber.h"
#include "latspline/analysis/knot_planes.h"
#include "latspline/analysis/subregion_index.h"
#include "latspline/exact/polytope.h"
#include "latspline/lattice/coset.h"

namespace latspline {

enum class RoundingKind : std::uint8_t {
  voronoi_cosets,  ///< nearest site: the best of one candidate per coset, each found by rounding (x - l_k)/period axis by axis
  parallelepiped  ///< n0 = E floor(E^-1 (x - o)), columns of E generate the lattice
};

/// x = center + n0 + y0: n0 a lattice site, y0 in the region of evaluation.
struct RoundingStep {
  RoundingKind kind = RoundingKind::voronoi_cosets;
  Vector center;
  /// voronoi_cosets: the sites rounded to are the union of diag(period) Z^s + offsets[k]. Empty for parallelepiped.
  IntVector period;
  std::vector<IntVector> offsets;
  /// parallelepiped: the columns of E are its edges. Rows, integer. Empty for voronoi_cosets.
  std::vector<IntVector> edges;
  /// parallelepiped: E^-1. Rows. Empty for voronoi_cosets.
  std::vector<Vector> edges_inverse;
  bool operator==(const RoundingStep&) const = default;
};

/// Where a space is evaluated: the region, cut down to the chamber of the reflections that are folded away, and the knot planes inside.
struct RegionOfEvaluation {
  RoundingStep rounding;
  Polytope region;                 ///< in y0 coordinates: x = center + n0 + y0
  Chamber chamber;                 ///< without reflections if folding gains nothing
  Polytope part;                   ///< region intersected with the chamber, in y coordinates
  std::vector<Hyperplane> planes;  ///< the knot planes that cut `part`, in y coordinates
  std::vector<Polytope> pieces;    ///< `part` cut by `planes`
};

/// How a point of the region finds its sub-region.
enum class Strategy : std::uint8_t {
  automatic,  ///< the cheaper by predicted cost; analyze decides
  fold,       ///< folded into the chamber of all reflections that keep the region, by conditional reflections
  table  ///< not folded, or by reflections of single axes only; tables lead to a reference sub-region and the map into it
};

/// auto, fold, table.
std::string_view to_string(Strategy strategy);

/// Operations to round, fold and index one point, roughly: what tells two ways to evaluate a space apart, since the sums of weights are the same.
int preparation_cost(const RoundingStep& rounding, const std::vector<Reflection>& fold,
                     const std::vector<IndexPlane>& planes, std::size_t transforms);

/// The best of these regions: the Voronoi cell around 0, around its vertices and around half sites, and parallelepipeds spanned by sites
/// (a reduced basis, unimodular sets of directions) with a corner at 0 or at half of its diagonal; each with the reflections of `group` that keep it: for Strategy::fold
/// all of them or those that keep the cosets of the storage (see keeps_cosets), for Strategy::table none or those of axes (`reflect_axes`). Best means: fewest pieces,
/// then fewest planes, then the cheapest rounding and folding. What the space prescribes (center, region) is kept to; UnsupportedError if it cannot be.
/// `cosets` are those of the space's lattice.
RegionOfEvaluation region_of_evaluation(const SplineSpace& space, const CosetDecomposition& cosets,
                                        const IntVector& storage_period, const std::vector<Matrix>& group,
                                        const std::vector<KnotPlanes>& knot_planes, Strategy strategy,
                                        bool reflect_axes = true);

}  // namespace latspline
