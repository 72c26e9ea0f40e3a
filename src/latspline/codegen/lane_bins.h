#pragma once

#include "latspline/codegen/lane_points.h"
#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {

/// Whether points are sorted by reference sub-region before they are evaluated: as the plan's option says, or where evaluating in every lane what some lane needs would cost
/// much more than sorting and branches are allowed. Plans of one reference sub-region, or of several shifts, have nothing to sort by.
bool uses_bins(const Emitter& e);

/// Evaluates the batch, at least as many points as lanes, block by block: the points of a block are counted and ordered by reference sub-region, each sub-region is evaluated at its own points in
/// full lanes, and the results return to the points' order. Bit for bit what each lane by itself gives.
void evaluate_in_bins(Emitter& e, const Signature& signature, const LanePoints& vectors, const VolumeFields& uniform,
                      const VolumeFields& fields, Derivatives derivatives);

}  // namespace latspline::codegen
