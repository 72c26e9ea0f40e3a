#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "volume/compiled_space.h"

namespace latspline {
namespace {

using namespace test;

class Nodes : public testing::TestWithParam<std::tuple<const char*, latspline_boundary>> {};

/// The interpolant takes the samples' values at every stored site, up to the edges.
TEST_P(Nodes, AreReproduced) {
  const auto [name, rule] = GetParam();
  const CompiledSpace space(name);
  if (!space.supports(rule)) GTEST_SKIP() << "the lattice has no mirror symmetry in its axes";
  for (const auto scalar : {LATSPLINE_F32, LATSPLINE_F64}) {
    const Kernel kernel = space.kernel(rule, scalar);
    for (const std::int64_t extent : {1, 2, 3, 6}) {
      const VolumeDescription description = space.describe(extent, rule, scalar);
      const std::vector<double> sites = stored_sites(description);
      const std::size_t count = sites.size() / space.shape().dimension;
      const std::vector<double> data = uniform_numbers(count, -1, 1, 3);
      PrefilterOptions options;
      options.tolerance = 1e-12;
      const Volume samples(description, std::span<const double>(data));
      const Evaluator evaluator(kernel, prefilter(samples, space.taps(), options));
      std::vector<double> values(count);
      evaluator.evaluate_world(sites, values);
      double worst = 0;
      for (std::size_t i = 0; i < count; ++i) worst = std::max(worst, std::abs(values[i] - data[i]));
      EXPECT_LT(worst, scalar == LATSPLINE_F32 ? 1e-5 : 1e-10) << "scalar " << scalar << ", extent " << extent;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Spaces, Nodes,
                         testing::Combine(testing::Values("z1/linear", "z1/cubic", "z1/quintic", "z2/linear",
                                                          "z2/quadratic", "z2/cubic", "cc/linear", "cc/cubic",
                                                          "cc/tetrahedral", "hex/linear", "hex/quartic",
                                                          "bcc/rdodec-linear", "bcc/rdodec-quintic", "fcc/toct-cubic"),
                                          testing::ValuesIn(every_rule)),
                         [](const auto& spaces) {
                           return case_name(std::get<0>(spaces.param)) + "_" +
                                  case_name(std::string(to_string(static_cast<Boundary>(std::get<1>(spaces.param)))));
                         });

}  // namespace
}  // namespace latspline
