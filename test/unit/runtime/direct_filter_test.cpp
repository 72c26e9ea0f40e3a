#include "latspline/runtime/direct_filter.h"

#include <gtest/gtest.h>

#include <vector>

#include "latspline/base/error.h"
#include "latspline/runtime/prefilter.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

/// q = (-1/8, 5/4, -1/8) on Z.
struct Taps {
  std::vector<std::int64_t> sites{-1, 0, 1};
  std::vector<double> values{-0.125, 1.25, -0.125};
  latspline_filter_taps view() const {
    latspline_filter_taps taps{};
    taps.kind = LATSPLINE_PREFILTER_QUASI;
    taps.dimension = 1;
    taps.tap_count = values.size();
    taps.sites = sites.data();
    taps.values = values.data();
    return taps;
  }
};

VolumeDescription line(latspline_boundary boundary) {
  VolumeDescription description;
  description.shape.dimension = 1;
  description.shape.coset_count = 1;
  description.shape.period[0] = 1;
  description.shape.offsets = {0};
  description.shape.reach[0] = 1.5;
  description.shape.axis_mirror = 1;
  description.extent[0] = 5;
  description.scalar = LATSPLINE_F64;
  description.boundary = boundary;
  description.world = WorldTransform::identity(1);
  return description;
}

TEST(DirectFilter, FollowsTheBoundaryRule) {
  const std::vector<double> samples{1, 2, 4, 8, 16};
  const auto filtered = [&](latspline_boundary boundary) {
    std::vector<double> values = samples;
    filter_directly(line(boundary), Taps().view(), values);
    return values;
  };
  const auto expected = [](double before, double here, double after) { return 1.25 * here - 0.125 * (before + after); };
  const struct {
    latspline_boundary boundary;
    double before, after;  // of the first and the last sample
  } cases[] = {{LATSPLINE_BOUNDARY_ZERO, 0, 0},
               {LATSPLINE_BOUNDARY_CLAMP, 1, 16},
               {LATSPLINE_BOUNDARY_MIRROR, 2, 8},
               {LATSPLINE_BOUNDARY_PERIODIC, 16, 1}};
  for (const auto& [boundary, before, after] : cases) {
    const std::vector<double> values = filtered(boundary);
    EXPECT_DOUBLE_EQ(values[0], expected(before, 1, 2));
    EXPECT_DOUBLE_EQ(values[2], expected(2, 4, 8));
    EXPECT_DOUBLE_EQ(values[4], expected(8, 16, after));
  }
}

TEST(DirectFilter, IsWhatQuasiInterpolationDoes) {
  VolumeDescription description = line(LATSPLINE_BOUNDARY_VALUE);
  description.outside_value = 3;
  description.content = LATSPLINE_SAMPLES;
  const std::vector<double> samples{3, 3, 3, 3, 11};
  const Volume coefficients = prefilter(Volume(description, std::span<const double>(samples)), Taps().view());
  EXPECT_EQ(coefficients.description().content, LATSPLINE_COEFFICIENTS);
  const std::vector<double> values = coefficients.values();
  EXPECT_DOUBLE_EQ(values[0], 3);
  EXPECT_DOUBLE_EQ(values[3], 3 - 0.125 * 8);
  EXPECT_DOUBLE_EQ(values[4], 3 + 1.25 * 8);
  latspline_filter_taps none = Taps().view();
  none.tap_count = 0;
  EXPECT_THROW(prefilter(Volume(description, std::span<const double>(samples)), none), InputError);
}

}  // namespace
}  // namespace latspline
