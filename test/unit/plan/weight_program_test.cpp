#include "latspline/plan/weight_program.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"

namespace latspline {
namespace {

TEST(WeightProgramBuilder, SharesEqualInstructions) {
  WeightProgramBuilder builder;
  const auto x = builder.coordinate(0), y = builder.coordinate(1);
  EXPECT_EQ(builder.coordinate(0), x);
  EXPECT_EQ(builder.multiply(x, y), builder.multiply(y, x));
  EXPECT_EQ(builder.add(x, y), builder.add(y, x));
  EXPECT_NE(builder.subtract(x, y), builder.subtract(y, x));
  EXPECT_EQ(builder.fma(x, y, x), builder.fma(y, x, x));
  EXPECT_NE(builder.fma(x, y, x), builder.fma(x, y, y));
  EXPECT_EQ(builder.constant(Rational(1, 3)), builder.constant(Rational(2, 6)));
  EXPECT_EQ(builder.coefficient(4), builder.coefficient(4));
}

TEST(WeightProgramBuilder, FoldsZeroOneAndMinusOne) {
  WeightProgramBuilder builder;
  const auto zero = builder.constant(0), one = builder.constant(1), minus = builder.constant(-1);
  const auto x = builder.coordinate(0), y = builder.coordinate(1);
  EXPECT_EQ(builder.add(x, zero), x);
  EXPECT_EQ(builder.add(zero, x), x);
  EXPECT_EQ(builder.subtract(x, zero), x);
  EXPECT_EQ(builder.subtract(zero, x), builder.negate(x));
  EXPECT_EQ(builder.subtract(x, x), zero);
  EXPECT_EQ(builder.multiply(x, zero), zero);
  EXPECT_EQ(builder.multiply(x, one), x);
  EXPECT_EQ(builder.multiply(minus, x), builder.negate(x));
  EXPECT_EQ(builder.negate(builder.negate(x)), x);
  EXPECT_EQ(builder.negate(one), minus);
  EXPECT_EQ(builder.add(x, builder.negate(y)), builder.subtract(x, y));
  EXPECT_EQ(builder.add(builder.negate(y), x), builder.subtract(x, y));
  EXPECT_EQ(builder.subtract(x, builder.negate(y)), builder.add(x, y));
  EXPECT_EQ(builder.fma(x, y, zero), builder.multiply(x, y));
  EXPECT_EQ(builder.fma(x, zero, y), y);
  EXPECT_EQ(builder.fma(one, x, y), builder.add(x, y));
  EXPECT_EQ(builder.fma(x, minus, y), builder.subtract(y, x));
  EXPECT_EQ(builder.fma(builder.constant(2), builder.constant(3), x), builder.add(builder.constant(6), x));
  EXPECT_EQ(builder.multiply(builder.constant(Rational(1, 2)), builder.constant(4)), builder.constant(2));
}

TEST(WeightProgramBuilder, FinishDropsWhatNoOutputNeeds) {
  WeightProgramBuilder builder;
  const auto unused = builder.constant(7), three = builder.constant(3);
  const auto c1 = builder.coefficient(1), x = builder.coordinate(0), c0 = builder.coefficient(0);
  builder.multiply(unused, x);
  const auto product = builder.multiply(three, x);
  const auto sum = builder.fma(product, c0, c1);
  const WeightProgram program = builder.finish({sum, product});
  EXPECT_EQ(program.constants, Vector{3});
  const std::vector<Instruction> expected{{Op::constant, 0},    {Op::coefficient, 1}, {Op::coordinate, 0},
                                          {Op::coefficient, 0}, {Op::multiply, 0, 2}, {Op::fma, 3, 4, 1}};
  EXPECT_EQ(program.code, expected);
  EXPECT_EQ(program.outputs, (std::vector<std::int32_t>{5, 4}));
  EXPECT_TRUE(program.quantized.empty());
  const OperationCounts counts = count_operations(program);
  EXPECT_EQ(counts, (OperationCounts{0, 1, 1, 2}));
  EXPECT_EQ(counts.arithmetic(), 2);
  // The builder is ready for another program.
  EXPECT_EQ(builder.coordinate(0), 0);
  EXPECT_EQ(builder.finish({0}).code, (std::vector<Instruction>{{Op::coordinate, 0}}));
}

TEST(WeightProgramBuilder, UnknownOperandsAreAFault) {
  WeightProgramBuilder builder;
  const auto x = builder.coordinate(0);
  EXPECT_THROW(builder.add(x, 1), InternalError);
  EXPECT_THROW(builder.multiply(-1, x), InternalError);
  EXPECT_THROW(builder.finish({3}), InternalError);
}

TEST(OperationCounts, EachKindOfOperation) {
  WeightProgramBuilder builder;
  const auto x = builder.coordinate(0), y = builder.coordinate(1);
  const auto sum = builder.negate(builder.subtract(builder.add(x, y), builder.multiply(x, y)));
  EXPECT_EQ(count_operations(builder.finish({sum})), (OperationCounts{3, 1, 0, 0}));
}

}  // namespace
}  // namespace latspline
