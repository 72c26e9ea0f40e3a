#include "latspline/runtime/separable_filter.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

constexpr latspline_boundary recursive_rules[] = {LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_BOUNDARY_PERIODIC};

double worst_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

std::vector<double> solved(const VolumeDescription& description, const latspline_filter_taps& taps,
                           SeparableRoute route) {
  std::vector<double> values = noise(site_count(description));
  solve_separable(description, taps, route, values);
  return values;
}

TEST(SeparableFilter, TheRecursionAgreesWithTheDirectSolve) {
  for (int degree = 2; degree <= 5; ++degree) {
    Taps taps = b_spline_taps(1, degree);
    for (const auto rule : recursive_rules) {
      for (const std::int64_t extent : {2, 3, 4, 5, 8, 100}) {
        const VolumeDescription description = describe(cartesian(1, 3), {extent}, rule);
        const auto recursive = solved(description, taps.view(), SeparableRoute::recursive);
        const auto direct = solved(description, taps.view(), SeparableRoute::direct);
        EXPECT_LT(worst_difference(recursive, direct), 1e-12)
            << "degree " << degree << " rule " << rule << " extent " << extent;
      }
    }
  }
}

TEST(SeparableFilter, TheRecursionAgreesWithTheDirectSolveOnEveryAxis) {
  Taps taps = b_spline_taps(3, 5);
  for (const auto rule : recursive_rules) {
    // Lines one by one, in part-filled and in full tiles.
    for (const std::vector<std::int64_t>& extent : {std::vector<std::int64_t>{3, 2, 4}, {7, 5, 6}, {33, 9, 17}}) {
      const VolumeDescription description = describe(cartesian(3, 3), extent, rule);
      const auto recursive = solved(description, taps.view(), SeparableRoute::recursive);
      const auto direct = solved(description, taps.view(), SeparableRoute::direct);
      EXPECT_LT(worst_difference(recursive, direct), 1e-11) << "rule " << rule << " extent " << extent[0];
    }
  }
}

TEST(SeparableFilter, ApplyUndoesSolve) {
  Taps taps = b_spline_taps(2, 4);
  for (const auto rule : all_rules) {
    for (const std::vector<std::int64_t>& extent : {std::vector<std::int64_t>{1, 2}, {3, 1}, {40, 23}}) {
      const VolumeDescription description = describe(cartesian(2, 3), extent, rule);
      std::vector<double> values = solved(description, taps.view(), SeparableRoute::automatic);
      apply_separable(description, taps.view(), values);
      EXPECT_LT(worst_difference(values, noise(values.size())), 1e-13) << "rule " << rule;
    }
  }
}

TEST(SeparableFilter, AConstantStaysWhereTheRuleContinuesIt) {
  Taps taps = b_spline_taps(2, 5);
  for (const auto rule : {LATSPLINE_BOUNDARY_CLAMP, LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_BOUNDARY_PERIODIC}) {
    const VolumeDescription description = describe(cartesian(2, 3), {19, 21}, rule);
    std::vector<double> values(site_count(description), 7);
    solve_separable(description, taps.view(), SeparableRoute::automatic, values);
    EXPECT_LT(worst_difference(values, std::vector<double>(values.size(), 7)), 1e-13);
  }
}

TEST(SeparableFilter, RejectsWrongPoles) {
  const VolumeDescription description = describe(cartesian(1, 2), {20}, LATSPLINE_BOUNDARY_MIRROR);
  Taps taps = b_spline_taps(1, 3);
  taps.poles = {-0.3};
  EXPECT_NE(
      error_of<InputError>([&] { solved(description, taps.view(), SeparableRoute::automatic); }).find("the pole -0.3"),
      std::string::npos);
  taps.poles = {};
  EXPECT_NE(error_of<InputError>([&] {
              solved(description, taps.view(), SeparableRoute::automatic);
            }).find("0 poles; accepted: 1"),
            std::string::npos);
}

TEST(SeparableFilter, NamesASingularSystem) {
  Taps taps = b_spline_taps(1, 3);
  taps.axis_taps = {0.5, 0.25};  // the symbol 1/2 + 1/2 cos w vanishes at pi, which 2 periodic sites have
  const VolumeDescription description = describe(cartesian(1, 2), {2}, LATSPLINE_BOUNDARY_PERIODIC);
  EXPECT_NE(
      error_of<UnsupportedError>([&] { solved(description, taps.view(), SeparableRoute::direct); }).find("singular"),
      std::string::npos);
}

TEST(SeparableFilter, RejectsALatticeOfSeveralCosets) {
  Taps taps = b_spline_taps(3, 3);
  const VolumeDescription description = describe(bcc(2), {4, 4, 4}, LATSPLINE_BOUNDARY_ZERO);
  EXPECT_NE(error_of<InputError>([&] { solved(description, taps.view(), SeparableRoute::automatic); }).find("2 cosets"),
            std::string::npos);
}

}  // namespace
}  // namespace latspline
