#include "latspline/analysis/facts.h"

#include <gtest/gtest.h>

#include "latspline/analysis/analysis.h"

namespace latspline {
namespace {

SpaceFacts facts_of(const char* name) {
  return *analyze(load_space(name), {.count_cells = false, .find_facts = true}).facts;
}

TEST(Facts, TellIndependentShiftsFromDependentOnes) {
  for (const char* name : {"cc/cubic", "bcc/rdodec-quintic", "hex/voronoi2", "fcc/toct-cubic"})
    EXPECT_EQ(facts_of(name).shifts, Independence::independent) << name;
  for (const char* name : {"z2/zp", "cc/zp7", "bcc/toct-quartic"}) {
    const SpaceFacts facts = facts_of(name);
    EXPECT_EQ(facts.shifts, Independence::dependent) << name;
    EXPECT_TRUE(facts.symbol.zero.has_value()) << name;
    EXPECT_FALSE(facts.locally_independent) << name;
  }
}

TEST(Facts, LocalIndependenceIsMoreThanIndependence) {
  EXPECT_TRUE(facts_of("cc/quadratic").locally_independent);
  EXPECT_TRUE(facts_of("hex/quartic").locally_independent);
  // Eight sites of degree 3 whose weights are linearly dependent on some sub-region would not be independent there.
  const SpaceFacts voronoi = facts_of("bcc/voronoi2");
  EXPECT_EQ(voronoi.shifts, Independence::independent);
}

TEST(Facts, NonnegativeFunctionsHaveNormOne) {
  const SpaceFacts facts = facts_of("bcc/voronoi2");
  EXPECT_EQ(facts.norm_at_least, Rational(1));
  EXPECT_EQ(facts.norm_at_most, Rational(1));
}

TEST(Facts, AreDescribed) {
  const Analysis analysis = analyze(load_space("z2/zp"), {.count_cells = false, .find_facts = true});
  const std::string text = describe(analysis);
  for (const char* line : {"operator_norm: 1", "shifts: dependent", "symbol_zero: 1/2 1/2",
                           "locally_independent: false", "\"x0^2\":\"1/4\""})
    EXPECT_NE(text.find(line), std::string::npos) << line;
  EXPECT_EQ(describe_json(analyze(load_space("z2/zp"))).find("operator_norm"), std::string::npos);
}

}  // namespace
}  // namespace latspline
