#include "latspline/runtime/iterative_solve.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

TEST(IterativeSolve, ReachesItsToleranceAndSaysSo) {
  for (const auto rule : all_rules) {
    for (const double tolerance : {1e-3, 1e-9, 1e-13}) {
      const VolumeDescription description = describe(bcc(2), {6, 5, 7}, rule);
      Taps taps = bcc_taps();
      PrefilterOptions options;
      options.tolerance = tolerance;
      std::vector<double> values = noise(site_count(description));
      const PrefilterReport report = solve_iteratively(description, taps.view(), options, values);
      EXPECT_GT(report.iterations, 0);
      EXPECT_LE(report.residual, tolerance) << "rule " << rule;
    }
  }
}

TEST(IterativeSolve, TakesNoStepWhereTheSamplesSolve) {
  const VolumeDescription description = describe(bcc(2), {6, 5, 7}, LATSPLINE_BOUNDARY_PERIODIC);
  Taps taps = bcc_taps();
  std::vector<double> values(site_count(description), 2.0);
  EXPECT_EQ(solve_iteratively(description, taps.view(), {}, values).iterations, 0);
  EXPECT_EQ(values[17], 2.0);
}

TEST(IterativeSolve, AFilterThatIsNotPositiveIsSolvedAllTheSame) {
  // The symbol -0.2 + 1.2 cos w changes its sign; no frequency of 7 periodic sites is near its zero.
  const VolumeDescription description = describe(cartesian(1, 2), {7}, LATSPLINE_BOUNDARY_PERIODIC);
  Taps taps = solve_taps({{{0}, -0.2}, {{1}, 0.6}, {{-1}, 0.6}});
  std::vector<double> values = noise(7);
  const Volume samples(description, std::span<const double>(values));
  const PrefilterReport report = solve_iteratively(description, taps.view(), {}, values);
  EXPECT_LE(report.residual, 1e-9);
  EXPECT_LT(node_error(Volume(description, std::span<const double>(values)), taps, samples), 1e-8);
}

TEST(IterativeSolve, NamesTheResidualWhereIterationsRunOut) {
  const VolumeDescription description = describe(bcc(2), {6, 5, 7}, LATSPLINE_BOUNDARY_CLAMP);
  Taps taps = bcc_taps();
  PrefilterOptions options;
  options.max_iterations = 2;
  std::vector<double> values = noise(site_count(description));
  const std::string message =
      error_of<UnsupportedError>([&] { solve_iteratively(description, taps.view(), options, values); });
  EXPECT_NE(message.find("after 2 iterations (tolerance 1e-09, at most 2)"), std::string::npos) << message;
}

}  // namespace
}  // namespace latspline
