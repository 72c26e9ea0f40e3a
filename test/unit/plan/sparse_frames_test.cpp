#include "latspline/plan/passes/sparse_frames.h"

#include <gtest/gtest.h>

#include "unit/plan/passes.h"

namespace latspline::test {
namespace {

std::size_t terms_in(const Frame& frame, const std::vector<Polynomial>& weights) {
  std::size_t count = 0;
  for (const Polynomial& weight : weights)
    count += weight.substitute_affine(frame.inverse, Rational(-1) * (frame.inverse * frame.constant)).term_count();
  return count;
}

TEST(SparseFrames, ContainYItselfAndInvertibleOthers) {
  for (const char* space : {"z1/cubic", "z2/zp", "fcc/toct-cubic"}) {
    const Plan plan = plan_after(space, "group_fetches");
    for (const ReferenceSubregion& reference : plan.references) {
      const std::vector<Frame> frames = sparse_frames(reference, 5);
      EXPECT_LE(frames.size(), 5u);
      int identities = 0;
      for (const Frame& frame : frames) {
        EXPECT_EQ(frame.linear * frame.inverse, Matrix::identity(plan.dimension));
        if (frame.linear == Matrix::identity(plan.dimension) && frame.constant == Vector(frame.constant.size()))
          ++identities;
      }
      EXPECT_EQ(identities, 1);
    }
  }
}

TEST(SparseFrames, FindTheFormsOfWhichTheWeightsArePowers) {
  ReferenceSubregion reference;
  // Powers of x - y, of x + y - 1 and of their products.
  const Polynomial a = Polynomial::affine({1, -1}, 0), b = Polynomial::affine({1, 1}, -1);
  reference.sites = {{0, 0}, {1, 0}, {0, 1}};
  reference.weights = {a.pow(4), b.pow(4), a.pow(2) * b.pow(2)};
  reference.vertices = {{Rational(1, 2), Rational(1, 2)}, {1, 0}, {1, 1}};
  reference.interior_point = {Rational(3, 4), Rational(1, 2)};
  EXPECT_EQ(terms_in(sparse_frames(reference, 4).front(), reference.weights), 3u);
}

TEST(SparseFrames, FewestTermsFirst) {
  const Plan plan = plan_after("fcc/toct-cubic", "group_fetches");
  for (const ReferenceSubregion& reference : plan.references) {
    const std::vector<Frame> frames = sparse_frames(reference, 5);
    EXPECT_LT(terms_in(frames.front(), reference.weights), terms_in(frames.back(), reference.weights));
  }
}

}  // namespace
}  // namespace latspline::test
