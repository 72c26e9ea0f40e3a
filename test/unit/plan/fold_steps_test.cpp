#include "latspline/plan/fold_steps.h"

#include <gtest/gtest.h>

#include <random>

#include "latspline/analysis/symmetry.h"
#include "latspline/base/error.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

/// What FoldSteps::keeps says, by the definition: over all of the group.
bool kept_by_all(const std::vector<Matrix>& group, const IntVector& period, const IntVector& k) {
  Vector step;
  for (std::size_t j = 0; j < k.size(); ++j) step.emplace_back(period[j] * k[j]);
  for (const Matrix& a : group) {
    const Vector image = a * step;
    for (std::size_t j = 0; j < k.size(); ++j)
      if (!(image[j] / Rational(period[j])).is_integer()) return false;
  }
  return true;
}

TEST(FoldSteps, AreAllKeptBySignedPermutations) {
  for (const char* space :
       {"cc/cubic", "bcc/rdodec-quintic", "fcc/toct-cubic", "hex/quartic", "d4/8dir", "bcc/voronoi2"}) {
    const Plan plan = plan_after(space, "");
    const FoldSteps steps(plan);
    EXPECT_TRUE(steps.keep_all()) << space;
    EXPECT_EQ(steps.scale(), 1) << space;
    EXPECT_EQ(step_bases(plan), plan.cosets.offsets);
  }
}

TEST(FoldSteps, OfReflectionsWithHalvesAreThoseThatTheWholeGroupKeeps) {
  for (const char* space : {"d4s/voronoi2", "d4/12dir"}) {
    SCOPED_TRACE(space);
    const Plan plan = plan_after(space, "");
    const std::vector<Matrix> group = symmetry_group(catalog_space(space));
    const FoldSteps steps(plan);
    EXPECT_EQ(plan.references.size(), 1u) << "the whole group is folded";
    EXPECT_FALSE(steps.keep_all());
    EXPECT_EQ(steps.scale(), 2);
    std::mt19937_64 generator(3);
    std::uniform_int_distribution<std::int64_t> entry(-3, 3);
    int kept = 0;
    for (int i = 0; i < 60; ++i) {
      const IntVector k{entry(generator), entry(generator), entry(generator), entry(generator)};
      const bool expected = kept_by_all(group, plan.cosets.period, k);
      EXPECT_EQ(steps.keeps(k), expected) << to_string(k);
      kept += expected;
    }
    EXPECT_GT(kept, 5);
    EXPECT_LT(kept, 55);
  }
}

TEST(FoldSteps, AnInfiniteFoldIsRefused) {
  Plan plan = plan_after("z2/linear", "");
  // Two mirrors at an irrational angle, neither of which keeps integer steps.
  plan.fold = {{{1, 0}, {2, Rational(1, 3)}}, {{Rational(1, 5), 1}, {0, 2}}};
  EXPECT_THROW(FoldSteps{plan}, InternalError);
}

}  // namespace
}  // namespace latspline::test
