#pragma once

#include <span>

#include "latspline/abi/filter_taps.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// Replaces the values v at the stored sites by sum over taps m of q(m) v[k - m], v continued by the boundary rule, with 0 for the rule value. InputError
/// as TapOperator.
void filter_directly(const VolumeDescription& description, const latspline_filter_taps& taps, std::span<double> values);

}  // namespace latspline
