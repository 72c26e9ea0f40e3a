#include "latspline/analysis/subregion_index.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "latspline/base/error.h"

namespace latspline {
namespace {

using Labels = std::vector<std::int32_t>;  // increasing

/// A point that stands for a face of a piece, or for its interior, and the labels of all pieces that contain it.
struct Witness {
  Vector point;
  Labels labels;
};

std::vector<Witness> witnesses(const std::vector<Polytope>& pieces, const std::vector<std::int32_t>& labels) {
  // The planes have the same signs all over the relative interior of a face, so one point of each face is enough.
  std::set<Vector> points;
  for (const Polytope& piece : pieces) {
    points.insert(piece.vertex_average());
    for (const std::vector<int>& face : piece.faces()) {
      Vector sum(static_cast<std::size_t>(piece.dimension()));
      for (int v : face) sum = sum + piece.vertices()[static_cast<std::size_t>(v)];
      points.insert(Rational(1, static_cast<std::int64_t>(face.size())) * sum);
    }
  }
  std::vector<Witness> result;
  for (const Vector& point : points) {
    std::set<std::int32_t> containing;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (pieces[i].contains(point)) containing.insert(labels[i]);
    result.push_back({point, {containing.begin(), containing.end()}});
  }
  return result;
}

/// Narrows `kept` to the labels that are in both; nullopt before the first.
bool narrow(std::optional<Labels>& kept, const Labels& labels) {
  if (!kept) {
    kept = labels;
    return true;
  }
  Labels common;
  std::set_intersection(kept->begin(), kept->end(), labels.begin(), labels.end(), std::back_inserter(common));
  kept = std::move(common);
  return !kept->empty();
}

/// All points with the same sides of the kept planes have a label in common.
bool tells_apart(const std::vector<std::vector<bool>>& sides, const std::vector<bool>& kept, const std::vector<Witness>& points) {
  std::map<std::vector<bool>, std::optional<Labels>> seen;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<bool> key;
    for (std::size_t p = 0; p < kept.size(); ++p)
      if (kept[p]) key.push_back(sides[i][p]);
    if (!narrow(seen[std::move(key)], points[i].labels)) return false;
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

SubregionIndex subregion_index(const std::vector<Hyperplane>& planes, const std::vector<Polytope>& pieces,
                               const std::vector<std::int32_t>& labels) {
  LATSPLINE_ASSERT(pieces.size() == labels.size());
  const std::vector<Witness> points = witnesses(pieces, labels);
  std::vector<std::vector<bool>> sides;
  for (const Witness& witness : points) {
    std::vector<bool> row;
    for (const Hyperplane& plane : planes) row.push_back(dot(plane.normal, witness.point) >= plane.offset);
    sides.push_back(std::move(row));
  }
  std::vector<bool> kept(planes.size(), true);
  LATSPLINE_ASSERT(tells_apart(sides, kept, points));
  for (std::size_t p = planes.size(); p-- > 0;) {
    kept[p] = false;
    if (!tells_apart(sides, kept, points)) kept[p] = true;
  }

  SubregionIndex result;
  // A family of c parallel planes takes the digits 0 .. c of a mixed-radix number.
  std::int64_t weight = 1;
  std::int64_t digits = 1;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    if (!kept[p]) continue;
    if (!result.planes.empty() && result.planes.back().normal != planes[p].normal) {
      if (weight > (std::int64_t{1} << 40) / digits)
        throw UnsupportedError("too many knot planes cut the region of evaluation");
      weight *= digits;
      digits = 1;
    }
    result.planes.push_back({planes[p].normal, planes[p].offset, weight});
    ++digits;
  }

  std::map<std::int64_t, std::optional<Labels>> by_sum;
  for (const Witness& witness : points) LATSPLINE_ASSERT(narrow(by_sum[sum_of(result, witness.point)], witness.labels));
  for (result.modulus = 1;; ++result.modulus) {
    std::vector<std::optional<Labels>> entries(static_cast<std::size_t>(result.modulus));
    const bool unambiguous = std::all_of(by_sum.begin(), by_sum.end(), [&](const auto& entry) {
      return narrow(entries[static_cast<std::size_t>(entry.first % result.modulus)], *entry.second);
    });
    if (!unambiguous) continue;
    for (const std::optional<Labels>& entry : entries) result.table.push_back(entry ? entry->front() : -1);
    return result;
  }
}

std::int32_t lookup(const SubregionIndex& index, const Vector& y) {
  return index.table[static_cast<std::size_t>(sum_of(index, y) % index.modulus)];
}

}  // namespace latspline
