#include "latspline/plan/passes/quantize_coefficients.h"

#include <gtest/gtest.h>

#include "latspline/reference/interpreter.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

TEST(QuantizeCoefficients, RoundsOnceToTheScalar) {
  for (const Scalar scalar : {Scalar::f32, Scalar::f64}) {
    PlanOptions options;
    options.scalar = scalar;
    const Plan plan = plan_after("z1/quintic", "quantize_coefficients", options);
    const WeightProgram& program = plan.references.front().value;
    ASSERT_EQ(program.quantized.size(), program.constants.size());
    ASSERT_FALSE(program.constants.empty());
    for (std::size_t i = 0; i < program.constants.size(); ++i)
      EXPECT_EQ(program.quantized[i], scalar == Scalar::f32 ? static_cast<double>(program.constants[i].to_float())
                                                            : program.constants[i].to_double());
  }
}

/// The bound holds where coefficients of magnitude 1 have the worst signs, and is not idle.
TEST(QuantizeCoefficients, BoundHolds) {
  for (const char* space : {"z1/quintic", "z2/zp", "fcc/toct-cubic", "cc/quadratic"}) {
    const Plan plan = plan_after(space, "quantize_coefficients");
    ASSERT_TRUE(plan.quantization);
    const double bound = plan.quantization->coefficient_error;
    EXPECT_LT(bound, 1e-4) << space;
    double worst = 0;
    for (const ReferenceSubregion& reference : plan.references) {
      WeightProgram rounded = reference.value;
      for (std::size_t i = 0; i < rounded.constants.size(); ++i)
        rounded.constants[i] = Rational::from_double(rounded.quantized[i]);
      for (const Vector& y : reference.vertices) {
        Rational sum;
        for (std::size_t m = 0; m < reference.sites.size(); ++m) {
          Vector unit(reference.sites.size());
          unit[m] = 1;
          sum += (run_program(rounded, y, unit).front() - run_program(reference.value, y, unit).front()).abs();
        }
        worst = std::max(worst, sum.to_double());
      }
    }
    EXPECT_LE(worst, bound) << space;
  }
}

TEST(QuantizeCoefficients, ExactConstantsHaveNoError) {
  // The bound is rounded upwards step by step, so 0 becomes a few of the least doubles.
  EXPECT_LT(plan_after("cc/linear", "quantize_coefficients").quantization->coefficient_error, 1e-300);
  EXPECT_GT(plan_after("z1/cubic", "quantize_coefficients").quantization->coefficient_error, 1e-9);
}

}  // namespace
}  // namespace latspline::test
