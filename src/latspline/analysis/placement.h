#pragma once

#include <cstdint>
#include <vector>

#include "latspline/analysis/region_of_evaluation.h"
#include "latspline/analysis/subregions.h"

namespace latspline {

/// A symmetry of the space seen from the centre o of the region of evaluation, x -> T x + l with phi(T x) = phi(x) and a site l: it takes the
/// point o + y to o + (T y + shift) and the site m to T m + site_shift. The two shifts differ by the site o - T o.
struct Transform {
  Matrix linear;         ///< T
  Vector shift;          ///< of points
  IntVector site_shift;  ///< of sites
  bool operator==(const Transform&) const = default;
};

/// Where a sub-region is evaluated: its weight at the site m and the point y is the weight of the reference sub-region at the transformed site
/// and the transformed point.
struct Placement {
  std::int32_t reference = 0;
  std::int32_t transform = 0;
  bool operator==(const Placement&) const = default;
};

/// The sub-regions as images of few reference sub-regions.
struct Placements {
  std::vector<std::size_t> references;  ///< positions among the sub-regions
  std::vector<Transform> transforms;    ///< the identity first
  std::vector<Placement> placements;    ///< one per sub-region
};

/// Finds for every sub-region an earlier one that a symmetry of the space maps it to, weights compared exactly. Only symmetries that keep integer vectors
/// and the periods of the cosets are used, so that a step between the sites of one coset stays one.
/// These are the tables pi, T and t of Horacsek, Alim, "Automatic Generation of Interpolants for Lattice Samplings", DOI 10.1145/3577194.
Placements place_subregions(const std::vector<Matrix>& group, const IntVector& period, const Vector& center,
                            const std::vector<Subregion>& subregions);

/// A maps integer vectors to such, and D Z^s (D = diag(period)) to itself: then a step between sites of one coset is mapped to a step
/// between sites of one coset, which the address arithmetic relies on.
bool keeps_cosets(const Matrix& a, const IntVector& period);

}  // namespace latspline
