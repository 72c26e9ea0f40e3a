#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/order.h"
#include "latspline/basis/piece_evaluator.h"
#include "latspline/plan/lower.h"
#include "tools/check/exact_check.h"
#include "tools/commands/export_pieces.h"

namespace latspline::test {
namespace {

class Pieces : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalog, Pieces,
                         testing::Values("z1/cubic", "z2/zp", "z2/quadratic", "hex/linear", "hex/quartic",
                                         "hex/voronoi2", "quincunx/zp", "cc/tetrahedral", "cc/linear",
                                         "bcc/rdodec-linear", "fcc/toct-cubic", "fcc/voronoi2"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(
                               name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

/// A basis of the catalogue, written in pieces and read again, is the same function with the same analysis.
TEST_P(Pieces, ComeBackEqual) {
  const SplineSpace space = catalog_space(GetParam());
  const SplineSpace again = parse_space(tools::export_pieces(space), "exported");
  ASSERT_NE(again.basis.piecewise_polynomial(), nullptr);
  EXPECT_EQ(again.basis.degree(), space.basis.degree());
  EXPECT_EQ(again.basis.continuity(), space.basis.continuity());
  PieceEvaluator phi(space.basis, space.lattice.determinant());
  PieceEvaluator phi_again(again.basis, space.lattice.determinant());
  std::mt19937_64 generator(3);
  for (int i = 0; i < 60; ++i) {
    Vector x;
    for (int j = 0; j < space.lattice.dimension(); ++j)
      x.emplace_back(std::uniform_int_distribution<std::int64_t>(-3000, 3000)(generator), 997);
    EXPECT_EQ(phi_again.piece(x), phi.piece(x)) << to_string(x);
  }
  const Analysis a = analyze(space, {.find_facts = true});
  const Analysis b = analyze(again, {.find_facts = true});
  EXPECT_EQ(b.order, a.order);
  EXPECT_EQ(b.group.size(), a.group.size());
  EXPECT_EQ(b.cells(), a.cells());
  EXPECT_EQ(b.cell_classes.size(), a.cell_classes.size());
  EXPECT_EQ(b.placements.references.size(), a.placements.references.size());
  EXPECT_EQ(b.quasi_interpolation, a.quasi_interpolation);
  EXPECT_EQ(b.facts->moments, a.facts->moments);
  EXPECT_EQ(b.facts->locally_independent, a.facts->locally_independent);
  EXPECT_EQ(b.facts->shifts, a.facts->shifts);
  EXPECT_EQ(b.prefilter.values, a.prefilter.values);
  // And it is a plan like any other.
  const tools::ExactCheckReport report = tools::check_exactly(b, lower(b, {}), {2, 10, 5, {}});
  EXPECT_GT(report.weights, 0);
  EXPECT_TRUE(report.independent);
}

TEST(Pieces, BringASplineByHand) {
  const SplineSpace space = load_space(LATSPLINE_SOURCE "/examples/spaces/quincunx-hat.json");
  const Analysis analysis = analyze(space, {.find_facts = true});
  EXPECT_EQ(analysis.degree, 1);
  EXPECT_EQ(analysis.continuity, 0);
  EXPECT_EQ(analysis.order, 2);
  EXPECT_EQ(analysis.group.size(), 12u);  // affinely a regular hexagon
  EXPECT_EQ(analysis.prefilter.kind, PrefilterKind::none);
  EXPECT_GT(tools::check_exactly(analysis, lower(analysis, {}), {2, 20, 1, {}}).points, 0);
}

TEST(Pieces, ShiftsThatDoNotSumToAConstantAreNamed) {
  const SplineSpace space = parse_space(
      R"({"lattice": "z1", "basis": {"pieces": [{"vertices": [[-1],[0]], "polynomial": "1 + x0"}, {"vertices": [[0],[1]], "polynomial": "1 - x0^2"}]}})",
      "test");
  try {
    analyze(space);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("do not sum to a constant"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace latspline::test
