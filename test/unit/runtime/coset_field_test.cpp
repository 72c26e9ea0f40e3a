#include "latspline/runtime/coset_field.h"

#include <gtest/gtest.h>

#include <limits>

#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

TEST(CosetField, RunsCoverEverySiteOnce) {
  for (const VolumeDescription& description : {describe(cartesian(1, 2), {2500}, LATSPLINE_BOUNDARY_ZERO),
                                               describe(bcc(2), {3, 4, 5}, LATSPLINE_BOUNDARY_MIRROR)}) {
    const FieldLayout layout(description);
    std::vector<int> seen(site_count(description));
    for (std::size_t r = 0; r < layout.run_count(); ++r) {
      const latspline::Run run = layout.run(r);
      for (std::size_t i = 0; i < run.length; ++i) ++seen[run.position + i];
    }
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
  }
}

TEST(CosetField, StoreUndoesLoad) {
  const VolumeDescription description = describe(fcc(2), {3, 4, 5}, LATSPLINE_BOUNDARY_MIRROR);
  const FieldLayout layout(description);
  CosetField field(layout);
  const std::vector<double> values = noise(site_count(description));
  field.load(layout, values);
  std::vector<double> back(values.size());
  field.store(layout, back);
  EXPECT_EQ(back, values);
}

TEST(CosetField, ExtendsAsAVolume) {
  for (const auto rule : all_rules) {
    VolumeDescription description = describe(bcc(2), {3, 1, 2}, rule);
    description.outside_value = 0;
    const FieldLayout layout(description);
    const Volume volume = noise_volume(description);
    CosetField field(layout);
    field.load(layout, volume.values());
    field.extend(layout);
    const latspline_volume& view = layout.view();
    const std::array<std::int64_t, 3> i{-view.padding[0], view.padding[1], 1};
    EXPECT_EQ(field.data()[view.coset_stride + i[0] + i[1] * view.stride[1] + i[2] * view.stride[2]], volume.at(1, i));
  }
}

TEST(CosetField, DotCountsMirrorImages) {
  // On n = 0 .. 3 the images of 1 and 2 are two each in a period of 6, those of 0 and 3 one.
  const FieldLayout mirror(describe(cartesian(1, 2), {4}, LATSPLINE_BOUNDARY_MIRROR));
  CosetField a(mirror), b(mirror);
  a.load(mirror, std::vector<double>{1, 2, 3, 4});
  b.load(mirror, std::vector<double>{1, 10, 100, 1000});
  EXPECT_DOUBLE_EQ(dot(mirror, a, b), 0.5 + 20 + 300 + 2000);
  const FieldLayout periodic(describe(cartesian(1, 2), {4}, LATSPLINE_BOUNDARY_PERIODIC));
  EXPECT_DOUBLE_EQ(dot(periodic, a, b), 1 + 20 + 300 + 4000);
  // The last mirror of coset 0 of BCC is not at a site of coset 0.
  const FieldLayout bcc_mirror(describe(bcc(2), {2, 1, 1}, LATSPLINE_BOUNDARY_MIRROR));
  CosetField ones(bcc_mirror);
  ones.load(bcc_mirror, std::vector<double>(4, 1.0));
  EXPECT_DOUBLE_EQ(dot(bcc_mirror, ones, ones), 2 * (0.125 + 0.25));
}

TEST(CosetField, LargestMagnitudeSeesWhatIsNotFinite) {
  const FieldLayout layout(describe(cartesian(1, 2), {20}, LATSPLINE_BOUNDARY_ZERO));
  CosetField field(layout);
  std::vector<double> values = noise(20);
  values[17] = -3;
  field.load(layout, values);
  EXPECT_EQ(largest_magnitude(layout, field), 3);
  values[3] = std::nan("");
  field.load(layout, values);
  EXPECT_EQ(largest_magnitude(layout, field), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace latspline
