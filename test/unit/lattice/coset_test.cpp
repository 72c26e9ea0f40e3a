#include "latspline/lattice/coset.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "latspline/lattice/catalog.h"

namespace latspline {
namespace {

Lattice named(const char* name) { return find_lattice(name)->lattice; }

TEST(Cosets, OfNamedLattices) {
  const CosetDecomposition bcc = coset_decomposition(named("bcc"));
  EXPECT_EQ(bcc.period, (IntVector{2, 2, 2}));
  EXPECT_EQ(bcc.offsets, (std::vector<IntVector>{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(bcc.key_axes, (std::vector<int>{0}));
  EXPECT_EQ(bcc.table, (std::vector<std::int32_t>{0, 1}));
  const CosetDecomposition fcc = coset_decomposition(named("fcc"));
  EXPECT_EQ(fcc.offsets, (std::vector<IntVector>{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}));
  EXPECT_EQ(fcc.key_axes.size(), 2u);
  EXPECT_EQ(coset_decomposition(named("d4s")).offsets, (std::vector<IntVector>{{0, 0, 0, 0}, {1, 1, 1, 1}}));
  EXPECT_EQ(coset_decomposition(named("d4")).offsets.size(), 8u);
  const CosetDecomposition cubic = coset_decomposition(named("cc"));
  EXPECT_EQ(cubic.offsets.size(), 1u);
  EXPECT_TRUE(cubic.key_axes.empty());
}

TEST(Cosets, AreTheSitesOfABox) {
  const Lattice prime(Matrix::from_rows(std::vector<IntVector>{{2, 3}, {-7, 5}}));
  const CosetDecomposition cosets = coset_decomposition(prime);
  EXPECT_EQ(cosets.period, (IntVector{31, 31}));
  ASSERT_EQ(cosets.offsets.size(), 31u);
  EXPECT_EQ(cosets.offsets.front(), (IntVector{0, 0}));
  for (std::size_t k = 0; k < cosets.offsets.size(); ++k) {
    const IntVector& offset = cosets.offsets[k];
    EXPECT_TRUE(prime.contains(offset));
    EXPECT_EQ(cosets.coset_of(offset), static_cast<int>(k));
    EXPECT_EQ(cosets.coset_of({offset[0] - 62, offset[1] + 93}), static_cast<int>(k));
  }
}

TEST(Cosets, RefusePointsThatAreNoSites) {
  const CosetDecomposition fcc = coset_decomposition(named("fcc"));
  EXPECT_THROW(fcc.coset_of({1, 0, 0}), InputError);
  EXPECT_EQ(fcc.coset_of({-1, -1, 0}), 1);
}

TEST(Cosets, RefuseTooMany) {
  const auto decompose = [](std::vector<IntVector> rows) {
    return coset_decomposition(Lattice(Matrix::from_rows(rows)));
  };
  EXPECT_EQ(decompose({{4096, 1}, {0, 1}}).offsets.size(), 4096u);
  EXPECT_THROW(decompose({{4097, 1}, {0, 1}}), UnsupportedError);
  // Two cosets, but a table of a thousand million residues would be needed to tell them apart.
  EXPECT_THROW(decompose({{1000000000, 500000000}, {0, 500000000}}), UnsupportedError);
  EXPECT_THROW(decompose({{std::int64_t{1} << 50, 1}, {0, std::int64_t{1} << 50}}), UnsupportedError);
}

}  // namespace
}  // namespace latspline
