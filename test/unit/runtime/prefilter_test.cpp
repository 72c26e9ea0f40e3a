#include "latspline/runtime/prefilter.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <limits>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

/// Node reproduction to 1e-10 in f64 and 1e-5 in f32, for every rule.
void expect_nodes(const LatticeShape& shape, Taps taps, const std::vector<std::int64_t>& extent, bool mirror = true) {
  for (const auto rule : all_rules) {
    if (rule == LATSPLINE_BOUNDARY_MIRROR && !mirror) continue;
    for (const auto scalar : {LATSPLINE_F64, LATSPLINE_F32}) {
      const Volume samples = noise_volume(describe(shape, extent, rule, scalar));
      PrefilterOptions options;
      options.tolerance = 1e-12;
      PrefilterReport report;
      const Volume coefficients = prefilter(samples, taps.view(), options, &report);
      const double bound = scalar == LATSPLINE_F64 ? 1e-10 : 1e-5;
      EXPECT_LT(node_error(coefficients, taps, samples), bound)
          << "rule " << rule << " extent " << extent[0] << " scalar " << scalar;
      EXPECT_LT(report.residual, 1e-11);
      EXPECT_EQ(coefficients.description().content, LATSPLINE_COEFFICIENTS);
      EXPECT_EQ(coefficients.description().scalar, scalar);
      EXPECT_EQ(coefficients.description().boundary, rule);
    }
  }
}

TEST(Prefilter, BSplinesReproduceNodesUpToTheEnds) {
  for (int degree = 2; degree <= 5; ++degree) {
    for (const std::int64_t extent : {1, 2, 3, 4, 5, 6, 30})
      expect_nodes(cartesian(1, 3), b_spline_taps(1, degree), {extent});
  }
}

TEST(Prefilter, BSplinesReproduceNodesUpToTheEdges) {
  for (const std::vector<std::int64_t>& extent : {std::vector<std::int64_t>{1, 1}, {2, 1}, {3, 2}, {13, 18}}) {
    expect_nodes(cartesian(2, 3), b_spline_taps(2, 3), extent);
    expect_nodes(cartesian(2, 3), b_spline_taps(2, 5), extent);
  }
}

TEST(Prefilter, BSplinesReproduceNodesUpToTheFaces) {
  expect_nodes(cartesian(3, 2), b_spline_taps(3, 3), {1, 2, 3});
  expect_nodes(cartesian(3, 2), b_spline_taps(3, 3), {6, 4, 5});
}

TEST(Prefilter, SolvesReproduceNodes) {
  for (const std::int64_t extent : {1, 2, 3, 12}) {
    expect_nodes(quincunx(2), quincunx_taps(), {extent, 5});
    expect_nodes(skew(3), skew_taps(), {extent, 4}, false);
    expect_nodes(cartesian(1, 3), lopsided_taps(), {extent}, false);
  }
}

TEST(Prefilter, SolvesReproduceNodesOnSpaceLattices) {
  for (const std::vector<std::int64_t>& extent : {std::vector<std::int64_t>{1, 1, 1}, {2, 1, 3}, {4, 5, 3}}) {
    expect_nodes(bcc(2), bcc_taps(), extent);
    expect_nodes(fcc(2), fcc_taps(), extent);
  }
}

TEST(Prefilter, TheSolveAgreesWithTheRecursiveFilter) {
  for (const auto rule : all_rules) {
    Taps taps = b_spline_taps(2, 3);
    const Volume samples = noise_volume(describe(cartesian(2, 2), {21, 34}, rule));
    PrefilterOptions options;
    options.tolerance = 1e-12;
    const std::vector<double> direct = prefilter(samples, taps.view(), options).values();
    taps.kind = LATSPLINE_PREFILTER_SOLVE;
    PrefilterReport report;
    const std::vector<double> iterated = prefilter(samples, taps.view(), options, &report).values();
    EXPECT_GT(report.iterations, 3);
    for (std::size_t i = 0; i < direct.size(); ++i) EXPECT_NEAR(direct[i], iterated[i], 1e-10);
  }
}

TEST(Prefilter, LongRowsAreCutIntoRuns) {
  Taps taps = b_spline_taps(1, 3);
  for (const auto rule : all_rules) {
    const Volume samples = noise_volume(describe(cartesian(1, 2), {3001}, rule));
    PrefilterOptions options;
    options.tolerance = 1e-12;
    taps.kind = LATSPLINE_PREFILTER_SEPARABLE;
    const std::vector<double> direct = prefilter(samples, taps.view(), options).values();
    taps.kind = LATSPLINE_PREFILTER_SOLVE;
    const std::vector<double> iterated = prefilter(samples, taps.view(), options).values();
    for (std::size_t i = 0; i < direct.size(); ++i) EXPECT_NEAR(direct[i], iterated[i], 1e-10);
  }
}

TEST(Prefilter, ResultsDoNotDependOnTheNumberOfThreads) {
  const auto run = [](int threads, const Volume& samples, Taps taps) {
    tbb::task_arena arena(threads);
    return arena.execute([&] { return prefilter(samples, taps.view()).values(); });
  };
  for (const auto rule : {LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_BOUNDARY_CLAMP}) {
    const Volume samples = noise_volume(describe(bcc(2), {37, 30, 21}, rule));
    EXPECT_EQ(run(1, samples, bcc_taps()), run(4, samples, bcc_taps()));
    const Volume cartesian_samples = noise_volume(describe(cartesian(3, 2), {37, 30, 21}, rule));
    EXPECT_EQ(run(1, cartesian_samples, b_spline_taps(3, 3)), run(4, cartesian_samples, b_spline_taps(3, 3)));
  }
}

TEST(Prefilter, ScalesWithTheSamples) {
  for (const double scale : {1e-200, 1e200}) {
    const VolumeDescription description = describe(bcc(2), {4, 4, 4}, LATSPLINE_BOUNDARY_MIRROR);
    std::vector<double> data = noise(site_count(description));
    for (double& value : data) value *= scale;
    Taps taps = bcc_taps();
    const Volume samples(description, std::span<const double>(data));
    EXPECT_LT(node_error(prefilter(samples, taps.view()), taps, samples), 1e-8 * scale);
  }
}

TEST(Prefilter, ZeroSamplesHaveZeroCoefficients) {
  const VolumeDescription description = describe(bcc(2), {4, 4, 4}, LATSPLINE_BOUNDARY_CLAMP);
  Taps taps = bcc_taps();
  const std::vector<double> zeros(site_count(description));
  EXPECT_EQ(prefilter(Volume(description, std::span<const double>(zeros)), taps.view()).values(), zeros);
}

TEST(Prefilter, NoneRelabelsAndKeepsUndefinedSamples) {
  VolumeDescription description = describe(cartesian(1, 1), {3}, LATSPLINE_BOUNDARY_CLAMP);
  description.world = WorldTransform::identity(1);
  description.world.origin[0] = 5;
  const std::vector<double> data{1, std::nan(""), 3};
  Taps taps = solve_taps({{{0}, 1}});
  taps.kind = LATSPLINE_PREFILTER_NONE;
  const Volume result = prefilter(Volume(description, std::span<const double>(data)), taps.view());
  EXPECT_EQ(result.description().content, LATSPLINE_COEFFICIENTS);
  EXPECT_EQ(result.description().world.origin[0], 5);
  EXPECT_EQ(result.values()[2], 3);
  EXPECT_TRUE(std::isnan(result.values()[1]));
}

TEST(Prefilter, NamesTheFirstSampleThatIsNotFinite) {
  const VolumeDescription description = describe(bcc(2), {2, 3, 2}, LATSPLINE_BOUNDARY_MIRROR);
  std::vector<double> data(site_count(description), 1);
  data[12 + 2 * 1 + 1] = std::numeric_limits<double>::infinity();  // coset 1, i = (1, 1, 0)
  Taps taps = bcc_taps();
  const std::string message =
      error_of<InputError>([&] { prefilter(Volume(description, std::span<const double>(data)), taps.view()); });
  EXPECT_NE(message.find("site (3, 3, 1) is inf"), std::string::npos) << message;
}

TEST(Prefilter, RejectsWhatItCannotFilter) {
  const Volume samples = noise_volume(describe(bcc(2), {3, 3, 3}, LATSPLINE_BOUNDARY_MIRROR));
  Taps taps = bcc_taps();
  const auto message = [&](const Volume& volume, Taps& filter) {
    return error_of<InputError>([&] { prefilter(volume, filter.view()); });
  };
  EXPECT_NE(message(prefilter(samples, taps.view()), taps).find("already holds coefficients"), std::string::npos);
  EXPECT_NE(message(Volume(), taps).find("empty"), std::string::npos);
  Taps plane = quincunx_taps();
  EXPECT_NE(message(samples, plane).find("dimension 2 for a volume of dimension 3"), std::string::npos);
  Taps other = fcc_taps();
  EXPECT_NE(message(samples, other).find("no site at"), std::string::npos);
  Taps wide = bcc_taps();
  wide.by_site[{4, 4, 4}] = 0.1;
  EXPECT_NE(message(samples, wide).find("(4, 4, 4) lies beyond"), std::string::npos);
  latspline_filter_taps unknown = taps.view();
  unknown.kind = 9;
  EXPECT_NE(error_of<InputError>([&] { prefilter(samples, unknown); }).find("kind 9"), std::string::npos);
  Taps none = bcc_taps();
  none.by_site.clear();
  EXPECT_NE(message(samples, none).find("no filter taps"), std::string::npos);
  for (const double tolerance : {0.0, 1e-14, 1.0, std::nan("")}) {
    PrefilterOptions options;
    options.tolerance = tolerance;
    EXPECT_THROW(prefilter(samples, taps.view(), options), InputError);
  }
}

TEST(Prefilter, AnImpossibleInterpolationIsUnsupported) {
  const Volume samples = noise_volume(describe(bcc(2), {3, 3, 3}, LATSPLINE_BOUNDARY_MIRROR));
  Taps taps = bcc_taps();
  taps.kind = LATSPLINE_PREFILTER_IMPOSSIBLE;
  const std::string message = error_of<UnsupportedError>([&] { prefilter(samples, taps.view()); });
  EXPECT_NE(message.find("000000000000004d has a zero"), std::string::npos) << message;
}

TEST(Prefilter, ASingularSystemIsUnsupportedAndNamesTheResidual) {
  Taps taps = solve_taps({{{0}, 0.5}, {{1}, 0.25}, {{-1}, 0.25}});  // the symbol vanishes at pi
  for (const auto rule : {LATSPLINE_BOUNDARY_PERIODIC, LATSPLINE_BOUNDARY_MIRROR}) {
    const Volume samples = noise_volume(describe(cartesian(1, 2), {rule == LATSPLINE_BOUNDARY_MIRROR ? 9 : 8}, rule));
    const std::string message = error_of<UnsupportedError>([&] { prefilter(samples, taps.view()); });
    EXPECT_NE(message.find("relative residual"), std::string::npos) << message;
  }
}

TEST(Prefilter, StopsOnRequest) {
  const Volume samples = noise_volume(describe(bcc(2), {9, 9, 9}, LATSPLINE_BOUNDARY_MIRROR));
  Taps taps = bcc_taps();
  request_interrupt();
  EXPECT_THROW(prefilter(samples, taps.view()), Interrupted);
  clear_interrupt();
  EXPECT_NO_THROW(prefilter(samples, taps.view()));
}

TEST(Prefilter, ProgressRisesToOne) {
  for (const bool separable : {false, true}) {
    const Volume samples =
        noise_volume(describe(separable ? cartesian(3, 2) : bcc(2), {9, 9, 9}, LATSPLINE_BOUNDARY_MIRROR));
    Taps taps = separable ? b_spline_taps(3, 3) : bcc_taps();
    std::vector<double> seen;
    PrefilterOptions options;
    options.progress = [&](double part) { seen.push_back(part); };
    prefilter(samples, taps.view(), options);
    EXPECT_GE(seen.size(), 2u);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(seen.back(), 1);
  }
}

}  // namespace
}  // namespace latspline
