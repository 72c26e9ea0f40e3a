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

/// The corners of a sub-region, as the images of those of its reference.
std::vector<Vector> corners(const Plan& plan, std::size_t subregion) {
  const Placement placement = placement_of(plan, static_cast<std::int32_t>(subregion));
  std::vector<Vector> vertices = plan.references[static_cast<std::size_t>(placement.reference)].vertices;
  if (plan.transforms.empty()) return vertices;
  const Transform& transform = plan.transforms[static_cast<std::size_t>(placement.transform)];
  const Matrix inverse = *transform.linear.inverse();
  for (Vector& vertex : vertices) vertex = inverse * (vertex - transform.shift);
  return vertices;
}

/// Whether the plane meets the hull of the vertices.
bool touches(const std::vector<Vector>& vertices, const IndexPlane& plane) {
  bool below = false;
  bool above = false;
  for (const Vector& vertex : vertices) {
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

std::vector<std::int32_t> complete_index_table(const Plan& plan) {
  const SubregionIndex& index = plan.index;
  LATSPLINE_ASSERT(index.modulus >= 1 && index.table.size() == static_cast<std::size_t>(index.modulus));
  std::vector<std::int32_t> table = index.table;
  const std::size_t count = subregion_count(plan);
  for (const std::int32_t entry : table) LATSPLINE_ASSERT(entry < static_cast<std::int32_t>(count));
  const auto used = std::find_if(table.begin(), table.end(), [](std::int32_t entry) { return entry >= 0; });
  LATSPLINE_ASSERT(used != table.end());
  const std::int32_t some = *used;
  std::vector<std::vector<Vector>> vertices;
  for (std::size_t r = 0; r < count; ++r) vertices.push_back(corners(plan, r));
  spread(
      index,
      [&](std::int32_t r, const IndexPlane& plane) { return touches(vertices[static_cast<std::size_t>(r)], plane); },
      table);
  spread(index, [](std::int32_t, const IndexPlane&) { return true; }, table);
  std::replace_if(
      table.begin(), table.end(), [](std::int32_t entry) { return entry < 0; }, some);  // no sum makes these
  return table;
}

SubregionNumbers subregion_numbers(Emitter& e, const Values& y) {
  SubregionNumbers numbers;
  if (subregion_count(e.plan) == 1) return numbers;
  std::vector<std::int32_t> references;
  std::vector<std::int32_t> transforms;
  for (const std::int32_t subregion : complete_index_table(e.plan)) {
    const Placement placement = placement_of(e.plan, subregion);
    references.push_back(placement.reference);
    transforms.push_back(placement.transform);
  }
  llvm::Value* sum = plane_sum(e, y);
  if (e.plan.references.size() > 1) numbers.reference = table_entry(e, references, sum, "subregions");
  if (e.plan.transforms.size() > 1) numbers.transform = table_entry(e, transforms, sum, "transforms");
  return numbers;
}

}  // namespace latspline::codegen
