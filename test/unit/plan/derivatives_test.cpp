#include "latspline/plan/derivatives.h"

#include <gtest/gtest.h>

namespace latspline {
namespace {

TEST(Derivatives, OutputsAreValueThenGradientThenUpperTriangle) {
  EXPECT_EQ(output_axes(2, Derivatives::none), (std::vector<std::vector<int>>{{}}));
  EXPECT_EQ(output_axes(2, Derivatives::hessian),
            (std::vector<std::vector<int>>{{}, {0}, {1}, {0, 0}, {0, 1}, {1, 1}}));
  for (int s = 1; s <= 6; ++s) {
    for (const Derivatives derivatives : {Derivatives::none, Derivatives::gradient, Derivatives::hessian})
      EXPECT_EQ(output_count(s, derivatives), static_cast<int>(output_axes(s, derivatives).size()));
    const std::vector<std::vector<int>> axes = output_axes(s, Derivatives::hessian);
    for (int i = 0; i < s; ++i) {
      for (int j = i; j < s; ++j) {
        EXPECT_EQ(axes[static_cast<std::size_t>(1 + s + hessian_entry(s, i, j))], (std::vector<int>{i, j}));
        EXPECT_EQ(hessian_entry(s, j, i), hessian_entry(s, i, j));
      }
    }
  }
}

}  // namespace
}  // namespace latspline
