#include "latspline/analysis/subregion_index.h"

#include <gtest/gtest.h>

#include "latspline/exact/arrangement.h"

namespace latspline {
namespace {

struct Sliced {
  std::vector<Hyperplane> planes;
  std::vector<Polytope> pieces;
};

Sliced square(std::vector<Hyperplane> planes) {
  std::vector<Polytope> pieces = slice(Polytope::parallelepiped({0, 0}, {{4, 0}, {0, 4}}), planes);
  return {std::move(planes), std::move(pieces)};
}

/// At every point of a fine grid, the corners and edges included, the index leads to a piece that contains the point.
void expect_right_everywhere(const Sliced& sliced, const std::vector<std::int32_t>& labels) {
  const SubregionIndex index = subregion_index(sliced.planes, sliced.pieces, labels);
  EXPECT_EQ(index.table.size(), static_cast<std::size_t>(index.modulus));
  for (int i = 0; i <= 16; ++i)
    for (int j = 0; j <= 16; ++j) {
      const Vector y{Rational(i, 4), Rational(j, 4)};
      const std::int32_t found = lookup(index, y);
      bool right = false;
      for (std::size_t p = 0; p < sliced.pieces.size(); ++p)
        right |= labels[p] == found && sliced.pieces[p].contains(y);
      EXPECT_TRUE(right) << "label " << found << " at " << to_string(y);
    }
}

TEST(SubregionIndex, OfOnePieceHasNoPlanes) {
  const Sliced whole = square({});
  const SubregionIndex index = subregion_index(whole.planes, whole.pieces, {0});
  EXPECT_TRUE(index.planes.empty());
  EXPECT_EQ(index.modulus, 1);
  EXPECT_EQ(index.table, (std::vector<std::int32_t>{0}));
}

TEST(SubregionIndex, DropsPlanesBetweenEqualLabels) {
  const Sliced halves = square({{{1, 0}, 2}, {{0, 1}, 1}});
  // Label by x < 2 only.
  std::vector<std::int32_t> labels;
  for (const Polytope& piece : halves.pieces) labels.push_back(piece.interior_point()[0] < Rational(2) ? 0 : 1);
  const SubregionIndex index = subregion_index(halves.planes, halves.pieces, labels);
  ASSERT_EQ(index.planes.size(), 1u);
  EXPECT_EQ(index.planes[0].normal, (Vector{1, 0}));
  expect_right_everywhere(halves, labels);
}

/// Where several lines meet, rounding may put a point on sides that no point has together: the index leads to one of the pieces that meet there all the same.
TEST(SubregionIndex, SidesThatRoundingMixesUpLeadToANeighbour) {
  // Three lines meet in (2, 2), where eight patterns of sides are possible for rounded numbers and six for points; a fourth misses it.
  const Sliced star = square({{{1, -1}, 0}, {{1, 1}, 4}, {{1, 0}, 2}, {{0, 1}, 3}});
  std::vector<std::int32_t> labels;
  for (std::size_t p = 0; p < star.pieces.size(); ++p) labels.push_back(static_cast<std::int32_t>(p));
  const SubregionIndex index = subregion_index(star.planes, star.pieces, labels);
  const Vector center{2, 2};
  for (int pattern = 0; pattern < 8; ++pattern) {
    std::int64_t sum = 0;
    int line = 0;
    for (const IndexPlane& plane : index.planes)
      if (dot(plane.normal, center) == plane.offset && (pattern >> line++ & 1) != 0) sum += plane.weight;
    EXPECT_EQ(line, 3);
    const std::int32_t found = index.table[static_cast<std::size_t>(sum % index.modulus)];
    ASSERT_GE(found, 0) << "pattern " << pattern;
    EXPECT_TRUE(star.pieces[static_cast<std::size_t>(found)].contains(center)) << "pattern " << pattern;
  }
}

TEST(SubregionIndex, IsRightOnEveryBoundary) {
  for (const Sliced& sliced :
       {square({{{1, -1}, 0}, {{1, 1}, 4}}), square({{{1, 0}, 1}, {{1, 0}, 2}, {{1, 0}, 3}, {{0, 1}, 1}, {{0, 1}, 2}}),
        square({{{1, -1}, -1}, {{1, -1}, 0}, {{1, -1}, 1}, {{1, 1}, 3}, {{1, 1}, 4}, {{0, 1}, 2}, {{1, 0}, 2}})}) {
    std::vector<std::int32_t> labels;
    for (std::size_t p = 0; p < sliced.pieces.size(); ++p) labels.push_back(static_cast<std::int32_t>(p));
    expect_right_everywhere(sliced, labels);
    // Labels that merge pieces, too.
    for (std::int32_t& label : labels) label %= 3;
    expect_right_everywhere(sliced, labels);
  }
}

TEST(SubregionIndex, ParallelPlanesCountSlabs) {
  const Sliced slabs = square({{{1, 0}, 1}, {{1, 0}, 2}, {{1, 0}, 3}});
  const SubregionIndex index = subregion_index(slabs.planes, slabs.pieces, {0, 1, 2, 3});
  ASSERT_EQ(index.planes.size(), 3u);
  for (const IndexPlane& plane : index.planes) EXPECT_EQ(plane.weight, 1);
  EXPECT_EQ(index.modulus, 4);
  EXPECT_EQ(index.table, (std::vector<std::int32_t>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace latspline
