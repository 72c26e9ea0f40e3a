#pragma once

#include <optional>
#include <vector>

#include "latspline/lattice/lattice.h"

namespace latspline {

/// What is proved of the sampled symbol p(t) = sum over sites k of phi(k) cos 2 pi <t, k>, t modulo the dual lattice. Interpolation on the lattice is
/// possible exactly where it has no zero, and its condition is max |p| / min |p|; p(0) = 1 is the maximum where phi >= 0.
struct SymbolBounds {
  double minimum = 0;          ///< p >= minimum everywhere, proved; 0 where nothing is
  double least_value = 1;      ///< the least value seen: the minimum is not above it
  std::optional<Vector> zero;  ///< a t, as a combination of the dual basis, where p is exactly 0
};

/// First looks for a zero at points of order 2, 3, 4 and 6 of the dual torus, where all cosines are rational; then bounds p from below by branch and bound
/// with the mean value form. `sites` and `values`: phi at the sites. Gives up after `most_boxes`, and at once unless phi(-k) = phi(k).
SymbolBounds bound_symbol(const Lattice& lattice, const std::vector<IntVector>& sites,
                          const std::vector<Rational>& values, std::size_t most_boxes = 200000);

}  // namespace latspline
