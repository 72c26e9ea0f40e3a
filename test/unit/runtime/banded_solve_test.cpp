#include "latspline/runtime/banded_solve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "latspline/base/error.h"

namespace latspline {
namespace {

/// Random entries in the band, with a small diagonal that forces row exchanges where there are rows to exchange with.
SparseRows random_band(std::size_t n, std::size_t lower, std::size_t upper, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  SparseRows matrix;
  matrix.rows.resize(n);
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = r > lower ? r - lower : 0; c <= std::min(r + upper, n - 1); ++c) {
      matrix.rows[r].push_back({c, c == r ? (lower > 0 ? 0.01 : 4) * (2 + uniform(generator)) : uniform(generator)});
    }
  }
  return matrix;
}

TEST(BandedFactors, SolveWithRowExchanges) {
  for (const std::size_t n : {1u, 2u, 3u, 10u, 40u}) {
    for (const auto& [lower, upper] : {std::pair<std::size_t, std::size_t>{1, 1}, {2, 1}, {1, 3}, {0, 2}, {39, 39}}) {
      const SparseRows matrix = random_band(n, lower, upper, 7);
      std::vector<double> x(n * 16), b(n * 16, 0.0);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<double>(i));
      for (std::size_t r = 0; r < n; ++r) {
        for (const auto& entry : matrix.rows[r]) {
          for (std::size_t w = 0; w < 16; ++w) b[r * 16 + w] += entry.value * x[entry.column * 16 + w];
        }
      }
      BandedFactors(matrix, "test").solve<16>(b.data());
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], x[i], 1e-8) << n << " " << lower << " " << upper;
    }
  }
}

TEST(BandedFactors, OneRightHandSide) {
  SparseRows matrix;
  matrix.rows = {{{0, 2.0}, {1, 1.0}}, {{0, 1.0}, {0, 3.0}}};  // [2 1; 4 0]: entries of one column add up
  std::vector<double> x{4, 4};
  BandedFactors(matrix, "test").solve<1>(x.data());
  EXPECT_DOUBLE_EQ(x[0], 1);
  EXPECT_DOUBLE_EQ(x[1], 2);
}

TEST(BandedFactors, ASingularMatrixIsUnsupported) {
  SparseRows matrix;
  matrix.rows = {{{0, 1.0}, {1, 1.0}}, {{0, 1.0}, {1, 1.0}}};
  EXPECT_THROW(BandedFactors(matrix, "test"), UnsupportedError);
}

}  // namespace
}  // namespace latspline
