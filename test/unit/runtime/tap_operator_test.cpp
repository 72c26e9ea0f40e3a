#include "latspline/runtime/tap_operator.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

CosetField applied(const FieldLayout& layout, const TapOperator& taps, CosetField& c) {
  CosetField result(layout);
  c.extend(layout);
  for (std::size_t r = 0; r < layout.run_count(); ++r) taps.apply(layout.run(r), c.data(), result.data());
  return result;
}

struct Case {
  LatticeShape shape;
  std::vector<std::int64_t> extent;
  Taps taps;
};

std::vector<Case> cases() {
  return {{cartesian(1, 3), {1500}, b_spline_taps(1, 5)},
          {cartesian(2, 3), {1, 4}, b_spline_taps(2, 4)},
          {quincunx(2), {5, 3}, quincunx_taps()},
          {bcc(2), {3, 1, 2}, bcc_taps()},
          {fcc(2), {2, 3, 4}, fcc_taps()},
          {cartesian(1, 3), {9}, lopsided_taps()}};
}

TEST(TapOperator, FollowsTheDefinition) {
  for (Case& c : cases()) {
    for (const auto rule : all_rules) {
      VolumeDescription description = describe(c.shape, c.extent, rule);
      description.outside_value = 0;  // fields continue by 0 under the rule value
      const FieldLayout layout(description);
      const TapOperator taps(layout, c.shape, c.taps.view());
      const std::vector<double> values = noise(site_count(description));
      CosetField field(layout);
      field.load(layout, values);
      std::vector<double> result(values.size());
      applied(layout, taps, field).store(layout, result);
      const Volume expected(description, std::span<const double>(result));
      EXPECT_LT(node_error(Volume(description, std::span<const double>(values)), c.taps, expected), 1e-14)
          << "rule " << rule;
    }
  }
}

TEST(TapOperator, IsSelfAdjointWhereItSaysSo) {
  int self_adjoint = 0;
  for (Case& c : cases()) {
    for (const auto rule : all_rules) {
      const VolumeDescription description = describe(c.shape, c.extent, rule);
      const FieldLayout layout(description);
      const TapOperator taps(layout, c.shape, c.taps.view());
      if (!taps.self_adjoint()) continue;
      ++self_adjoint;
      CosetField u(layout), v(layout);
      u.load(layout, noise(site_count(description), 1));
      v.load(layout, noise(site_count(description), 2));
      const double left = dot(layout, applied(layout, taps, u), v), right = dot(layout, u, applied(layout, taps, v));
      EXPECT_NEAR(left, right, 1e-12) << "rule " << rule << " extent " << c.extent[0];
    }
  }
  EXPECT_EQ(self_adjoint, 20) << "five symmetric spaces under the rules zero, mirror, periodic and value";
}

TEST(TapOperator, RejectsATapThatIsNotFinite) {
  Taps taps = bcc_taps();
  taps.by_site[{0, 0, 0}] = std::nan("");
  const VolumeDescription description = describe(bcc(2), {3, 3, 3}, LATSPLINE_BOUNDARY_ZERO);
  const FieldLayout layout(description);
  EXPECT_NE(error_of<InputError>([&] { TapOperator(layout, description.shape, taps.view()); }).find("(0, 0, 0)"),
            std::string::npos);
}

}  // namespace
}  // namespace latspline
