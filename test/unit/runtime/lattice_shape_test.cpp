#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "latspline/runtime/volume.h"
#include "unit/runtime/spaces.h"

namespace latspline {
namespace {

using namespace test;

TEST(LatticeShape, OwnsACopyOfThePlainStructure) {
  std::vector<std::int64_t> offsets{0, 0, 1, 1};
  latspline_lattice_shape plain{};
  plain.dimension = 2;
  plain.coset_count = 2;
  plain.period[0] = plain.period[1] = 2;
  plain.offsets = offsets.data();
  plain.reach[0] = plain.reach[1] = 1.5;
  plain.space = 9;
  plain.axis_mirror = 3;
  const LatticeShape shape(plain);
  offsets.assign(4, 5);
  EXPECT_EQ(shape.offsets, (std::vector<std::int64_t>{0, 0, 1, 1}));
  EXPECT_EQ(shape.period[1], 2);
  EXPECT_EQ(shape.reach[1], 1.5);
  EXPECT_EQ(shape.space, 9u);
  EXPECT_EQ(shape.axis_mirror, 3u);
}

TEST(LatticeShape, RejectsWhatIsNoLattice) {
  struct Case {
    std::int64_t period;
    std::vector<std::int64_t> offsets;
    double reach;
    const char* message;
  };
  const Case cases[] = {{0, {0}, 1, "period 0 on axis 0"},     {2, {0, 2}, 1, "offset 2 of coset 1"},
                        {2, {1}, 1, "offset 1 of coset 0"},    {2, {0, 1, 1}, 1, "coset 2 repeats"},
                        {3, {0, 1}, 1, "negative of coset 1"}, {1, {0}, 0, "reach 0 on axis 0"},
                        {1, {0}, std::nan(""), "reach nan"}};
  for (const Case& c : cases) {
    latspline_lattice_shape plain{};
    plain.dimension = 1;
    plain.coset_count = static_cast<std::uint32_t>(c.offsets.size());
    plain.period[0] = c.period;
    plain.offsets = c.offsets.data();
    plain.reach[0] = c.reach;
    const std::string message = error_of<InputError>([&] { LatticeShape shape(plain); });
    EXPECT_NE(message.find(c.message), std::string::npos) << message;
  }
  latspline_lattice_shape plain{};
  plain.dimension = 7;
  EXPECT_THROW(LatticeShape shape(plain), InputError);
  plain.dimension = 1;
  plain.coset_count = 1;
  EXPECT_THROW(LatticeShape shape(plain), InputError) << "null offsets";
}

}  // namespace
}  // namespace latspline
