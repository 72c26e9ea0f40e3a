#include "latspline/exact/arrangement.h"

#include <gtest/gtest.h>

namespace latspline {
namespace {

TEST(Slice, OfASquareByLines) {
  const Polytope square = Polytope::parallelepiped({0, 0}, {{1, 0}, {0, 1}});
  const std::vector<Hyperplane> lines = {{{1, -1}, 0}, {{1, 1}, 1}, {{1, 0}, 5}};
  const std::vector<Polytope> pieces = slice(square, lines);
  ASSERT_EQ(pieces.size(), 4u) << "a line that misses the square cuts nothing";
  Rational volume;
  for (const Polytope& piece : pieces) {
    volume += piece.volume();
    for (const Hyperplane& line : lines) EXPECT_NE(piece.side(line), 0);
  }
  EXPECT_EQ(volume, Rational(1));
  // Below the first line, x - y <= 0, before above it.
  EXPECT_EQ(pieces.front().side(lines[0]), -1);
  EXPECT_EQ(pieces.back().side(lines[0]), 1);
  EXPECT_EQ(slice(square, {}).size(), 1u);
}

TEST(Slice, StopsAtTheLimit) {
  const Polytope segment = Polytope::parallelepiped({0}, {{100}});
  std::vector<Hyperplane> points;
  for (int k = 1; k < 100; ++k) points.push_back({{1}, k});
  EXPECT_EQ(slice(segment, points).size(), 100u);
  EXPECT_FALSE(slice_at_most(segment, points, 10).has_value());
  EXPECT_FALSE(slice_at_most(segment, points, 99).has_value());
  ASSERT_TRUE(slice_at_most(segment, points, 100).has_value());
  EXPECT_EQ(slice_at_most(segment, points, 100)->size(), 100u);
}

/// n planes in general position through the interior of a box: 1 + n + C(n,2) + C(n,3) pieces, if all their intersections are inside.
TEST(Slice, GeneralPosition) {
  const Polytope box = Polytope::parallelepiped({-100, -100, -100}, {{200, 0, 0}, {0, 200, 0}, {0, 0, 200}});
  const std::vector<Hyperplane> planes = {{{1, 2, 3}, 1}, {{3, -1, 1}, 2}, {{-1, 1, 4}, 3}, {{2, 5, -1}, 4}};
  EXPECT_EQ(slice(box, planes).size(), 15u);
}

}  // namespace
}  // namespace latspline
