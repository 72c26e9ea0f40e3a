#include "latspline/plan/passes/shared_sums.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace latspline {
namespace {

/// The row in terms of the inputs.
Vector expanded(const SharedSums& sums, std::size_t row) {
  Vector result(static_cast<std::size_t>(sums.inputs));
  for (const auto& [node, factor] : sums.rows[row]) {
    if (node < sums.inputs) {
      result[static_cast<std::size_t>(node)] += factor;
    } else {
      result = result + factor * expanded(sums, static_cast<std::size_t>(node - sums.inputs));
    }
  }
  return result;
}

SharedSums from_matrix(const std::vector<Vector>& matrix) {
  SharedSums sums;
  sums.inputs = static_cast<std::int32_t>(matrix.front().size());
  for (const Vector& line : matrix) {
    auto& row = sums.rows.emplace_back();
    for (std::size_t i = 0; i < line.size(); ++i)
      if (!line[i].is_zero()) row.emplace_back(static_cast<std::int32_t>(i), line[i]);
  }
  return sums;
}

/// The additions after sharing; the rows must keep their values in every variant.
int shared_additions(const std::vector<Vector>& matrix) {
  int least = addition_count(from_matrix(matrix));
  for (int variant = 0; variant < 4; ++variant) {
    const SharedSums shared = share_sums(from_matrix(matrix), variant, 1'000'000);
    for (std::size_t r = 0; r < matrix.size(); ++r) EXPECT_EQ(expanded(shared, r), matrix[r]) << "row " << r;
    least = std::min(least, addition_count(shared));
  }
  return least;
}

TEST(SharedSums, RowsThatAgreeUpToAFactorAreOneRow) {
  // Three multiples of one row of five: its four additions.
  EXPECT_EQ(shared_additions(
                {{1, 2, 3, 4, 5}, {Rational(-1, 2), -1, Rational(-3, 2), -2, Rational(-5, 2)}, {7, 14, 21, 28, 35}}),
            4);
}

TEST(SharedSums, InputsWithOneRatioAreOneInput) {
  // x0 + 2 x1 and x2 - x3 everywhere: one addition each and one per row.
  EXPECT_EQ(shared_additions({{1, 2, 1, -1}, {3, 6, 1, -1}, {1, 2, 5, -5}, {2, 4, -7, 7}}), 2 + 4);
}

TEST(SharedSums, EvenAndOddPartsOfMirroredRowsAreShared) {
  // e + o and e - o with e, o of four inputs each: 3 + 3 + 2 additions instead of 14.
  EXPECT_EQ(shared_additions({{1, 2, 3, 4, 1, 5, 2, 3}, {1, 2, 3, 4, -1, -5, -2, -3}}), 8);
}

TEST(SharedSums, RowThatIsPartOfAnotherIsUsedThere) {
  EXPECT_EQ(shared_additions({{1, 1, 1, 0, 0}, {2, 2, 2, 1, 1}}), 2 + 2);
}

TEST(SharedSums, NothingInCommonStaysAsItIs) {
  EXPECT_EQ(shared_additions({{1, 2, 0, 0}, {0, 0, 1, 3}, {0, 1, 1, 0}}), 3);
}

TEST(SharedSums, RandomRowsKeepTheirValues) {
  std::uint64_t state = 11;
  const auto next = [&state](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((state >> 33) % below);
  };
  std::vector<Vector> matrix;
  for (int r = 0; r < 12; ++r) {
    Vector line;
    for (int i = 0; i < 10; ++i) line.emplace_back(next(3) == 0 ? 0 : next(5) - 2, 1 + next(3));
    matrix.push_back(std::move(line));
  }
  EXPECT_LT(shared_additions(matrix), addition_count(from_matrix(matrix)));
}

TEST(SharedSums, StopsAtTheWorkLimitWithRowsIntact) {
  std::vector<Vector> matrix;
  for (int r = 0; r < 8; ++r) {
    Vector line;
    for (int i = 0; i < 8; ++i) line.emplace_back(1 + i * (r % 2));
    matrix.push_back(std::move(line));
  }
  for (const std::int64_t work : {0, 50, 200, 2000}) {
    const SharedSums shared = share_sums(from_matrix(matrix), 0, work);
    for (std::size_t r = 0; r < matrix.size(); ++r) EXPECT_EQ(expanded(shared, r), matrix[r]) << "work " << work;
  }
}

}  // namespace
}  // namespace latspline
