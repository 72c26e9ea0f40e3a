#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latspline/abi/filter_taps.h"
#include "latspline/plan/plan.h"
#include "latspline/runtime/kernel.h"
#include "latspline/runtime/volume.h"

namespace latspline::tools {

/// The prefilter of a space, owning the arrays that latspline_filter_taps points to.
struct OwnedTaps {
  latspline_prefilter_kind kind = LATSPLINE_PREFILTER_NONE;
  std::uint32_t dimension = 0;
  std::vector<std::int64_t> sites;
  std::vector<double> values;
  std::vector<double> poles;
  std::vector<double> axis_taps;
  std::string reason;  ///< why no interpolation exists, for LATSPLINE_PREFILTER_IMPOSSIBLE
  latspline_filter_taps view() const;
};

/// All that a command needs to evaluate a spline space: the result of analyze, lower and jit_compile.
struct PreparedSpace {
  std::string name;     ///< catalogue name, or the spec's path
  std::string lattice;  ///< catalogue name of the lattice ("cc", "bcc", ..) or its matrix rows as "a b c; d e f; .."
  std::vector<double> frame;  ///< s x s row-major map from lattice coordinates to Euclidean space; identity for most
  double determinant = 1;     ///< volume of the lattice's unit cell in lattice coordinates
  Plan plan;
  Kernel kernel;
  LatticeShape shape;
  OwnedTaps taps;                ///< interpolation
  OwnedTaps quasi;               ///< quasi-interpolation of the full order
  int sites_per_evaluation = 0;  ///< the largest over the reference sub-regions
};

/// `spec`: a catalogue name ("bcc/rdodec-quintic") or the path of a JSON spec. InputError and UnsupportedError as in docs/errors.md.
/// `as_tuned`: with what `latspline tune` found on this machine.
PreparedSpace prepare_space(const std::string& spec, const PlanOptions& options, bool as_tuned = false);

}  // namespace latspline::tools
