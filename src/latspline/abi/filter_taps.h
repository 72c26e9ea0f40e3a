/* The prefilter of a spline space as numbers: what turns samples f[k] into coefficients c[n], with
 * sum over n of c[n] phi(k - n) = f[k] (interpolation) or by a short filter (quasi-interpolation). Plain C99. */
#ifndef LATSPLINE_ABI_FILTER_TAPS_H
#define LATSPLINE_ABI_FILTER_TAPS_H

#include "latspline/abi/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum latspline_prefilter_kind {
  LATSPLINE_PREFILTER_NONE = 1, /* phi(k) = 1 at k = 0 and 0 at every other site: samples are coefficients */
  LATSPLINE_PREFILTER_SEPARABLE =
      2,                         /* on Z^s, the taps are a product of one symmetric one-dimensional filter per axis */
  LATSPLINE_PREFILTER_SOLVE = 3, /* general: solve the linear system of the taps */
  LATSPLINE_PREFILTER_IMPOSSIBLE = 4, /* the sampled symbol has a zero: no interpolation exists */
  LATSPLINE_PREFILTER_QUASI = 5       /* the taps are the filter itself: c[n] = sum over k of q[k] f[n - k] */
} latspline_prefilter_kind;

typedef struct latspline_filter_taps {
  uint32_t kind; /* latspline_prefilter_kind */
  uint32_t dimension;
  size_t tap_count;
  const int64_t* sites; /* tap_count x dimension: the lattice sites k with phi(k) != 0; quasi: with q[k] != 0 */
  const double* values; /* tap_count: phi(k) or q[k], exact values rounded once */
  uint32_t pole_count;  /* separable: poles z with |z| < 1 of the one-dimensional filter, the same for every axis */
  const double* poles;
  uint32_t axis_tap_count; /* separable: phi_1(0), phi_1(1), .., phi_1(axis_tap_count - 1) */
  const double* axis_taps;
} latspline_filter_taps;

#ifdef __cplusplus
}
#endif
#endif
