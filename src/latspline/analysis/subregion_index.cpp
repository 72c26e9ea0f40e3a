#include "latspline/analysis/subregion_index.h"

#include <map>

#include "latspline/base/error.h"

namespace latspline {
namespace {

bool is_above(const Hyperplane& plane, const Vector& point) { return dot(plane.normal, point) > plane.offset; }

/// No two points with the same sides of the kept planes have different labels.
bool tells_apart(const std::vector<std::vector<bool>>& sides, const std::vector<bool>& kept, const std::vector<std::int32_t>& labels) {
  std::map<std::vector<bool>, std::int32_t> seen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::vector<bool> key;
    for (std::size_t p = 0; p < kept.size(); ++p)
      if (kept[p]) key.push_back(sides[i][p]);
    if (seen.try_emplace(std::move(key), labels[i]).first->second != labels[i]) return false;
  }
  return true;
}

std::int64_t sum_of(const SubregionIndex& index, const Vector& y) {
  std::int64_t sum = 0;
  for (const IndexPlane& plane : index.planes)
    if (dot(plane.normal, y) >= plane.offset) sum += plane.weight;
  return sum;
}

}  // namespace

SubregionIndex subregion_index(const std::vector<Hyperplane>& planes, const std::vector<Vector>& interior_points,
                               const std::vector<std::int32_t>& labels) {
  std::vector<std::vector<bool>> sides;
  for (const Vector& point : interior_points) {
    std::vector<bool> row;
    for (const Hyperplane& plane : planes) row.push_back(is_above(plane, point));
    sides.push_back(std::move(row));
  }
  std::vector<bool> kept(planes.size(), true);
  LATSPLINE_ASSERT(tells_apart(sides, kept, labels));
  for (std::size_t p = planes.size(); p-- > 0;) {
    kept[p] = false;
    if (!tells_apart(sides, kept, labels)) kept[p] = true;
  }

  SubregionIndex result;
  // Parallel planes stand side by side in `planes`; a family of c planes takes the digits 0 .. c of a mixed-radix number.
  std::int64_t weight = 1;
  std::int64_t digits = 1;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    if (!kept[p]) continue;
    if (!result.planes.empty() && result.planes.back().normal != planes[p].normal) {
      if (weight > (std::int64_t{1} << 40) / digits) throw UnsupportedError("too many knot planes cut the region of evaluation");
      weight *= digits;
      digits = 1;
    }
    result.planes.push_back({planes[p].normal, planes[p].offset, weight});
    ++digits;
  }

  std::map<std::int64_t, std::int32_t> label_of;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int64_t sum = sum_of(result, interior_points[i]);
    LATSPLINE_ASSERT(label_of.try_emplace(sum, labels[i]).first->second == labels[i]);
  }
  for (result.modulus = 1;; ++result.modulus) {
    result.table.assign(static_cast<std::size_t>(result.modulus), -1);
    bool unambiguous = true;
    for (const auto& [sum, label] : label_of) {
      std::int32_t& entry = result.table[static_cast<std::size_t>(sum % result.modulus)];
      unambiguous = entry == -1 || entry == label;
      if (!unambiguous) break;
      entry = label;
    }
    if (unambiguous) return result;
  }
}

std::int32_t lookup(const SubregionIndex& index, const Vector& y) {
  return index.table[static_cast<std::size_t>(sum_of(index, y) % index.modulus)];
}

}  // namespace latspline
