#pragma once

#include <functional>

#include "latspline/abi/filter_taps.h"
#include "latspline/runtime/volume.h"

namespace latspline {

struct PrefilterOptions {
  double tolerance = 1e-9;  ///< relative residual at which an iterative solve stops; from 1e-13 up to 1
  int max_iterations =
      500;  ///< more is an UnsupportedError naming the residual reached: the system is singular or nearly so
  /// Called now and then, by the calling thread, with the part done in [0, 1]; may be empty.
  std::function<void(double)> progress;
};

struct PrefilterReport {
  int iterations = 0;   ///< 0: direct
  double residual = 0;  ///< max |sum c phi - f| / max |f|, before c is rounded to the volume's scalar
};

/// Turns a volume of samples into the volume of coefficients c with sum over n of c[n] phi(k - n) = f[k] at every
/// stored site k, where c continues outside by the volume's own boundary rule. Samples that are not finite are an
/// InputError naming the first site, unless samples are coefficients already (LATSPLINE_PREFILTER_NONE). A volume that
/// already holds coefficients is an InputError; with LATSPLINE_PREFILTER_QUASI the coefficients are filtered samples instead, which approximate smooth
/// functions to the full order without passing through the samples; so is one of another lattice; a symbol with a zero is an
/// UnsupportedError that names it.
Volume prefilter(const Volume& samples, const latspline_filter_taps& taps, const PrefilterOptions& options = {},
                 PrefilterReport* report = nullptr);

}  // namespace latspline
