#include "latspline/analysis/subregion_index.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/exact/side_test.h"

namespace latspline {
namespace {

using Labels = std::vector<std::int32_t>;  // increasing

/// A point that stands for a face of a piece, or for its interior, and the labels of all pieces that contain it.
struct Witness {
  Vector point;
  Labels labels;
  std::vector<std::uint64_t> sides;  ///< a bit for each plane: on its upper side, the plane included
};

/// One bit a plane.
using Bits = std::vector<std::uint64_t>;

void set(Bits& bits, std::size_t i) { bits[i / 64] |= std::uint64_t{1} << i % 64; }
void clear(Bits& bits, std::size_t i) { bits[i / 64] &= ~(std::uint64_t{1} << i % 64); }

bool disjoint(const Bits& a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] & b[i]) != 0) return false;
  return true;
}

/// The planes that a point is strictly above and strictly below.
struct Position {
  Bits above;
  Bits below;
};

Position position_of(const std::vector<SideTest>& planes, const Vector& point) {
  const std::size_t words = (planes.size() + 63) / 64;
  Position result{Bits(words), Bits(words)};
  const std::vector<double> near = nearest_doubles(point);
  for (std::size_t p = 0; p < planes.size(); ++p) {
    const int side = planes[p](point, near.data());
    if (side > 0) set(result.above, p);
    if (side < 0) set(result.below, p);
  }
  return result;
}

/// The planes cut the pieces out of one polytope, which holds all points: a point is in a piece if no plane separates it from the piece's interior.
std::vector<Witness> witnesses(const std::vector<Hyperplane>& planes, const std::vector<Polytope>& pieces,
                               const std::vector<std::int32_t>& labels) {
  const std::vector<SideTest> tests(planes.begin(), planes.end());
  // The planes have the same signs all over the relative interior of a face, so one point of each face is enough.
  std::set<Vector> points;
  std::vector<Position> positions;
  for (const Polytope& piece : pieces) {
    points.insert(piece.vertex_average());
    positions.push_back(position_of(tests, piece.vertex_average()));
    for (const std::vector<int>& face : piece.faces()) {
      Vector sum(static_cast<std::size_t>(piece.dimension()));
      for (int v : face) sum = sum + piece.vertices()[static_cast<std::size_t>(v)];
      points.insert(Rational(1, static_cast<std::int64_t>(face.size())) * sum);
    }
  }
  std::vector<Witness> result;
  for (const Vector& point : points) {
    check_interrupt();
    Position position = position_of(tests, point);
    std::set<std::int32_t> containing;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (disjoint(position.above, positions[i].below) && disjoint(position.below, positions[i].above))
        containing.insert(labels[i]);
    // Not below: on the plane or above it.
    Bits sides = std::move(position.below);
    for (std::uint64_t& word : sides) word = ~word;
    result.push_back({point, {containing.begin(), containing.end()}, std::move(sides)});
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
bool tells_apart(const Bits& kept, const std::vector<Witness>& points) {
  std::map<Bits, std::optional<Labels>> seen;
  Bits key(kept.size());
  for (const Witness& witness : points) {
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = witness.sides[i] & kept[i];
    if (!narrow(seen[key], witness.labels)) return false;
  }
  return true;
}

std::int64_t sum_of(const SubregionIndex& index, const Vector& y) {
  std::int64_t sum = 0;
  for (const IndexPlane& plane : index.planes)
    if (dot(plane.normal, y) >= plane.offset) sum += plane.weight;
  return sum;
}

/// Sums that no point has, but that rounding gives to a point where several planes meet: each plane on its own may come out on either side. They take a
/// label of the pieces that meet there, so that what is evaluated is the polynomial of a neighbour, and continuous.
void add_rounded_sides(const SubregionIndex& index, const std::vector<Witness>& points,
                       std::map<std::int64_t, std::optional<Labels>>& by_sum) {
  std::set<std::int64_t> possible;
  for (const auto& entry : by_sum) possible.insert(entry.first);
  constexpr std::size_t most_planes = 12;
  for (const Witness& witness : points) {
    check_interrupt();
    std::int64_t sum = 0;
    std::vector<std::int64_t> either;
    for (const IndexPlane& plane : index.planes) {
      const auto order = dot(plane.normal, witness.point) <=> plane.offset;
      if (order > 0) sum += plane.weight;
      if (order == 0) either.push_back(plane.weight);
    }
    if (either.size() < 2 || either.size() > most_planes) continue;
    for (std::size_t choice = 0; choice < std::size_t{1} << either.size(); ++choice) {
      std::int64_t rounded = sum;
      for (std::size_t i = 0; i < either.size(); ++i)
        if ((choice >> i & 1) != 0) rounded += either[i];
      if (possible.count(rounded) != 0) continue;
      std::optional<Labels>& labels = by_sum[rounded];
      const std::optional<Labels> before = labels;
      // Near two faces that share no piece: one of them has to do.
      if (!narrow(labels, witness.labels)) labels = before;
    }
  }
}

}  // namespace

SubregionIndex subregion_index(const std::vector<Hyperplane>& planes, const std::vector<Polytope>& pieces,
                               const std::vector<std::int32_t>& labels) {
  LATSPLINE_ASSERT(pieces.size() == labels.size());
  const std::vector<Witness> points = witnesses(planes, pieces, labels);
  Bits kept((planes.size() + 63) / 64);
  for (std::size_t p = 0; p < planes.size(); ++p) set(kept, p);
  LATSPLINE_ASSERT(tells_apart(kept, points));
  const bool one_label =
      std::all_of(labels.begin(), labels.end(), [&](std::int32_t label) { return label == labels.front(); });
  if (one_label) kept.assign(kept.size(), 0);
  for (std::size_t p = planes.size(); p-- > 0 && !one_label;) {
    check_interrupt();
    clear(kept, p);
    if (!tells_apart(kept, points)) set(kept, p);
  }

  SubregionIndex result;
  // A family of c parallel planes takes the digits 0 .. c of a mixed-radix number.
  std::int64_t weight = 1;
  std::int64_t digits = 1;
  for (std::size_t p = 0; p < planes.size(); ++p) {
    if ((kept[p / 64] >> p % 64 & 1) == 0) continue;
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
  add_rounded_sides(result, points, by_sum);
  constexpr std::int64_t most = std::int64_t{1} << 22;  // entries of a table
  // Sums of points inside one piece alone rule out most moduli, at little cost.
  std::vector<std::pair<std::int64_t, std::int32_t>> inside;
  for (const auto& [sum, entry] : by_sum)
    if (entry->size() == 1) inside.emplace_back(sum, entry->front());
  std::vector<std::int32_t> taken;
  const auto collide = [&](std::int64_t modulus) {
    taken.assign(static_cast<std::size_t>(modulus), -1);
    return std::any_of(inside.begin(), inside.end(), [&](const auto& point) {
      std::int32_t& label = taken[static_cast<std::size_t>(point.first % modulus)];
      const bool other = label >= 0 && label != point.second;
      label = point.second;
      return other;
    });
  };
  for (result.modulus = 1; result.modulus <= most; ++result.modulus) {
    check_interrupt();
    if (collide(result.modulus)) continue;
    std::vector<std::optional<Labels>> entries(static_cast<std::size_t>(result.modulus));
    const bool unambiguous = std::all_of(by_sum.begin(), by_sum.end(), [&](const auto& entry) {
      return narrow(entries[static_cast<std::size_t>(entry.first % result.modulus)], *entry.second);
    });
    if (!unambiguous) continue;
    for (const std::optional<Labels>& entry : entries) result.table.push_back(entry ? entry->front() : -1);
    return result;
  }
  throw UnsupportedError("the index of " + std::to_string(pieces.size()) + " pieces by " +
                         std::to_string(result.planes.size()) + " knot planes needs a table of more than " +
                         std::to_string(most) + " entries");
}

std::int32_t lookup(const SubregionIndex& index, const Vector& y) {
  return index.table[static_cast<std::size_t>(sum_of(index, y) % index.modulus)];
}

}  // namespace latspline
