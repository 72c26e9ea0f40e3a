#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "latspline/abi/filter_taps.h"
#include "latspline/runtime/coset_field.h"

namespace latspline {

/// The linear map (A c)[k] = sum over taps m of phi(m) c[k - m] on the stored sites k, c continued by the boundary
/// rule. Taps are offsets in storage, per coset; taps of equal value are added before the multiplication.
class TapOperator {
 public:
  /// InputError where a tap is no site of the lattice, lies beyond what the padding covers, or is not finite.
  TapOperator(const FieldLayout& layout, const LatticeShape& shape, const latspline_filter_taps& taps);

  /// out = A c on one run, c extended.
  void apply(const Run& run, const double* c, double* out) const;

  /// True where A is self-adjoint in the inner product of dot(): the rule is not clamp, phi(m) = phi(-m), and for the
  /// rule mirror every reflection in an axis leaves the taps unchanged.
  bool self_adjoint() const { return self_adjoint_; }

  /// The sum of the taps: the factor by which A scales a constant.
  double sum() const { return sum_; }

 private:
  struct Group {
    double value = 0;
    std::size_t begin = 0, end = 0;  ///< its taps
  };
  std::size_t tap_count_ = 0;
  std::vector<Group> groups_;
  std::vector<std::int64_t> offsets_;  ///< coset_count x tap_count: from the element of k to that of k - m
  bool self_adjoint_ = false;
  double sum_ = 0;
};

}  // namespace latspline
