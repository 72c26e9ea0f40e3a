#include "latspline/analysis/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace latspline {
namespace {

std::size_t order_of(const std::string& spec) { return symmetry_group(load_space(spec)).size(); }

TEST(SymmetryGroup, Orders) {
  EXPECT_EQ(order_of("z1/cubic"), 2u);
  EXPECT_EQ(order_of("hex/linear"), 12u);
  EXPECT_EQ(order_of("quincunx/zp"), 8u);
  EXPECT_EQ(order_of("cc/tetrahedral"), 48u)
      << "all permutations of four directions up to sign, in coordinates of the simplex";
  EXPECT_EQ(order_of("z4/linear"), 384u);
  EXPECT_EQ(order_of("d4/12dir"), 1152u);
}

TEST(SymmetryGroup, BeginsWithTheIdentityAndHasMinusIt) {
  for (const char* space : {"z2/zp", "bcc/rdodec-linear", "a4s/linear"}) {
    const std::vector<Matrix> group = symmetry_group(catalog_space(space));
    const int s = group.front().rows();
    EXPECT_EQ(group.front(), Matrix::identity(s));
    EXPECT_NE(std::find(group.begin(), group.end(), Matrix(s, s) - Matrix::identity(s)), group.end());
  }
}

TEST(SymmetryGroup, IsThatOfLatticeAndDirectionsTogether) {
  // Directions of different multiplicity or length are not interchanged.
  EXPECT_EQ(order_of(R"({"lattice": "z2", "basis": {"box": [[1,0],[0,1],[0,1]]}})"), 4u);
  EXPECT_EQ(order_of(R"({"lattice": "z2", "basis": {"box": [[1,0],[0,2]]}})"), 4u);
  // Swapping the axes keeps the directions but not the lattice.
  EXPECT_EQ(order_of(R"({"lattice": {"matrix": [[1,0],[0,2]]}, "basis": {"box": [[2,0],[0,2]]}})"), 4u);
  // Nothing but the two signs.
  EXPECT_EQ(order_of(R"({"lattice": "z3", "basis": {"box": [[1,0,0],[0,1,0],[0,0,1],[1,1,1],[1,2,3],[-3,1,2]]}})"), 2u);
}

TEST(SymmetryGroup, DependsNeitherOnSignsNorOnOrder) {
  EXPECT_EQ(order_of(R"({"lattice": "z2", "basis": {"box": [[-1,-1],[0,-1],[1,0],[1,-1]]}})"), order_of("z2/zp"));
}

}  // namespace
}  // namespace latspline
