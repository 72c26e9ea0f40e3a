#include "latspline/runtime/coset_lookup.h"

#include <gtest/gtest.h>

#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

TEST(CosetLookup, FindsEverySiteAndNothingElse) {
  for (const LatticeShape& shape : {bcc(2), fcc(2), cartesian(3, 2)}) {
    const CosetLookup lookup(shape);
    int found = 0;
    for (std::int64_t x = -4; x < 4; ++x) {
      for (std::int64_t y = -4; y < 4; ++y) {
        for (std::int64_t z = -4; z < 4; ++z) {
          StoredSite site;
          if (!lookup.find(Site{x, y, z}, site)) continue;
          ++found;
          EXPECT_EQ(site_of(shape, site.coset, {site.index[0], site.index[1], site.index[2]}), (Site{x, y, z}));
        }
      }
    }
    const std::int64_t cells = 512 / (shape.period[0] * shape.period[1] * shape.period[2]);
    EXPECT_EQ(found, cells * shape.coset_count);
  }
}

TEST(CosetLookup, FloorDivide) {
  EXPECT_EQ(floor_divide(7, 2), 3);
  EXPECT_EQ(floor_divide(-7, 2), -4);
  EXPECT_EQ(floor_divide(-8, 2), -4);
  EXPECT_EQ(floor_divide(0, 3), 0);
}

}  // namespace
}  // namespace latspline
