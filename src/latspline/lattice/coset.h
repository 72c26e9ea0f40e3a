#pragma once

#include <cstdint>
#include <vector>

#include "latspline/lattice/lattice.h"

namespace latspline {

/// The Cartesian coset decomposition: the sites are the disjoint union of D Z^s + offsets[k], D = diag(period), period_j the
/// least positive integer such that period_j e_j is a site. Offsets are ordered by x_1 + d_1 x_2 + d_1 d_2 x_3 .., offsets[0] = 0.
struct CosetDecomposition {
  IntVector period;
  std::vector<IntVector> offsets;
  /// The coset of a site n is table[r], r the mixed-radix number of n_j mod period_j over j in key_axes, first axis fastest;
  /// the fewest axes that tell all cosets apart. -1 where no site has these residues.
  std::vector<int> key_axes;
  std::vector<std::int32_t> table;

  /// The coset of a site. InputError if n is no site.
  int coset_of(const IntVector& n) const;
};

/// UnsupportedError if there are more than 4096 cosets, a period above 2^40, or a table above 2^20 entries.
CosetDecomposition coset_decomposition(const Lattice& lattice);

}  // namespace latspline
