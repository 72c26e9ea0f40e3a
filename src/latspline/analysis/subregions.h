#pragma once

#include <vector>

#include "latspline/analysis/region_of_evaluation.h"
#include "latspline/basis/piece_evaluator.h"
#include "latspline/exact/polynomial.h"

namespace latspline {

/// A part of the chamber in which f(x) = sum over m of c[n0 + A^-1 sites[m]] weights[m](y) with one list of weights.
struct Subregion {
  std::vector<IntVector> sites;
  std::vector<Polynomial> weights;  ///< in y
  std::vector<Polytope> pieces;     ///< in y coordinates; more than one where pieces of equal weights were merged
  Vector interior_point;            ///< in the interior of pieces[0]
};

/// The weights of every piece of the region of evaluation, pieces of equal weights merged. InputError naming the defect if the weights do
/// not sum to 1, which means that the lattice shifts of phi do not; not asked for unless `sums_to_1`.
std::vector<Subregion> subregions(const SplineSpace& space, const RegionOfEvaluation& region, PieceEvaluator& phi,
                                  bool sums_to_1 = true);

/// The sites m with phi(point - m) != 0 possible: point - m in the interior of the support. Sorted.
std::vector<IntVector> support_sites(const SplineSpace& space, const Vector& point);

}  // namespace latspline
