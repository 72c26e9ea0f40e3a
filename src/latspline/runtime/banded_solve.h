#pragma once

#include <cstddef>
#include <vector>

namespace latspline {

/// A square matrix by rows of (column, value); entries of one column in a row add up.
struct SparseRows {
  struct Entry {
    std::size_t column = 0;
    double value = 0;
  };
  std::vector<std::vector<Entry>> rows;
};

/// The LU factors, with row exchanges, of a square matrix whose entries lie near the diagonal. Any matrix is banded, if
/// need be with a band as wide as itself. Cost: n x band^2 to factor, n x band a right-hand side.
class BandedFactors {
 public:
  /// UnsupportedError where a pivot vanishes in double precision; the message begins with `item`.
  BandedFactors(const SparseRows& matrix, const char* item);

  /// Solves for `Width` right-hand sides at once: x holds n x Width numbers, the right-hand side fastest. Width: 1, 16.
  template <std::size_t Width>
  void solve(double* x) const;

 private:
  double& at(std::size_t row, std::size_t column) { return entries_[row * width_ + (column + lower_ - row)]; }
  double at(std::size_t row, std::size_t column) const { return entries_[row * width_ + (column + lower_ - row)]; }

  std::size_t n_ = 0, lower_ = 0, upper_ = 0, width_ = 0;  ///< upper_ includes the fill-in of row exchanges
  std::vector<double> entries_;                            ///< row r: columns r - lower .. r + upper
  std::vector<double> multipliers_;                        ///< column c: n x lower, of the rows c + 1 .. c + lower
  std::vector<std::size_t> pivots_;
};

}  // namespace latspline
