#include "latspline/runtime/layout.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

latspline_volume laid_out(const VolumeDescription& description, std::int64_t& total, std::int64_t& origin) {
  latspline_volume view{};
  total = lay_out(description, view, origin);
  return view;
}

latspline_volume laid_out(const VolumeDescription& description) {
  std::int64_t total = 0, origin = 0;
  return laid_out(description, total, origin);
}

std::vector<LatticeShape> shapes() {
  return {cartesian(1, 1), cartesian(1, 2.5), cartesian(2, 3), bcc(4), bcc(1.5), fcc(2), quincunx(2), cartesian(4, 1)};
}

TEST(Layout, PaddingCoversEveryFetchOfAPointWithinTheBounds) {
  for (const LatticeShape& shape : shapes()) {
    for (const auto rule : all_rules) {
      for (const std::int64_t extent : {1, 2, 7}) {
        const latspline_volume view =
            laid_out(describe(shape, std::vector<std::int64_t>(shape.dimension, extent), rule));
        for (std::uint32_t j = 0; j < shape.dimension; ++j) {
          for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
            for (std::int64_t i = -40; i < 60; ++i) {
              const auto n = static_cast<double>(shape.period[j] * i + shape.offsets[k * shape.dimension + j]);
              if (n < view.lower[j] - shape.reach[j] - 1 || n > view.upper[j] + shape.reach[j] + 1) continue;
              EXPECT_GE(i, -view.padding[j]);
              EXPECT_LT(i, view.extent[j] + view.padding[j]);
            }
          }
        }
      }
    }
  }
}

TEST(Layout, BoundsFollowTheRule) {
  const auto near = [](double a, double b) { return std::abs(a - b) < 0.0011; };
  const latspline_volume mirror = laid_out(describe(bcc(4), {5, 6, 7}, LATSPLINE_BOUNDARY_MIRROR));
  EXPECT_EQ(mirror.top[1], 11);
  EXPECT_EQ(mirror.wrap[1], 22);
  EXPECT_TRUE(near(mirror.lower[1], 0) && mirror.lower[1] < 0);
  EXPECT_TRUE(near(mirror.upper[1], 11) && mirror.upper[1] > 11);
  const latspline_volume periodic = laid_out(describe(bcc(4), {5, 6, 7}, LATSPLINE_BOUNDARY_PERIODIC));
  EXPECT_EQ(periodic.wrap[1], 12);
  EXPECT_TRUE(near(periodic.upper[1], 12) && periodic.upper[1] > 12);
  const latspline_volume clamp = laid_out(describe(bcc(4), {5, 6, 7}, LATSPLINE_BOUNDARY_CLAMP));
  EXPECT_EQ(clamp.wrap[1], 2);
  EXPECT_TRUE(near(clamp.lower[1], -6) && clamp.lower[1] < -6);
  EXPECT_TRUE(near(clamp.upper[1], 17) && clamp.upper[1] > 17);
  const latspline_volume zero = laid_out(describe(bcc(4), {5, 6, 7}, LATSPLINE_BOUNDARY_ZERO));
  EXPECT_EQ(zero.wrap[1], 0);
  EXPECT_TRUE(near(zero.lower[1], -4) && zero.lower[1] < -4);
  EXPECT_TRUE(near(zero.upper[1], 15) && zero.upper[1] > 15);
}

TEST(Layout, ASingleLayerOfSitesHasNoRoomBetweenItsMirrors) {
  const latspline_volume view = laid_out(describe(cartesian(2, 2), {1, 5}, LATSPLINE_BOUNDARY_MIRROR));
  EXPECT_EQ(view.top[0], 0);
  EXPECT_EQ(view.wrap[0], 0);
  EXPECT_LT(view.upper[0], 0.0011);
}

TEST(Layout, RowsAndCosetsDoNotOverlapAndAreAligned) {
  for (const LatticeShape& shape : shapes()) {
    for (const auto scalar : {LATSPLINE_F32, LATSPLINE_F64}) {
      std::int64_t total = 0, origin = 0, length = 1, first = 0;
      const latspline_volume view =
          laid_out(describe(shape, std::vector<std::int64_t>(shape.dimension, 5), LATSPLINE_BOUNDARY_CLAMP, scalar),
                   total, origin);
      EXPECT_EQ(view.stride[0], 1);
      for (std::uint32_t j = 0; j < shape.dimension; ++j) {
        EXPECT_GE(view.stride[j], length);
        length = view.stride[j] * (view.extent[j] + 2 * view.padding[j]);
        first += view.stride[j] * view.padding[j];
        if (j > 0) {
          EXPECT_EQ(view.stride[j] * static_cast<std::int64_t>(scalar_size(scalar)) % 64, 0);
        }
      }
      EXPECT_EQ(origin, first);
      EXPECT_GE(view.coset_stride, length);
      EXPECT_EQ(view.coset_stride * static_cast<std::int64_t>(scalar_size(scalar)) % 64, 0);
      EXPECT_EQ(total, view.coset_stride * shape.coset_count);
    }
  }
}

TEST(Layout, AvoidsRowsThatShareCacheSets) {
  const std::int64_t padding =
      laid_out(describe(cartesian(2, 2), {100, 4}, LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_F32)).padding[0];
  const latspline_volume view =
      laid_out(describe(cartesian(2, 2), {1024 - 2 * padding, 4}, LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_F32));
  EXPECT_NE(view.stride[1] * 4 % 4096, 0);
}

TEST(Layout, CountsBeyond32Bits) {
  std::int64_t total = 0, origin = 0;
  const latspline_volume view =
      laid_out(describe(bcc(4), {3000, 3000, 3000}, LATSPLINE_BOUNDARY_PERIODIC, LATSPLINE_F32), total, origin);
  EXPECT_GT(total, 2 * std::int64_t{3000} * 3000 * 3000);
  EXPECT_GT(view.coset_stride, std::int64_t{1} << 32);
  EXPECT_GT(origin, 0);
}

TEST(Layout, OverflowIsAnErrorNamingTheExtents) {
  const std::int64_t large = 3000000;
  const std::string message =
      error_of<InputError>([&] { laid_out(describe(bcc(4), {large, large, large}, LATSPLINE_BOUNDARY_ZERO)); });
  EXPECT_NE(message.find("3000000 x 3000000 x 3000000"), std::string::npos) << message;
}

}  // namespace
}  // namespace latspline
