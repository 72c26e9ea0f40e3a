#include "latspline/runtime/boundary.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

/// Every element of the padded storage against the rule's definition on sites.
void expect_padding(const VolumeDescription& description) {
  const Volume volume = noise_volume(description);
  const latspline_volume& view = volume.view();
  const SiteValues values = stored(volume);
  VolumeDescription padded = description;
  for (std::uint32_t j = 0; j < view.dimension; ++j) padded.extent[j] += 2 * view.padding[j];
  std::size_t wrong = 0;
  for_each_index(padded, [&](std::uint32_t k, std::vector<std::int64_t> i) {
    for (std::uint32_t j = 0; j < view.dimension; ++j) i[j] -= view.padding[j];
    if (volume.at(k, i) != continued(description, values, site_of(description.shape, k, i))) ++wrong;
  });
  EXPECT_EQ(wrong, 0u) << "rule " << description.boundary << ", extents " << description.extent[0] << " "
                       << description.extent[1];
}

TEST(Boundary, PaddingFollowsTheDefinitionInOneDimension) {
  for (const auto rule : all_rules) {
    for (const std::int64_t extent : {1, 2, 3, 9}) expect_padding(describe(cartesian(1, 3), {extent}, rule));
  }
}

TEST(Boundary, PaddingFollowsTheDefinitionOnPlaneLattices) {
  for (const auto rule : all_rules) {
    for (const std::vector<std::int64_t>& extent : {std::vector<std::int64_t>{1, 1}, {1, 4}, {3, 2}, {5, 6}}) {
      expect_padding(describe(cartesian(2, 2), extent, rule));
      expect_padding(describe(quincunx(3), extent, rule, LATSPLINE_F32));
      if (rule != LATSPLINE_BOUNDARY_MIRROR) expect_padding(describe(skew(4), extent, rule));
    }
  }
}

TEST(Boundary, PaddingFollowsTheDefinitionOnSpaceLattices) {
  for (const auto rule : all_rules) {
    for (const std::vector<std::int64_t>& extent : {std::vector<std::int64_t>{1, 1, 1}, {2, 1, 3}}) {
      expect_padding(describe(cartesian(3, 1), extent, rule));
      expect_padding(describe(bcc(1.5), extent, rule));
      expect_padding(describe(fcc(1.5), extent, rule));
    }
  }
}

TEST(Boundary, MirrorNamesTheMissingSymmetryAndTheOtherRules) {
  LatticeShape shape = cartesian(3, 2);
  shape.axis_mirror = 5;
  std::string message =
      error_of<InputError>([&] { check_boundary_supported(describe(shape, {4, 4, 4}, LATSPLINE_BOUNDARY_MIRROR)); });
  EXPECT_NE(message.find("x_1 -> -x_1"), std::string::npos) << message;
  EXPECT_NE(message.find("zero, clamp, periodic, value"), std::string::npos) << message;
  // A claim of symmetry that the cosets contradict.
  shape = skew(2);
  shape.axis_mirror = 3;
  message = error_of<InputError>([&] { check_boundary_supported(describe(shape, {4, 4}, LATSPLINE_BOUNDARY_MIRROR)); });
  EXPECT_NE(message.find("x_0 -> -x_0"), std::string::npos) << message;
  EXPECT_NO_THROW(check_boundary_supported(describe(shape, {4, 4}, LATSPLINE_BOUNDARY_CLAMP)));
}

TEST(Boundary, SourceHoldsFarOutside) {
  const BoundaryExtension mirror(describe(bcc(2), {3, 3, 3}, LATSPLINE_BOUNDARY_MIRROR));  // n = 0 .. 5, period 10
  EXPECT_EQ(mirror.source(0, 0, -1), 1);
  EXPECT_EQ(mirror.source(0, 1, -1), 0);
  EXPECT_EQ(mirror.source(0, 0, 3), 2);
  EXPECT_EQ(mirror.source(0, 1, 3), 1);
  EXPECT_EQ(mirror.source(0, 0, 5'000'000'002), 2);
  const BoundaryExtension zero(describe(bcc(2), {3, 3, 3}, LATSPLINE_BOUNDARY_ZERO));
  EXPECT_EQ(zero.source(0, 0, 3), std::nullopt);
  const BoundaryExtension periodic(describe(bcc(2), {3, 3, 3}, LATSPLINE_BOUNDARY_PERIODIC));
  EXPECT_EQ(periodic.source(2, 1, -4), 2);
}

}  // namespace
}  // namespace latspline
