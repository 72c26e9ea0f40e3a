#include "latspline/runtime/banded_solve.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "latspline/base/error.h"

namespace latspline {

BandedFactors::BandedFactors(const SparseRows& matrix, const char* item) : n_(matrix.rows.size()) {
  for (std::size_t r = 0; r < n_; ++r) {
    for (const auto& entry : matrix.rows[r]) {
      if (entry.column < r) lower_ = std::max(lower_, r - entry.column);
      if (entry.column > r) upper_ = std::max(upper_, entry.column - r);
    }
  }
  upper_ = std::min(upper_ + lower_, n_ - 1);
  width_ = lower_ + upper_ + 1;
  entries_.assign(n_ * width_, 0.0);
  multipliers_.assign(n_ * lower_, 0.0);
  pivots_.resize(n_);
  double largest = 0;
  for (std::size_t r = 0; r < n_; ++r) {
    for (const auto& entry : matrix.rows[r]) at(r, entry.column) += entry.value;
    for (const auto& entry : matrix.rows[r]) largest = std::max(largest, std::abs(at(r, entry.column)));
  }
  for (std::size_t c = 0; c < n_; ++c) {
    const std::size_t last_row = std::min(c + lower_, n_ - 1), last_column = std::min(c + upper_, n_ - 1);
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r <= last_row; ++r) {
      if (std::abs(at(r, c)) > std::abs(at(pivot, c))) pivot = r;
    }
    pivots_[c] = pivot;
    if (!(std::abs(at(pivot, c)) > 1e-13 * largest)) {
      throw UnsupportedError(std::string(item) + ": the one-dimensional system of " + std::to_string(n_) +
                             " sites is singular; no interpolation exists");
    }
    if (pivot != c) {
      for (std::size_t k = c; k <= last_column; ++k) std::swap(at(c, k), at(pivot, k));
    }
    for (std::size_t r = c + 1; r <= last_row; ++r) {
      const double multiple = at(r, c) / at(c, c);
      multipliers_[c * lower_ + (r - c - 1)] = multiple;
      for (std::size_t k = c; k <= last_column; ++k) at(r, k) -= multiple * at(c, k);
    }
  }
}

template <std::size_t Width>
void BandedFactors::solve(double* x) const {
  for (std::size_t c = 0; c < n_; ++c) {
    double* from = x + c * Width;
    if (pivots_[c] != c) std::swap_ranges(from, from + Width, x + pivots_[c] * Width);
    for (std::size_t r = c + 1; r <= std::min(c + lower_, n_ - 1); ++r) {
      const double multiple = multipliers_[c * lower_ + (r - c - 1)];
      for (std::size_t w = 0; w < Width; ++w) x[r * Width + w] -= multiple * x[c * Width + w];
    }
  }
  for (std::size_t r = n_; r-- > 0;) {
    for (std::size_t c = r + 1; c <= std::min(r + upper_, n_ - 1); ++c) {
      const double entry = at(r, c);
      for (std::size_t w = 0; w < Width; ++w) x[r * Width + w] -= entry * x[c * Width + w];
    }
    const double inverse = 1 / at(r, r);
    for (std::size_t w = 0; w < Width; ++w) x[r * Width + w] *= inverse;
  }
}

template void BandedFactors::solve<1>(double*) const;
template void BandedFactors::solve<16>(double*) const;

}  // namespace latspline
