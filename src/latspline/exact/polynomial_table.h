#pragma once

#include <memory>
#include <span>
#include <vector>

#include "latspline/exact/polynomial.h"

namespace latspline {

/// Many polynomials of bounded degree, kept as integer vectors over one common denominator, so that sums of many of them cost additions of
/// integers. Fixed once made.
class PolynomialTable {
 public:
  /// All polynomials have the same number of variables.
  explicit PolynomialTable(const std::vector<Polynomial>& polynomials);
  ~PolynomialTable();
  PolynomialTable(PolynomialTable&&) noexcept;
  PolynomialTable& operator=(PolynomialTable&&) noexcept;

  /// The sum of the polynomials with these indices.
  Polynomial sum(std::span<const int> members) const;

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

}  // namespace latspline
