#include "latspline/plan/passes/separable_weights.h"

#include <gtest/gtest.h>

#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

TEST(SeparableWeights, OfTensorProducts) {
  for (const char* space : {"z1/cubic", "z2/quadratic", "cc/linear", "cc/cubic", "z4/linear"}) {
    const ReferenceSubregion reference = plan_after(space, "").references.front();
    const auto separable = separable_weights(reference);
    ASSERT_TRUE(separable) << space;
    const int s = static_cast<int>(separable->coordinates.size());
    for (int j = 0; j < s; ++j) {
      Polynomial sum(s);
      for (const Polynomial& factor : separable->factors[static_cast<std::size_t>(j)]) {
        sum += factor;
        for (int k = 0; k < s; ++k) EXPECT_TRUE(k == j || factor.degree_in(k) <= 0);
      }
      EXPECT_EQ(sum, Polynomial::constant(s, 1));
    }
  }
}

TEST(SeparableWeights, OfOthersThereAreNone) {
  for (const char* space : {"z2/zp", "hex/linear", "bcc/rdodec-quintic", "cc/tetrahedral"})
    for (const ReferenceSubregion& reference : plan_after(space, "").references)
      EXPECT_FALSE(separable_weights(reference)) << space;
}

TEST(SeparableWeights, OneWrongWeightIsNoticed) {
  ReferenceSubregion reference = plan_after("z2/linear", "").references.front();
  ASSERT_TRUE(separable_weights(reference));
  std::swap(reference.weights[0], reference.weights[1]);
  EXPECT_FALSE(separable_weights(reference));
  reference = plan_after("z2/linear", "").references.front();
  reference.sites.pop_back();
  reference.weights.pop_back();
  EXPECT_FALSE(separable_weights(reference)) << "sites that are no product of coordinates";
}

}  // namespace
}  // namespace latspline::test
