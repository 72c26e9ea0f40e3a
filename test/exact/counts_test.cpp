#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "exact/spaces.h"
#include "latspline/analysis/analysis.h"

namespace latspline::test {
namespace {

/// Facts of a space that an independent program found.
struct Facts {
  const char* space;
  int degree;
  int continuity;
  std::size_t group_order;
  std::int64_t cells;      ///< modulo the lattice
  std::size_t subregions;  ///< classes under the group
  std::size_t sites;       ///< per evaluation, in every sub-region
};

void PrintTo(const Facts& facts, std::ostream* out) { *out << facts.space; }

class Counts : public testing::TestWithParam<Facts> {};

INSTANTIATE_TEST_SUITE_P(Catalog, Counts,
                         testing::Values(Facts{"cc/linear", 3, 0, 48, 1, 1, 8},            //
                                         Facts{"cc/quadratic", 6, 1, 48, 1, 1, 27},        //
                                         Facts{"cc/cubic", 9, 2, 48, 1, 1, 64},            //
                                         Facts{"hex/linear", 1, 0, 12, 2, 1, 3},           //
                                         Facts{"hex/quartic", 4, 2, 12, 2, 1, 12},         //
                                         Facts{"z2/zp", 2, 1, 8, 4, 1, 7},                 //
                                         Facts{"bcc/rdodec-linear", 1, 0, 48, 6, 1, 4},    //
                                         Facts{"bcc/rdodec-quintic", 5, 2, 48, 6, 1, 32},  //
                                         Facts{"bcc/toct-quartic", 4, 2, 48, 24, 1, 30},   //
                                         Facts{"cc/zp7", 4, 2, 48, 24, 1, 53},             //
                                         Facts{"fcc/toct-cubic", 3, 1, 48, 10, 2, 16},     //
                                         Facts{"fcc/toct-nonic", 9, 4, 48, 10, 2, 128},    //
                                         Facts{"d4s/8dir", 4, 2, 384, 672, 3, 60},         //
                                         Facts{"d4/8dir", 4, 2, 384, 768, 3, 240},         //
                                         Facts{"d4/12dir", 8, 4, 1152, 1152, 1, 318},      //
                                         Facts{"a5s/doubled", 7, 2, 1440, 120, 1, 192},    //
                                         Facts{"a6s/linear", 1, 0, 10080, 720, 1, 7}),
                         [](const auto& test) { return test_name(test.param.space); });

TEST_P(Counts, AreThose) {
  const Facts& expected = GetParam();
  const Analysis analysis = analyze(catalog_space(expected.space));
  EXPECT_EQ(analysis.degree, expected.degree);
  EXPECT_EQ(analysis.continuity, expected.continuity);
  EXPECT_EQ(analysis.order, expected.continuity + 2) << "all directions are sites";
  EXPECT_EQ(analysis.group.size(), expected.group_order);
  EXPECT_EQ(analysis.cells(), expected.cells);
  EXPECT_EQ(analysis.cell_classes.size(), expected.subregions);
  for (const Subregion& subregion : analysis.subregions) EXPECT_EQ(subregion.sites.size(), expected.sites);

  const auto json = nlohmann::json::parse(describe_json(analysis));
  EXPECT_EQ(json["degree"], expected.degree);
  EXPECT_EQ(json["continuity"], expected.continuity);
  EXPECT_EQ(json["group_order"], expected.group_order);
  EXPECT_EQ(json["cells"], expected.cells);
  EXPECT_EQ(json["subregions"], expected.subregions);
  EXPECT_EQ(json["sites_per_evaluation"].size(), json["reference_subregions"].get<std::size_t>());
}

}  // namespace
}  // namespace latspline::test
