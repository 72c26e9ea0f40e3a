#include "latspline/base/error.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/volume.h"

namespace latspline {

LatticeShape::LatticeShape(const latspline_lattice_shape& shape)
    : dimension(shape.dimension), coset_count(shape.coset_count), space(shape.space), axis_mirror(shape.axis_mirror) {
  if (dimension < 1 || dimension > LATSPLINE_MAX_DIMENSION) {
    throw InputError("lattice shape: dimension " + std::to_string(dimension) + "; accepted: 1 to " +
                     std::to_string(LATSPLINE_MAX_DIMENSION));
  }
  if (coset_count > 0 && !shape.offsets)
    throw InputError("lattice shape: offsets is null; accepted: coset_count x dimension integers");
  for (std::uint32_t j = 0; j < dimension; ++j) {
    period[j] = shape.period[j];
    reach[j] = shape.reach[j];
  }
  if (coset_count > 0) offsets.assign(shape.offsets, shape.offsets + std::size_t{coset_count} * dimension);
  check_shape(*this);
}

}  // namespace latspline
