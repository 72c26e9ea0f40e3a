#include "latspline/plan/lower.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

const Analysis& zwart_powell() {
  static const Analysis analysis = analyze(catalog_space("z2/zp"), {.count_cells = false});
  return analysis;
}

TEST(Lower, RunsAllPassesInOrderAndTellsOfEach) {
  std::vector<std::string> seen;
  LowerOptions options;
  options.observer = [&](std::string_view pass, const Plan& plan, double seconds) {
    seen.emplace_back(pass);
    EXPECT_EQ(plan.dimension, 2);
    EXPECT_GE(seconds, 0.0);
  };
  const Plan plan = lower(zwart_powell(), {}, options);
  EXPECT_EQ(seen, pass_names());
  EXPECT_TRUE(plan.quantization.has_value());
}

TEST(Lower, StopsAndSkips) {
  const Plan stopped = lower(zwart_powell(), {}, {"group_fetches", {}, {}});
  EXPECT_FALSE(stopped.references.front().group_begin.empty());
  EXPECT_TRUE(stopped.references.front().value.code.empty());
  const Plan skipped = lower(zwart_powell(), {}, {"", {"pipeline_fetches"}, {}});
  EXPECT_TRUE(skipped.quantization.has_value());
  EXPECT_THROW(lower(zwart_powell(), {}, {"fold", {}, {}}), InputError);
  EXPECT_THROW(lower(zwart_powell(), {}, {"", {"fold"}, {}}), InputError);
}

TEST(MakePlan, RefusesOptionsThatContradict) {
  const auto with = [](int group_size, int depth) {
    PlanOptions options;
    options.group_size = group_size;
    options.pipeline_depth = depth;
    return options;
  };
  EXPECT_THROW(make_plan(zwart_powell(), with(-1, 0)), InputError);
  EXPECT_THROW(make_plan(zwart_powell(), with(0, -1)), InputError);
  EXPECT_THROW(make_plan(zwart_powell(), with(4, 3)), InputError);
  EXPECT_NO_THROW(make_plan(zwart_powell(), with(4, 4)));
  EXPECT_NO_THROW(make_plan(zwart_powell(), with(4, 0)));
}

TEST(MakePlan, ChoosesTheBoundaryRuleBySymmetry) {
  EXPECT_EQ(plan_after("z2/zp", "").options.boundary, Boundary::mirror);
  EXPECT_EQ(plan_after("hex/linear", "").options.boundary, Boundary::zero);
  PlanOptions mirror;
  mirror.boundary = Boundary::mirror;
  EXPECT_THROW(plan_after("hex/linear", "", mirror), InputError);
}

TEST(MakePlan, NamesTheKernelByWhatMatters) {
  const std::uint64_t hash = plan_hash(lower(zwart_powell(), {}));
  PlanOptions options;
  options.scalar = Scalar::f64;
  EXPECT_NE(plan_hash(lower(zwart_powell(), options)), hash);
  Analysis renamed = zwart_powell();
  renamed.space.name = "another name";
  EXPECT_EQ(plan_hash(lower(renamed, {})), hash);
}

}  // namespace
}  // namespace latspline::test
