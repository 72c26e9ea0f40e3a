#include "latspline/runtime/volume.h"

#include <gtest/gtest.h>

#include <limits>

#include "latspline/base/error.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

TEST(Volume, HoldsWhatItWasGivenInOrder) {
  for (const auto scalar : {LATSPLINE_F32, LATSPLINE_F64}) {
    const VolumeDescription description = describe(bcc(4), {3, 2, 4}, LATSPLINE_BOUNDARY_MIRROR, scalar);
    std::vector<double> data(site_count(description));
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i) + 0.5;
    const Volume volume(description, std::span<const double>(data));
    EXPECT_EQ(volume.site_count(), 48u);
    EXPECT_EQ(volume.values(), data);
    EXPECT_EQ(volume.at(1, std::array<std::int64_t, 3>{2, 1, 3}), data.back());
    EXPECT_EQ(volume.at(1, std::array<std::int64_t, 3>{1, 0, 0}), data[25]);
    std::array<std::int64_t, 3> n{};
    volume.site(1, std::array<std::int64_t, 3>{2, 1, 3}, n);
    EXPECT_EQ(n, (std::array<std::int64_t, 3>{5, 3, 7}));
  }
}

TEST(Volume, ViewSaysWhatAKernelReads) {
  const VolumeDescription description = describe(fcc(2), {3, 4, 5}, LATSPLINE_BOUNDARY_VALUE, LATSPLINE_F32);
  const Volume volume = noise_volume(description);
  const latspline_volume& view = volume.view();
  EXPECT_EQ(view.abi_version, static_cast<std::uint32_t>(LATSPLINE_ABI_VERSION));
  EXPECT_EQ(view.dimension, 3u);
  EXPECT_EQ(view.coset_count, 4u);
  EXPECT_EQ(view.scalar, static_cast<std::uint32_t>(LATSPLINE_F32));
  EXPECT_EQ(view.boundary, static_cast<std::uint32_t>(LATSPLINE_BOUNDARY_VALUE));
  EXPECT_EQ(view.content, static_cast<std::uint32_t>(LATSPLINE_SAMPLES));
  EXPECT_EQ(view.space, 77u);
  EXPECT_EQ(view.outside_value, 0.375);
  const auto* c = static_cast<const float*>(view.coefficients);
  EXPECT_EQ(c[2 * view.coset_stride + view.stride[0] + 2 * view.stride[1] + 3 * view.stride[2]],
            static_cast<float>(volume.at(2, std::array<std::int64_t, 3>{1, 2, 3})));
}

TEST(Volume, CopiesShareTheStorage) {
  const Volume volume = noise_volume(describe(quincunx(2), {3, 4}, LATSPLINE_BOUNDARY_ZERO));
  const Volume copy = volume;
  EXPECT_EQ(copy.view().coefficients, volume.view().coefficients);
}

TEST(Volume, IsEmptyByDefault) {
  const Volume volume;
  EXPECT_EQ(volume.site_count(), 0u);
  EXPECT_TRUE(volume.values().empty());
}

TEST(Volume, KeepsInfiniteAndUndefinedValues) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> data{1, infinity, -infinity, std::nan("")};
  const Volume volume(describe(cartesian(1, 1), {4}, LATSPLINE_BOUNDARY_ZERO, LATSPLINE_F32),
                      std::span<const double>(data));
  EXPECT_EQ(volume.values()[1], infinity);
  EXPECT_EQ(volume.values()[2], -infinity);
  EXPECT_TRUE(std::isnan(volume.values()[3]));
}

TEST(Volume, RejectsWhatItCannotHold) {
  const auto message = [](const VolumeDescription& description, std::size_t count) {
    return error_of<InputError>([&] { Volume(description, std::span<const double>(std::vector<double>(count))); });
  };
  const LatticeShape shape = cartesian(2, 2);
  EXPECT_NE(message(describe(shape, {3, 0}, LATSPLINE_BOUNDARY_ZERO), 0).find("extent 0 on axis 1"), std::string::npos);
  EXPECT_NE(message(describe(shape, {3, 2}, LATSPLINE_BOUNDARY_ZERO), 5).find("5 values given; accepted: 6"),
            std::string::npos);
  EXPECT_NE(message(describe(shape, {std::int64_t{1} << 40, std::int64_t{1} << 40}, LATSPLINE_BOUNDARY_ZERO), 1)
                .find("overflows 63 bits"),
            std::string::npos);
  EXPECT_NE(message(describe(shape, {std::int64_t{1} << 60, 1}, LATSPLINE_BOUNDARY_ZERO), 1).find("exceeds 2^52"),
            std::string::npos);
  EXPECT_NE(message(describe(skew(2), {3, 3}, LATSPLINE_BOUNDARY_MIRROR), 27).find("not symmetric under x_0 -> -x_0"),
            std::string::npos);
  EXPECT_NE(message(describe(shape, {3, 2}, static_cast<latspline_boundary>(6)), 6).find("boundary rule 6"),
            std::string::npos);
  VolumeDescription undefined = describe(shape, {3, 2}, LATSPLINE_BOUNDARY_VALUE);
  undefined.outside_value = std::nan("");
  EXPECT_NE(message(undefined, 6).find("outside value nan"), std::string::npos);
  VolumeDescription flat = describe(shape, {3, 2}, LATSPLINE_BOUNDARY_ZERO);
  flat.world = WorldTransform::identity(2);
  flat.world.matrix[0] = 0;
  EXPECT_NE(message(flat, 6).find("singular"), std::string::npos);
}

TEST(Volume, RejectsAValueBeyondItsScalar) {
  const std::vector<double> data{1, 1e300};
  const std::string message = error_of<InputError>([&] {
    Volume(describe(cartesian(1, 1), {2}, LATSPLINE_BOUNDARY_ZERO, LATSPLINE_F32), std::span<const double>(data));
  });
  EXPECT_NE(message.find("value 1e+300 at position 1"), std::string::npos) << message;
}

TEST(Volume, RejectsASiteOutsideThePadding) {
  const Volume volume = noise_volume(describe(cartesian(1, 1), {4}, LATSPLINE_BOUNDARY_ZERO));
  const std::int64_t beyond = 4 + volume.view().padding[0];
  EXPECT_THROW(volume.at(0, std::array<std::int64_t, 1>{beyond}), InputError);
  EXPECT_THROW(volume.at(1, std::array<std::int64_t, 1>{0}), InputError);
  EXPECT_EQ(volume.at(0, std::array<std::int64_t, 1>{beyond - 1}), 0);
}

}  // namespace
}  // namespace latspline
