#pragma once

#include <optional>

#include "latspline/codegen/outputs.h"
#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {

/// The outputs at points in lanes, wherever they are: value, and the derivatives by x. `uniform` are the volume's fields as scalars, `fields` the same in lanes.
/// `reference`: the reference sub-region that all points lie in, where that is known; else each lane finds its own.
Outputs evaluate_lanes(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const Values& x,
                       Derivatives derivatives, std::optional<std::size_t> reference = std::nullopt);

/// The reference sub-region of each point, for plans of one shift with several; of a point that is not evaluated any.
llvm::Value* reference_numbers(Emitter& e, const VolumeFields& fields, const Values& x);

}  // namespace latspline::codegen
