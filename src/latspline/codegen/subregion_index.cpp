#include "latspline/codegen/subregion_index.h"

#include <algorithm>
#include <bit>

#include "latspline/base/error.h"
#include "latspline/codegen/lookup.h"

namespace latspline::codegen {
namespace {

std::int64_t reduced(std::int64_t value, std::int64_t modulus) {
  const std::int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

/// Whether the sum of weights needs no reduction: none is negative and the total is below the modulus.
bool is_plain(const SubregionIndex& index) {
  std::int64_t total = 0;
  for (const IndexPlane& plane : index.planes) {
    if (plane.weight < 0 || plane.weight >= index.modulus - total) return false;
    total += plane.weight;
  }
  return true;
}

/// Whether the plane meets the hull of the sub-region's vertices.
bool touches(const ReferenceSubregion& subregion, const IndexPlane& plane) {
  bool below = false;
  bool above = false;
  for (const Vector& vertex : subregion.vertices) {
    const std::strong_ordering side = dot(plane.normal, vertex) <=> plane.offset;
    below = below || side <= 0;
    above = above || side >= 0;
  }
  return below && above;
}

/// Fills entries breadth first from the used ones, one plane more or less at a time, each plane taken only if `may_differ(r, plane)` for the
/// sub-region r in question.
template <typename Condition>
void spread(const SubregionIndex& index, Condition may_differ, std::vector<std::int32_t>& table) {
  const bool plain = is_plain(index);
  std::vector<std::size_t> reached;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i] >= 0) reached.push_back(i);
  }
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto from = static_cast<std::int64_t>(reached[next]);
    const std::int32_t subregion = table[reached[next]];
    for (const IndexPlane& plane : index.planes) {
      if (!may_differ(subregion, plane)) continue;
      for (const std::int64_t to : {from + plane.weight, from - plane.weight}) {
        if (plain && (to < 0 || to >= index.modulus)) continue;
        const auto place = static_cast<std::size_t>(reduced(to, index.modulus));
        if (table[place] >= 0) continue;
        table[place] = subregion;
        reached.push_back(place);
      }
    }
  }
}

/// The sum of the weights of the planes that y is beyond, modulo the modulus.
llvm::Value* plane_sum(Emitter& e, const Values& y) {
  const SubregionIndex& index = e.plan.index;
  const bool plain = is_plain(index);
  llvm::Value* sum = nullptr;
  for (const IndexPlane& plane : index.planes) {
    llvm::Value* beyond = e.ir.CreateFCmpOGE(e.affine(plane.normal, y), e.real(plane.offset));
    const std::int64_t weight = plain ? plane.weight : reduced(plane.weight, index.modulus);
    llvm::Value* term = std::has_single_bit(static_cast<std::uint64_t>(weight))
                            ? e.ir.CreateShl(e.ir.CreateZExt(beyond, e.indices),
                                             e.integer(std::countr_zero(static_cast<std::uint64_t>(weight))))
                            : e.ir.CreateSelect(beyond, e.integer(weight), e.integer(0));
    sum = e.plus(sum, term);
  }
  if (sum == nullptr) return e.integer(0);
  return plain ? sum : e.ir.CreateURem(sum, e.integer(index.modulus));
}

}  // namespace

std::vector<std::int32_t> complete_index_table(const SubregionIndex& index,
                                               const std::vector<ReferenceSubregion>& references) {
  LATSPLINE_ASSERT(index.modulus >= 1 && index.table.size() == static_cast<std::size_t>(index.modulus));
  std::vector<std::int32_t> table = index.table;
  for (const std::int32_t entry : table) LATSPLINE_ASSERT(entry < static_cast<std::int32_t>(references.size()));
  const auto used = std::find_if(table.begin(), table.end(), [](std::int32_t entry) { return entry >= 0; });
  LATSPLINE_ASSERT(used != table.end());
  const std::int32_t some = *used;
  spread(
      index,
      [&](std::int32_t r, const IndexPlane& plane) { return touches(references[static_cast<std::size_t>(r)], plane); },
      table);
  spread(index, [](std::int32_t, const IndexPlane&) { return true; }, table);
  std::replace_if(
      table.begin(), table.end(), [](std::int32_t entry) { return entry < 0; }, some);  // no sum makes these
  return table;
}

llvm::Value* subregion_number(Emitter& e, const Values& y) {
  if (e.plan.references.size() == 1) return nullptr;
  const std::vector<std::int32_t> table = complete_index_table(e.plan.index, e.plan.references);
  return table_entry(e, table, plane_sum(e, y), "subregions");
}

}  // namespace latspline::codegen
