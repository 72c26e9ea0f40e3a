#pragma once

#include <functional>
#include <span>

#include "latspline/abi/filter_taps.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// How a one-dimensional system is solved. Recursive: exact for the rules mirror and periodic on at least 2 sites.
/// Direct: any rule.
enum class SeparableRoute { automatic, recursive, direct };

/// Solves the system of a product of one symmetric filter per axis, in place: `values` holds the samples of a volume of
/// one coset, axis 0 fastest, and then the coefficients. The rules zero and value continue by 0. Axis by axis, lines in
/// parallel.
///
/// Recursive: the symbol t_0 + sum t_m (x^m + x^-m) is a constant times the product of (1 - z/x)(1 - z x) over the
/// poles z; it is inverted pole by pole with a causal and an anticausal first-order recursion, whose first values are
/// summed exactly from the periodic or whole-sample symmetric extension (M. Unser, Splines: a perfect fit for signal
/// and image processing, 1999, doi:10.1109/79.799930). UnsupportedError where an axis' system is singular; InputError
/// where the poles are not those of the taps.
void solve_separable(const VolumeDescription& description, const latspline_filter_taps& taps, SeparableRoute route,
                     std::span<double> values, const std::function<void(double)>& progress = {});

/// The same map the other way: coefficients in, samples out.
void apply_separable(const VolumeDescription& description, const latspline_filter_taps& taps, std::span<double> values);

}  // namespace latspline
