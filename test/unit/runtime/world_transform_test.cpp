#include <gtest/gtest.h>

#include <limits>

#include "latspline/base/error.h"
#include "latspline/runtime/volume.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

TEST(WorldTransform, InverseUndoesApply) {
  WorldTransform transform;
  transform.matrix = {0.5, 0.1, -0.2, 0.0, 1e-6, 3e-7, 40.0, -7.0, 900.0};
  transform.origin = {3, -8, 1000};
  const WorldTransform inverse = transform.inverse(3);
  const double x[3] = {5, -2, 7};
  double world[3], back[3];
  transform.apply(3, x, world);
  EXPECT_DOUBLE_EQ(world[0], 0.5 * 5 - 0.1 * 2 - 0.2 * 7 + 3);
  inverse.apply(3, world, back);
  for (int j = 0; j < 3; ++j) EXPECT_NEAR(back[j], x[j], 1e-8);
}

TEST(WorldTransform, ExchangesRowsWhereAPivotVanishes) {
  WorldTransform transform;
  transform.matrix = {0, 2, 4, 0};
  transform.origin = {1, 1};
  const WorldTransform inverse = transform.inverse(2);
  EXPECT_EQ(inverse.matrix[1], 0.25);
  EXPECT_EQ(inverse.matrix[2], 0.5);
  EXPECT_EQ(inverse.origin[0], -0.25);
  EXPECT_EQ(inverse.origin[1], -0.5);
}

TEST(WorldTransform, SpacingsOfAnySizeAreRegular) {
  WorldTransform transform = WorldTransform::identity(3);
  transform.matrix[0] = 1e-30;
  transform.matrix[4] = 1e30;
  EXPECT_DOUBLE_EQ(transform.inverse(3).matrix[0], 1e30);
}

TEST(WorldTransform, RejectsWhatHasNoInverse) {
  WorldTransform transform;
  transform.matrix = {1, 2, 2, 4};
  EXPECT_NE(test::error_of<InputError>([&] { transform.inverse(2); }).find("[1 2; 2 4] is singular"),
            std::string::npos);
  transform.matrix[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(test::error_of<InputError>([&] { transform.inverse(2); }).find("not finite"), std::string::npos);
  transform = WorldTransform::identity(2);
  transform.origin[1] = std::numeric_limits<double>::infinity();
  EXPECT_NE(test::error_of<InputError>([&] { transform.inverse(2); }).find("origin is not finite"), std::string::npos);
}

}  // namespace
}  // namespace latspline
