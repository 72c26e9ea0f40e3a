#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latspline/analysis/prefilter_design.h"
#include "latspline/analysis/subregions.h"
#include "latspline/analysis/symbol.h"
#include "latspline/basis/spline_space.h"

namespace latspline {

enum class Independence : std::uint8_t {
  independent,
  dependent,
  undecided  ///< neither proved
};

/// What is known of a spline space beyond what its evaluation needs.
struct SpaceFacts {
  Polynomial moments;  ///< the moment series of phi up to degree `moment_degree`
  int moment_degree = 0;
  /// The norm of c -> f from bounded coefficients to bounded functions, the greatest sum over m of |phi(x - m)|: between these. 1 for box and Voronoi splines,
  /// which are nowhere negative.
  Rational norm_at_least = 1;
  Rational norm_at_most = 1;
  Independence shifts = Independence::undecided;  ///< of the lattice shifts of phi: f = 0 only for c = 0
  std::string shifts_reason;
  bool locally_independent = false;  ///< on every sub-region, the shifts that do not vanish there
  SymbolBounds symbol;
};

/// Linear independence is decided by the directions of a box spline (independent exactly if they are unimodular, in lattice coordinates); by construction for
/// Voronoi splines (their transform is a power of that of an indicator whose shifts have disjoint supports, so that at no frequency all its translates by the
/// dual lattice vanish); else by the weights of one sub-region, if these are independent, or by coefficients of alternating signs that give f = 0.
/// Source: Ron, "A necessary and sufficient condition for the linear independence of the integer translates of a compactly supported distribution", 1989;
/// Dahmen, Micchelli, "Translates of multivariate splines", 1983.
SpaceFacts space_facts(const SplineSpace& space, const std::vector<Matrix>& group,
                       const std::vector<Subregion>& subregions, const PrefilterDesign& prefilter, int order);

}  // namespace latspline
