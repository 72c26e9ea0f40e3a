#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latspline/analysis/cells.h"
#include "latspline/analysis/facts.h"
#include "latspline/analysis/placement.h"
#include "latspline/analysis/prefilter_design.h"
#include "latspline/analysis/quasi_interpolation.h"
#include "latspline/analysis/region_of_evaluation.h"
#include "latspline/analysis/subregion_index.h"
#include "latspline/analysis/subregions.h"
#include "latspline/basis/spline_space.h"
#include "latspline/lattice/coset.h"

namespace latspline {

/// Everything that is derived exactly from a spline space.
struct Analysis {
  SplineSpace space;
  CosetDecomposition cosets;
  int degree = 0;
  int continuity = 0;         ///< C^k; -1: discontinuous
  int order = 0;              ///< of approximation
  std::vector<Matrix> group;  ///< symmetries of the lattice and phi
  std::vector<KnotPlanes> knot_planes;
  std::vector<CellClass> cell_classes;  ///< classes under the group and translations
  Strategy strategy = Strategy::fold;   ///< the one taken, never automatic
  int predicted_cost = 0;               ///< see preparation_cost; times the number of shifts
  int other_cost = 0;                   ///< the same of the other strategy where it was considered, at least; else 0
  /// f(x) = sum over these l of f_l(x - l), f_l with the coefficients on one coset of the lattice that points are rounded to. {0} without a coset matrix.
  std::vector<IntVector> shifts;
  RegionOfEvaluation region;
  std::vector<Subregion> subregions;  ///< of the chamber, pieces of equal weights merged
  SubregionIndex index;               ///< which of `subregions` a folded point is in
  Placements placements;              ///< and as which image of a reference sub-region it is evaluated
  Vector reach;                       ///< phi(x) = 0 where |x_j| >= reach[j]
  std::vector<bool> axis_mirror;      ///< reflecting axis j is a symmetry
  PrefilterDesign prefilter;
  QuasiInterpolation quasi_interpolation;
  std::optional<SpaceFacts> facts;  ///< if the options ask for them
  double seconds = 0;               ///< wall time of analyze

  /// Cells modulo the lattice.
  std::int64_t cells() const;
};

struct AnalyzeOptions {
  bool count_cells = true;  ///< fill cell_classes; not needed for code
  bool find_facts = false;  ///< fill facts
  Strategy strategy = Strategy::automatic;
  bool reflect_axes =
      true;  ///< Strategy::table: fold by the reflections of single axes first, which makes the tables smaller
};

/// The analysis stage. InputError if the lattice shifts of phi do not sum to 1; UnsupportedError where a part is not built or too large.
Analysis analyze(const SplineSpace& space, const AnalyzeOptions& options = {});

/// Names, counts and facts, one `key: value` a line.
std::string describe(const Analysis& analysis);
/// The same as JSON.
std::string describe_json(const Analysis& analysis);

}  // namespace latspline
