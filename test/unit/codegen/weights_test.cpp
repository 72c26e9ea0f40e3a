#include <gtest/gtest.h>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

/// One site with the given program for the value on Z^1, y = x - round(x); the program for the gradient repeats it.
Plan program_plan(WeightProgram program, Scalar scalar) {
  PlanOptions options;
  options.scalar = scalar;
  options.boundary = Boundary::periodic;
  Plan plan = empty_plan(1, options);
  ReferenceSubregion cell;
  cell.sites = {{0}, {1}};
  cell.weights = {Polynomial::constant(1, 1), Polynomial::constant(1, 0)};
  plan.references = {cell};
  plan = lowered(plan);
  plan.references[0].value = program;
  program.outputs = {program.outputs[0], program.outputs[0]};
  plan.references[0].value_and_gradient = program;
  return plan;
}

WeightProgram every_operation(double constant) {
  WeightProgram program;
  program.constants = {Rational::from_double(constant)};
  program.quantized = {constant};
  program.code = {{Op::constant, 0},     // 0
                  {Op::coordinate, 0},   // 1: y
                  {Op::coefficient, 0},  // 2: c0
                  {Op::coefficient, 1},  // 3: c1
                  {Op::multiply, 0, 1},  // 4: k y
                  {Op::add, 4, 2},       // 5: k y + c0, two roundings
                  {Op::subtract, 5, 3},  // 6
                  {Op::negate, 6},       // 7
                  {Op::fma, 7, 1, 3}};   // 8: one rounding
  program.outputs = {8};
  return program;
}

template <typename T>
void expect_same_bits(Scalar scalar, T constant) {
  const Plan plan = program_plan(every_operation(constant), scalar);
  SampleVolume volume(plan, {5});
  const Points points = generic_points(1, 0, 4, 50);
  const Batch batch = run(jit_compile(plan), volume.view(), points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double rounded = std::floor(points[i][0] + 0.5);
    const T y = static_cast<T>(points[i][0] - rounded);
    const T c0 = static_cast<T>(volume.coefficient({static_cast<std::int64_t>(rounded)}));
    const T c1 = static_cast<T>(volume.coefficient({static_cast<std::int64_t>(rounded) + 1}));
    volatile T product = constant * y;  // rounded before the sum, whatever this compiler may contract
    const T expected = std::fma(-((product + c0) - c1), y, c1);
    EXPECT_EQ(batch.values[i], static_cast<double>(expected));
    EXPECT_EQ(batch.gradients[i][0], static_cast<double>(expected));
  }
}

TEST(WeightCode, RunsTheProgramBitForBit) {
  expect_same_bits<float>(Scalar::f32, 0.1f);
  expect_same_bits<double>(Scalar::f64, 0.1);
}

TEST(WeightCode, RefusesAProgramWithoutRoundedConstants) {
  Plan plan = multilinear(1);
  plan.references[0].value.quantized.clear();
  EXPECT_THROW(jit_compile(plan), InternalError);
}

TEST(WeightCode, RefusesAnOperandThatComesLater) {
  Plan plan = multilinear(1);
  plan.references[0].value.code.back().a = 1000;
  EXPECT_THROW(jit_compile(plan), InternalError);
}

TEST(WeightCode, RefusesAPlanThatIsNotLowered) {
  Plan plan = multilinear(1);
  plan.references[0].value = {};
  EXPECT_THROW(jit_compile(plan), InternalError);
  plan = multilinear(1);
  plan.references[0].coset.clear();
  EXPECT_THROW(jit_compile(plan), InternalError);
}

}  // namespace
}  // namespace latspline::test
