#include <gtest/gtest.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/order.h"
#include "latspline/base/error.h"

namespace latspline {
namespace {

Analysis analysis_of(const std::string& spec) { return analyze(load_space(spec)); }

void expect_refused(const std::string& spec, const std::string& part) {
  try {
    analysis_of(spec);
    ADD_FAILURE() << "accepted: " << spec;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Analyze, NamesTheDefectWhereShiftsDoNotSumToAConstant) {
  expect_refused(R"({"lattice": "z1", "basis": {"box": [["1/2"]]}})", "their sum exceeds 1 by");
  expect_refused(R"({"lattice": "z2", "basis": {"box": [["1/2",0],["1/2",0],[0,1]]}})", "do not sum to a constant");
  expect_refused(R"({"lattice": "bcc", "basis": {"box": [[1,0,0],[0,1,0],[0,0,1],[1,0,0],[0,1,0],[0,0,1]]}})",
                 "do not sum to a constant");
}

TEST(Analyze, RefusesWhatIsTooLarge) {
  EXPECT_THROW(analysis_of(R"({"lattice": "z1", "basis": {"box": [[1000000007],["1/1000000007"],[1]]}})"),
               UnsupportedError);
  EXPECT_THROW(analysis_of(R"({"lattice": {"matrix": [[5000,1],[0,1]]}, "basis": {"box": [[5000,0],[1,1]]}})"),
               UnsupportedError);
}

TEST(Analyze, OneDimension) {
  const Analysis trapezium = analysis_of(R"({"lattice": {"matrix": [[2]]}, "basis": {"box": [[1],[2]]}})");
  EXPECT_EQ(trapezium.degree, 1);
  EXPECT_EQ(trapezium.order, 1) << "a direction that is no site raises the degree, not the order";
  EXPECT_EQ(trapezium.cells(), 2);
  EXPECT_EQ(trapezium.reach, (Vector{Rational(3, 2)}));
  EXPECT_EQ(analysis_of("z1/cubic").order, 4);
}

TEST(Analyze, OrderOfDirectionsThatAreSitesByTwoWays) {
  for (const char* name :
       {"z1/quintic", "z2/zp", "hex/quartic", "bcc/rdodec-linear", "fcc/toct-cubic", "cc/tetrahedral"}) {
    const Analysis analysis = analyze(catalog_space(name), {.count_cells = false});
    EXPECT_EQ(approximation_order(*analysis.space.basis.box_spline()),
              approximation_order(analysis.region, analysis.subregions, analysis.degree))
        << name;
  }
}

TEST(Analyze, MirrorsAndReach) {
  const Analysis quintic = analysis_of("bcc/rdodec-quintic");
  EXPECT_EQ(quintic.axis_mirror, (std::vector<bool>{true, true, true}));
  EXPECT_EQ(quintic.reach, (Vector{4, 4, 4}));
  EXPECT_EQ(analysis_of("hex/linear").axis_mirror, (std::vector<bool>{false, false}));
}

TEST(Analyze, IndexLeadsEveryInteriorPointHome) {
  for (const char* name : {"fcc/toct-cubic", "z2/zp", "d4s/8dir"}) {
    const Analysis analysis = analyze(catalog_space(name), {.count_cells = false});
    for (std::size_t r = 0; r < analysis.subregions.size(); ++r)
      for (const Polytope& piece : analysis.subregions[r].pieces)
        EXPECT_EQ(lookup(analysis.index, piece.interior_point()), static_cast<std::int32_t>(r)) << name;
  }
}

TEST(SupportSites, AreThoseWithThePointInsideTheirSupport) {
  const SplineSpace zp = catalog_space("z2/zp");
  EXPECT_EQ(support_sites(zp, {0, 0}).size(), 5u) << "(1,1) is on the edge of the octagon, where phi is 0";
  EXPECT_EQ(support_sites(catalog_space("z1/cubic"), {0}), (std::vector<IntVector>{{-1}, {0}, {1}}));
  EXPECT_EQ(support_sites(catalog_space("z1/cubic"), {Rational(1, 3)}).size(), 4u);
}

TEST(Subregions, EqualWeightsAreMerged) {
  // Cut by a centre that is not the best, one polynomial reaches over several pieces.
  const Analysis analysis =
      analysis_of(R"({"lattice": "z2", "basis": {"b_spline": 2}, "center": ["1/2", "1/2"], "region": "voronoi"})");
  std::size_t pieces = 0;
  for (const Subregion& subregion : analysis.subregions) {
    pieces += subregion.pieces.size();
    EXPECT_TRUE(subregion.pieces.front().contains_in_interior(subregion.interior_point));
  }
  EXPECT_EQ(pieces, analysis.region.pieces.size());
  for (std::size_t a = 0; a < analysis.subregions.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_FALSE(analysis.subregions[a].sites == analysis.subregions[b].sites &&
                   analysis.subregions[a].weights == analysis.subregions[b].weights);
}

TEST(CellClasses, CountsOfSpacesWithLittleSymmetry) {
  EXPECT_EQ(analysis_of(R"({"lattice": "z2", "basis": {"box": [[1,0],[0,1],[100,1]]}})").cells(), 101);
  const Analysis skewed =
      analysis_of(R"({"lattice": "z3", "basis": {"box": [[1,0,0],[0,1,0],[0,0,1],[1,1,1],[1,2,3]]}})");
  Rational volume;
  for (const CellClass& cell_class : skewed.cell_classes)
    volume += Rational(cell_class.orbit) * cell_class.cell.volume();
  EXPECT_EQ(volume, Rational(1)) << "cells modulo the lattice fill one of its cells";
}

TEST(Prefilter, KindsOfSpaces) {
  EXPECT_EQ(analysis_of("cc/linear").prefilter.kind, PrefilterKind::none);
  EXPECT_EQ(analysis_of("hex/linear").prefilter.kind, PrefilterKind::none);
  EXPECT_EQ(analysis_of("cc/quadratic").prefilter.kind, PrefilterKind::separable);
  EXPECT_EQ(analysis_of("bcc/rdodec-quintic").prefilter.kind, PrefilterKind::solve);
  const PrefilterDesign zp = analysis_of("z2/zp").prefilter;
  EXPECT_EQ(zp.kind, PrefilterKind::impossible);
  EXPECT_NE(zp.reason.find("determinant 2"), std::string::npos) << zp.reason;
  for (const char* name : {"bcc/toct-quartic", "cc/zp7"})
    EXPECT_EQ(analysis_of(name).prefilter.kind, PrefilterKind::impossible) << name;
}

TEST(Prefilter, PolesOfBSplines) {
  // The zeros of the symbols inside the unit circle, as known in closed form.
  const PrefilterDesign quadratic = analysis_of("z1/quadratic").prefilter;
  ASSERT_EQ(quadratic.poles.size(), 1u);
  EXPECT_NEAR(quadratic.poles[0], std::sqrt(8.0) - 3.0, 1e-15);
  const PrefilterDesign cubic = analysis_of("z1/cubic").prefilter;
  ASSERT_EQ(cubic.poles.size(), 1u);
  EXPECT_NEAR(cubic.poles[0], std::sqrt(3.0) - 2.0, 1e-15);
  EXPECT_EQ(cubic.axis_values, (std::vector<Rational>{Rational(2, 3), Rational(1, 6)}));
  const PrefilterDesign quintic = analysis_of("z1/quintic").prefilter;
  ASSERT_EQ(quintic.poles.size(), 2u);
  EXPECT_NEAR(quintic.poles[0] + quintic.poles[1], -0.43057534709997 - 0.04309628820326, 1e-12);
  EXPECT_EQ(analysis_of(R"({"lattice": "z1", "basis": {"b_spline": 9}})").prefilter.poles.size(), 4u);
}

TEST(Prefilter, TapsSumToOne) {
  for (const char* name :
       {"z2/zp", "bcc/rdodec-quintic", "fcc/toct-cubic", "hex/quartic", "z2/cubic", "z2/quadratic"}) {
    const PrefilterDesign design = analysis_of(name).prefilter;
    Rational sum;
    for (const Rational& value : design.values) sum += value;
    EXPECT_EQ(sum, Rational(1)) << name;
  }
}

TEST(Describe, TellsTheSameInTwoForms) {
  const Analysis analysis = analysis_of("fcc/toct-cubic");
  const auto json = nlohmann::json::parse(describe_json(analysis));
  const std::string text = describe(analysis);
  EXPECT_NE(text.find("group_order: 48\n"), std::string::npos) << text;
  for (const char* key : {"dimension", "determinant", "degree", "order", "continuity", "group_order", "cells",
                          "subregions", "reference_subregions", "sites_per_evaluation", "support_sites", "seconds"}) {
    EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_NE(text.find(std::string(key) + ": "), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace latspline
