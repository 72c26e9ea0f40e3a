#pragma once

#include "latspline/codegen/lane_fetch.h"
#include "latspline/codegen/row_program.h"
#include "latspline/codegen/weights.h"

namespace latspline::codegen {

/// The program's form in rows if kernels make use of it: the option `layout` allows, rows lie side by side in memory and fill most of a vector.
std::optional<RowProgram> usable_rows(const Emitter& e, const LaneFetch& fetch, const ReferenceSubregion& reference,
                                      const WeightProgram& program);

/// What weighted_sum gives, bit for bit, by another layout: the weights with a point in each lane, then for one point after the other the coefficients with a
/// site in each lane, a row of neighbours along axis 0 at a time, and the end with a point in each lane again.
Outputs row_sum(Emitter& e, const ReferenceSubregion& reference, const WeightProgram& program, const RowProgram& rows,
                const Values& y, LaneFetch& fetch);

}  // namespace latspline::codegen
