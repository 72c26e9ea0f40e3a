#include "latspline/basis/spline_space.h"

#include "latspline/base/hash.h"

namespace latspline {

std::uint64_t SplineSpace::identity() const {
  return hash64("lattice " + lattice.hermite().to_string() + "\n" + basis.canonical_text());
}

Lattice SplineSpace::rounding_lattice() const {
  return coset_matrix ? Lattice(lattice.matrix() * *coset_matrix) : lattice;
}

}  // namespace latspline
