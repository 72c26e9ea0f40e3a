#include "latspline/plan/passes/group_fetches.h"

#include <gtest/gtest.h>

#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

std::vector<std::int32_t> groups(int size) {
  PlanOptions options;
  options.group_size = size;
  return plan_after("z2/zp", "group_fetches", options).references.front().group_begin;
}

TEST(GroupFetches, CutsSevenSites) {
  EXPECT_EQ(groups(0), (std::vector<std::int32_t>{0, 7}));
  EXPECT_EQ(groups(1), (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(groups(3), (std::vector<std::int32_t>{0, 3, 6, 7}));
  EXPECT_EQ(groups(7), (std::vector<std::int32_t>{0, 7}));
  EXPECT_EQ(groups(100), (std::vector<std::int32_t>{0, 7}));
}

}  // namespace
}  // namespace latspline::test
