#include "latspline/analysis/chamber.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "latspline/analysis/symmetry.h"

namespace latspline {
namespace {

std::vector<Matrix> group_of(const char* space) { return symmetry_group(catalog_space(space)); }

TEST(Chamber, OfSignedPermutationsIsReachedByAbsAndSort) {
  const Chamber chamber = chamber_of(group_of("cc/cubic"));
  EXPECT_EQ(chamber.reflections.size(), 9u);
  EXPECT_EQ(chamber.fold.size(), 6u) << "three absolute values, a network of three comparators";
  std::mt19937_64 generator(1);
  std::uniform_int_distribution<int> entry(-9, 9);
  for (int i = 0; i < 50; ++i) {
    const Vector y{entry(generator), entry(generator), entry(generator)};
    Vector expected;
    for (const Rational& x : y) expected.push_back(x.abs());
    std::sort(expected.rbegin(), expected.rend());
    EXPECT_EQ(folded(chamber.fold, y), expected);
  }
}

TEST(Chamber, OfTheWholeGroupOfD4TakesTwoReflectionsMore) {
  const Chamber chamber = chamber_of(group_of("d4/12dir"));
  EXPECT_EQ(chamber.reflections.size(), 24u);
  EXPECT_EQ(chamber.fold.size(), 11u) << "four absolute values, a network of five comparators, two with halves";
}

TEST(Chamber, EveryPointIsFoldedIntoIt) {
  std::mt19937_64 generator(2);
  std::uniform_int_distribution<std::int64_t> entry(-1000, 1000);
  for (const char* space :
       {"hex/linear", "z2/zp", "a4s/linear", "d4/12dir", "z4/linear", "cc/tetrahedral", "a5s/linear"}) {
    SCOPED_TRACE(space);
    const std::vector<Matrix> group = group_of(space);
    const Chamber chamber = chamber_of(group);
    ASSERT_FALSE(chamber.reflections.empty());
    for (const Reflection& reflection : chamber.reflections) {
      EXPECT_EQ(dot(reflection.functional, reflection.direction), Rational(2));
      EXPECT_NE(std::find(group.begin(), group.end(), to_matrix(reflection)), group.end());
    }
    for (int i = 0; i < 30; ++i) {
      Vector y;
      for (int j = 0; j < group.front().rows(); ++j) y.emplace_back(entry(generator), i % 2 == 0 ? 7 : 500);
      const Vector inside = folded(chamber.fold, y);
      for (const Reflection& reflection : chamber.reflections)
        EXPECT_GE(dot(reflection.functional, inside), Rational(0));
      EXPECT_EQ(folded(chamber.fold, inside), inside);
      const bool is_image = std::any_of(group.begin(), group.end(), [&](const Matrix& a) { return a * y == inside; });
      EXPECT_TRUE(is_image);
    }
  }
}

TEST(Chamber, WithoutReflectionsIsAllSpace) {
  // The identity, and minus it, which is no reflection in the plane.
  const Matrix minus = Matrix::from_rows(std::vector<IntVector>{{-1, 0}, {0, -1}});
  const Chamber chamber = chamber_of({Matrix::identity(2), minus});
  EXPECT_TRUE(chamber.reflections.empty());
  EXPECT_TRUE(chamber.fold.empty());
  EXPECT_TRUE(chamber_of({}).fold.empty());
  // On the line it is one.
  EXPECT_EQ(chamber_of({Matrix::identity(1), Matrix::from_rows(std::vector<IntVector>{{-1}})}).fold.size(), 1u);
}

}  // namespace
}  // namespace latspline
