#pragma once

#include <span>

#include "latspline/abi/filter_taps.h"
#include "latspline/runtime/prefilter.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// Solves sum over n of c[n] phi(k - n) = f[k] at the stored sites k; the rules zero and value continue c by 0.
/// `values` holds f and then c, in the order of Volume's `data`. Conjugate gradients where the map is self-adjoint
/// (Hestenes and Stiefel, 1952, doi:10.6028/jres.049.044), else BiCGSTAB (van der Vorst, 1992, doi:10.1137/0913035),
/// matrix-free; both restart from the true residual. Deterministic. UnsupportedError naming the residual reached where
/// options.max_iterations do not suffice: the system is singular or nearly so.
PrefilterReport solve_iteratively(const VolumeDescription& description, const latspline_filter_taps& taps,
                                  const PrefilterOptions& options, std::span<double> values);

}  // namespace latspline
