#pragma once

#include <vector>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// The index table with its unused entries filled. In exact arithmetic no point has an index without a sub-region; in floating point a point
/// within a rounding error of a plane may count as beyond it. Such an index differs from a used one by few planes, and gets the
/// sub-region of the nearest used index, which shares those planes: the weights of the two agree there up to the rounding error
/// wherever the basis function is continuous. So no index reads outside the table and none is without code.
std::vector<std::int32_t> complete_index_table(const SubregionIndex& index);

/// The number of the reference sub-region of the folded point y, a 64-bit integer; null where there is one only.
llvm::Value* subregion_number(Emitter& e, const Values& y);

}  // namespace latspline::codegen
