/* What the runtime must know of a lattice and of the support of its basis function to lay out a volume. Plain C99. */
#ifndef LATSPLINE_ABI_LATTICE_SHAPE_H
#define LATSPLINE_ABI_LATTICE_SHAPE_H

#include "latspline/abi/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sites are the disjoint union of D Z^s + offset_k, D = diag(period), 0 <= offset[k][j] < period[j], offset_0 = 0. */
typedef struct latspline_lattice_shape {
  uint32_t dimension;
  uint32_t coset_count;
  int64_t period[LATSPLINE_MAX_DIMENSION];
  const int64_t *offsets; /* coset_count x dimension, row-major */
  double reach[LATSPLINE_MAX_DIMENSION]; /* phi(x) = 0 where |x_j| >= reach[j] */
  uint64_t space;                        /* identity of the spline space */
  uint32_t axis_mirror; /* bit j: reflecting axis j maps the lattice to itself and leaves phi unchanged */
} latspline_lattice_shape;

#ifdef __cplusplus
}
#endif
#endif
