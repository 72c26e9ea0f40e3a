#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <random>

#include "exact/spaces.h"
#include "latspline/analysis/analysis.h"
#include "latspline/plan/make_plan.h"
#include "latspline/reference/interpreter.h"

namespace latspline::test {
namespace {

/// The coefficients that f uses at a point, with their weights.
std::map<IntVector, Rational> weights_at(const Evaluation& evaluation) {
  std::map<IntVector, Rational> result;
  for (const auto& [site, weight] : evaluation.used) {
    result[site] += weight;
    if (result[site].is_zero()) result.erase(site);
  }
  return result;
}

Rational mixed(const IntVector& site) {
  std::uint64_t state = 0x9e3779b97f4a7c15ull;
  for (const std::int64_t n : site) state = (state ^ static_cast<std::uint64_t>(n)) * 0xd1342543de82ef95ull + 1;
  return Rational(static_cast<std::int64_t>(state >> 52) - 2048, 7);
}

Plan plan_for(const SplineSpace& space, Strategy strategy, bool reflect_axes) {
  PlanOptions options;
  options.strategy = strategy;
  options.reflect_axes = reflect_axes;
  Plan plan = make_plan(analyze(space, analyze_options(options)), options);
  verify_plan(plan);
  return plan;
}

/// Generic points, and for continuous phi points in multiples of 1/4 and 1/6, many of which lie on knot planes.
std::vector<Vector> points_for(int dimension, bool on_planes) {
  std::mt19937_64 generator(20);
  std::vector<Vector> points;
  for (const int denominator : {997, 4, 6}) {
    if (denominator != 997 && !on_planes) continue;
    for (int i = 0; i < 12; ++i) {
      Vector x;
      for (int j = 0; j < dimension; ++j)
        x.emplace_back(std::uniform_int_distribution<std::int64_t>(-9 * denominator, 9 * denominator)(generator),
                       denominator);
      points.push_back(std::move(x));
    }
  }
  return points;
}

void expect_the_same_function(const Plan& a, const Plan& b, const std::vector<Vector>& points, bool smooth) {
  for (const Vector& x : points) {
    const Evaluation at_a = interpret(a, x, mixed);
    const Evaluation at_b = interpret(b, x, mixed);
    ASSERT_EQ(at_a.value, at_b.value) << to_string(x);
    ASSERT_EQ(weights_at(at_a), weights_at(at_b)) << to_string(x);
    if (smooth) {
      ASSERT_EQ(at_a.gradient, at_b.gradient) << to_string(x);
    }
  }
}

class Strategies : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalog, Strategies,
                         testing::Values("z1/linear", "z1/cubic", "z2/zp", "z2/quadratic", "quincunx/tp-linear",
                                         "quincunx/zp", "quincunx/voronoi2", "hex/linear", "hex/quartic",
                                         "hex/voronoi2", "hex/voronoi3", "cc/linear", "cc/cubic", "cc/tetrahedral",
                                         "cc/zp7", "cc/6dir", "bcc/rdodec-linear", "bcc/rdodec-quintic",
                                         "bcc/toct-quartic", "bcc/voronoi2", "bcc/tp-linear", "fcc/toct-cubic",
                                         "fcc/voronoi2", "fcc/tp-linear", "z4/linear"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(
                               name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

/// fold and table are the same function to the last rational.
TEST_P(Strategies, AgreeExactly) {
  const SplineSpace space = catalog_space(GetParam());
  const bool continuous = space.basis.continuity() >= 0;
  const std::vector<Vector> points = points_for(space.lattice.dimension(), continuous);
  const Plan fold = plan_for(space, Strategy::fold, true);
  for (const bool reflect : {true, false}) {
    const Plan table = plan_for(space, Strategy::table, reflect);
    // The fold is by reflections of axes, or none at all.
    for (const Reflection& reflection : table.fold) {
      EXPECT_TRUE(reflect);
      EXPECT_EQ(std::count_if(reflection.functional.begin(), reflection.functional.end(),
                              [](const Rational& f) { return !f.is_zero(); }),
                1);
    }
    expect_the_same_function(fold, table, points, space.basis.continuity() >= 1);
    // The tables lead to as few reference sub-regions as the fold does: both are classes under the same group.
    EXPECT_EQ(table.references.size(), fold.references.size());
  }
}

struct Split {
  const char* name;
  const char* spec;  ///< without the closing brace
  const char* coset_matrix;
  std::size_t shifts;
};

/// Summed over the cosets of a coarser lattice, the function is the same.
TEST(CosetMatrix, IsTheSameFunction) {
  const Split splits[] = {
      {"linear on the quincunx lattice", R"({"lattice": "quincunx", "basis": {"box": [[2,0],[0,2],[2,0],[0,2]]})",
       "[[1,1],[1,-1]]", 2},
      {"linear on the BCC lattice",
       R"({"lattice": "bcc", "basis": {"box": [[2,0,0],[0,2,0],[0,0,2],[2,0,0],[0,2,0],[0,0,2]]})",
       "[[1,1,0],[1,0,1],[0,1,1]]", 2},
      {"cubic on the FCC lattice",
       R"({"lattice": "fcc", "basis": {"box": [[1,1,0],[1,-1,0],[1,0,1],[1,0,-1],[0,1,1],[0,1,-1]]})",
       "[[2,0,0],[0,1,0],[0,0,1]]", 2},
      {"Zwart-Powell in nine parts", R"({"lattice": "z2", "basis": {"box": [[1,0],[0,1],[1,1],[1,-1]]})",
       "[[3,0],[0,3]]", 9},
      {"Zwart-Powell sheared", R"({"lattice": "z2", "basis": {"box": [[1,0],[0,1],[1,1],[1,-1]]})", "[[2,1],[0,1]]", 2},
      {"a parallelepiped of the coarser lattice",
       R"({"lattice": "hex", "basis": {"box": [[1,0],[0,1],[1,1]]}, "region": {"parallelepiped": [[2,0],[0,1]]}, "center": ["1/3", "-1/5"])",
       "[[2,0],[0,1]]", 2},
  };
  for (const Split& split : splits) {
    SCOPED_TRACE(split.name);
    const SplineSpace space =
        parse_space(std::string(split.spec) + ", \"coset_matrix\": " + split.coset_matrix + "}", "test");
    SplineSpace whole = space;
    whole.coset_matrix.reset();
    whole.center.reset();
    whole.parallelepiped.reset();
    const Plan plan = plan_for(whole, Strategy::fold, true);
    const std::vector<Vector> points = points_for(space.lattice.dimension(), true);
    for (const Strategy strategy : {Strategy::fold, Strategy::table}) {
      const Plan parts = plan_for(space, strategy, true);
      EXPECT_EQ(parts.shifts.size(), split.shifts);
      EXPECT_EQ(parts.space, plan.space) << "the same coefficients serve both";
      expect_the_same_function(plan, parts, points, space.basis.continuity() >= 1);
    }
  }
}

/// Tensor-product linear on the quincunx lattice: four sub-regions of eight sites become one of four, twice.
TEST(CosetMatrix, LowersTheNumberOfSubregions) {
  SplineSpace space = catalog_space("quincunx/tp-linear");
  const AnalyzeOptions table{.count_cells = false, .strategy = Strategy::table, .reflect_axes = false};
  EXPECT_EQ(analyze(space, table).subregions.size(), 4u);
  space.coset_matrix = Matrix::from_rows(std::vector<IntVector>{{1, 1}, {1, -1}});
  const Analysis split = analyze(space, table);
  ASSERT_EQ(split.subregions.size(), 1u);
  EXPECT_EQ(split.subregions[0].sites.size(), 4u);
}

}  // namespace
}  // namespace latspline::test
