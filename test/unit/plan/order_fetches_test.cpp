#include "latspline/plan/passes/order_fetches.h"

#include <gtest/gtest.h>

#include <set>

#include "latspline/plan/fold_steps.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

TEST(OrderFetches, WritesEverySiteAsOffsetPlusSteps) {
  for (const char* space : {"bcc/rdodec-quintic", "fcc/toct-cubic", "z2/zp", "hex/quartic"}) {
    const Plan plan = plan_after(space, "order_fetches");
    for (const ReferenceSubregion& reference : plan.references) {
      ASSERT_EQ(reference.coset.size(), reference.sites.size());
      for (std::size_t i = 0; i < reference.sites.size(); ++i) {
        const IntVector& offset = plan.cosets.offsets[static_cast<std::size_t>(reference.coset[i])];
        for (std::size_t j = 0; j < offset.size(); ++j)
          EXPECT_EQ(reference.sites[i][j], offset[j] + plan.cosets.period[j] * reference.step[i][j]);
      }
    }
  }
}

TEST(OrderFetches, ReachesEverySiteByStepsThatTheFoldKeeps) {
  const Plan plan = plan_after("d4s/voronoi2", "order_fetches");
  const FoldSteps steps(plan);
  EXPECT_EQ(plan.stride_scale, 2);
  EXPECT_EQ(plan.bases.size(), 4u) << "D4* (as integers) modulo 2 D4, the steps of D Z^4 that all reflections keep";
  EXPECT_EQ(plan.bases.front(), IntVector(4, 0));
  const ReferenceSubregion& reference = plan.references.front();
  for (std::size_t i = 0; i < reference.sites.size(); ++i) {
    EXPECT_TRUE(steps.keeps(reference.step[i]));
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_EQ(reference.sites[i][j], plan.bases.at(static_cast<std::size_t>(reference.coset[i]))[j] +
                                           plan.cosets.period[j] * reference.step[i][j]);
  }
  EXPECT_EQ(parse_plan(print_plan(plan)), plan);
}

TEST(OrderFetches, KeepsEachWeightWithItsSite) {
  const Plan before = plan_after("fcc/toct-cubic", "");
  const Plan after = plan_after("fcc/toct-cubic", "order_fetches");
  for (std::size_t r = 0; r < before.references.size(); ++r) {
    const ReferenceSubregion& a = before.references[r];
    const ReferenceSubregion& b = after.references[r];
    ASSERT_EQ(a.sites.size(), b.sites.size());
    for (std::size_t i = 0; i < a.sites.size(); ++i) {
      const auto place = std::find(b.sites.begin(), b.sites.end(), a.sites[i]);
      ASSERT_NE(place, b.sites.end());
      EXPECT_EQ(b.weights[static_cast<std::size_t>(place - b.sites.begin())], a.weights[i]);
    }
  }
}

TEST(OrderFetches, WalksCosetByCosetAndRowByRow) {
  const Plan plan = plan_after("bcc/rdodec-quintic", "order_fetches");
  const ReferenceSubregion& reference = plan.references.front();
  EXPECT_TRUE(std::is_sorted(reference.coset.begin(), reference.coset.end()));
  // The sites of a row stand together, x upwards.
  std::set<IntVector> rows;
  for (std::size_t i = 0; i < reference.sites.size(); ++i) {
    const IntVector row{reference.coset[i], reference.step[i][1], reference.step[i][2]};
    const bool continues =
        i > 0 && row == IntVector{reference.coset[i - 1], reference.step[i - 1][1], reference.step[i - 1][2]};
    if (continues)
      EXPECT_GT(reference.step[i][0], reference.step[i - 1][0]);
    else
      EXPECT_TRUE(rows.insert(row).second) << "a row is visited twice";
  }
}

}  // namespace
}  // namespace latspline::test
