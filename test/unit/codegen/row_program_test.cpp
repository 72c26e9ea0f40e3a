#include "latspline/codegen/row_program.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

/// `rows` x `columns` sites of Z^2, all in one coset.
ReferenceSubregion grid(int rows, int columns) {
  ReferenceSubregion reference;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      reference.sites.push_back({column - 1, row - 1});
      reference.step.push_back({column - 1, row - 1});
      reference.coset.push_back(0);
    }
  return reference;
}

/// sum over the columns of (y_0 + column) times the sum over the rows of (y_1 + row) c.
WeightProgram columns_last(int rows, int columns) {
  WeightProgramBuilder builder;
  const auto weight = [&](int axis, int k) { return builder.add(builder.coordinate(axis), builder.constant(k + 1)); };
  std::int32_t total = -1;
  for (int column = 0; column < columns; ++column) {
    std::int32_t sum = -1;
    for (int row = 0; row < rows; ++row) {
      const std::int32_t c = builder.coefficient(row * columns + column);
      sum = row == 0 ? builder.multiply(weight(1, row), c) : builder.fma(weight(1, row), c, sum);
    }
    total = column == 0 ? builder.multiply(weight(0, column), sum) : builder.fma(weight(0, column), sum, total);
  }
  return builder.finish({total});
}

TEST(RowProgram, FindsWhatIsDoneToAllColumnsAlike) {
  const ReferenceSubregion reference = grid(6, 4);
  const WeightProgram program = columns_last(6, 4);
  const auto rows = row_program(reference, program);
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ(rows->columns, 4u);
  EXPECT_EQ(rows->rows.size(), 6u);
  for (std::size_t r = 0; r < rows->rows.size(); ++r)
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(rows->rows[r][c], r * 4 + c);
  // One product and five additions of a product for 24 sites; the last of them is what the columns are taken from.
  ASSERT_EQ(rows->code.size(), 6u);
  EXPECT_EQ(rows->weights.size(), 6u);
  for (std::size_t i = 0; i < rows->code.size(); ++i) {
    EXPECT_EQ(rows->code[i].op, i == 0 ? Op::multiply : Op::fma);
    EXPECT_EQ(rows->code[i].members.size(), 4u);
    EXPECT_EQ(rows->code[i].exported, i == 5);
  }
}

TEST(RowProgram, NeedsFullRowsOfNeighbours) {
  const WeightProgram program = columns_last(6, 4);
  ReferenceSubregion gap = grid(6, 4);
  gap.step[3][0] = 7;
  EXPECT_FALSE(row_program(gap, program).has_value());
  ReferenceSubregion two_cosets = grid(6, 4);
  two_cosets.coset[5] = 1;
  EXPECT_FALSE(row_program(two_cosets, program).has_value());
}

TEST(RowProgram, NeedsEqualTreatmentOfTheColumns) {
  // Each site has a weight of its own.
  WeightProgramBuilder builder;
  std::int32_t total = builder.constant(0);
  for (int site = 0; site < 24; ++site)
    total =
        builder.fma(builder.add(builder.coordinate(0), builder.constant(site + 2)), builder.coefficient(site), total);
  EXPECT_FALSE(row_program(grid(6, 4), builder.finish({total})).has_value());
}

TEST(RowProgram, RefusesBrokenPrograms) {
  WeightProgram later = columns_last(6, 4);
  for (Instruction& instruction : later.code)
    if (instruction.op == Op::fma) instruction.c = static_cast<std::int32_t>(later.code.size()) + 5;
  EXPECT_THROW(row_program(grid(6, 4), later), InternalError);
  WeightProgram no_site = columns_last(6, 4);
  for (Instruction& instruction : no_site.code)
    if (instruction.op == Op::coefficient) instruction.a = 24;
  EXPECT_THROW(row_program(grid(6, 4), no_site), InternalError);
  WeightProgram no_output = columns_last(6, 4);
  no_output.outputs = {static_cast<std::int32_t>(no_output.code.size())};
  EXPECT_THROW(row_program(grid(6, 4), no_output), InternalError);
}

TEST(RowProgram, IsNotForOneRow) { EXPECT_FALSE(row_program(grid(1, 4), columns_last(1, 4)).has_value()); }

}  // namespace
}  // namespace latspline::codegen
