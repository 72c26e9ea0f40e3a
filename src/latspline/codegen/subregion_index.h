#pragma once

#include <vector>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// The index table with its unused entries filled. In exact arithmetic no point has an index without a sub-region; in floating point a point
/// within a rounding error of a plane may count as beyond it. Such an index differs by few planes from that of the sub-region that
/// the point belongs to, and that sub-region touches those planes. So it gets the sub-region of the nearest used index, counted in planes,
/// of those that touch the planes that differ, or of all where none does: the weights of the neighbours agree on the planes between
/// them wherever the basis function is continuous. No index then reads outside the table and none is without code.
std::vector<std::int32_t> complete_index_table(const Plan& plan);

/// Where a folded point is evaluated. Integers.
struct SubregionNumbers {
  llvm::Value* reference = nullptr;  ///< the reference sub-region; null where there is one only
  llvm::Value* transform = nullptr;  ///< of the plan's transforms; null where there are none
};
SubregionNumbers subregion_numbers(Emitter& e, const Values& y);

}  // namespace latspline::codegen
