#include <gtest/gtest.h>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

class CheckCode : public testing::Test {
 protected:
  Plan plan_ = bcc_linear();
  Kernel kernel_ = jit_compile(plan_);
  SampleVolume sample_{plan_, {3, 3, 3}};
  latspline_volume volume_ = sample_.view();
  float point_[3] = {1, 1, 1};
  float value_ = -5;
  float gradient_[3] = {-5, -5, -5};

  int status(const latspline_volume* volume) {
    return kernel_.f32(volume, point_, 3, 1, 1, &value_, gradient_, nullptr);
  }
  void expect(latspline_status expected) {
    EXPECT_EQ(status(&volume_), expected);
    if (expected == LATSPLINE_OK) return;
    EXPECT_EQ(value_, -5) << "written in spite of an error";
    EXPECT_EQ(gradient_[0], -5);
  }
};

TEST_F(CheckCode, AcceptsItsOwnVolume) { expect(LATSPLINE_OK); }

TEST_F(CheckCode, FindsAnotherAbiVersion) {
  volume_.abi_version = LATSPLINE_ABI_VERSION + 1;
  expect(LATSPLINE_ABI_MISMATCH);
}

TEST_F(CheckCode, FindsAnotherDimension) {
  volume_.dimension = 2;
  expect(LATSPLINE_DIMENSION_MISMATCH);
}

TEST_F(CheckCode, FindsAnotherNumberOfCosets) {
  volume_.coset_count = 4;
  expect(LATSPLINE_DIMENSION_MISMATCH);
}

TEST_F(CheckCode, FindsAnotherSpaceInAllItsBits) {
  volume_.space ^= std::uint64_t{1} << 63;
  expect(LATSPLINE_SPACE_MISMATCH);
}

TEST_F(CheckCode, FindsAnotherScalar) {
  volume_.scalar = LATSPLINE_F64;
  expect(LATSPLINE_SCALAR_MISMATCH);
}

TEST_F(CheckCode, FindsAnotherBoundaryRule) {
  volume_.boundary = LATSPLINE_BOUNDARY_ZERO;
  expect(LATSPLINE_BOUNDARY_MISMATCH);
}

TEST_F(CheckCode, FindsSamples) {
  volume_.content = LATSPLINE_SAMPLES;
  expect(LATSPLINE_NOT_COEFFICIENTS);
}

TEST_F(CheckCode, FindsNullPointers) {
  volume_.coefficients = nullptr;
  expect(LATSPLINE_NULL_ARGUMENT);
  EXPECT_EQ(status(nullptr), LATSPLINE_NULL_ARGUMENT);
  volume_ = sample_.view();
  EXPECT_EQ(kernel_.f32(&volume_, nullptr, 3, 1, 1, &value_, nullptr, nullptr), LATSPLINE_NULL_ARGUMENT);
  EXPECT_EQ(kernel_.f32(&volume_, point_, 3, 1, 1, nullptr, nullptr, nullptr), LATSPLINE_NULL_ARGUMENT);
}

TEST_F(CheckCode, AcceptsGradientsWithoutValues) {
  EXPECT_EQ(kernel_.f32(&volume_, point_, 3, 1, 1, nullptr, gradient_, nullptr), LATSPLINE_OK);
}

TEST_F(CheckCode, FindsHessiansThatAreNotBuilt) {
  float hessian[6];
  EXPECT_EQ(kernel_.f32(&volume_, point_, 3, 1, 1, &value_, nullptr, hessian), LATSPLINE_NOT_BUILT);
}

TEST_F(CheckCode, AcceptsNullArraysOfNoPoints) {
  EXPECT_EQ(kernel_.f32(&volume_, nullptr, 3, 1, 0, nullptr, nullptr, nullptr), LATSPLINE_OK);
  volume_.coefficients = nullptr;
  EXPECT_EQ(kernel_.f32(&volume_, nullptr, 3, 1, 0, nullptr, nullptr, nullptr), LATSPLINE_NULL_ARGUMENT);
}

TEST_F(CheckCode, ReportsTheFirstFault) {
  volume_.content = LATSPLINE_SAMPLES;
  volume_.boundary = LATSPLINE_BOUNDARY_ZERO;
  expect(LATSPLINE_BOUNDARY_MISMATCH);
  volume_.scalar = LATSPLINE_F64;
  expect(LATSPLINE_SCALAR_MISMATCH);
  volume_.space = 0;
  expect(LATSPLINE_SPACE_MISMATCH);
  volume_.dimension = 1;
  expect(LATSPLINE_DIMENSION_MISMATCH);
  volume_.abi_version = 0;
  expect(LATSPLINE_ABI_MISMATCH);
}

}  // namespace
}  // namespace latspline::test
