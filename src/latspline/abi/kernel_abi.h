/* The C interface between a generated kernel and its caller. Plain C99; no other header of latspline is needed to call a
 * kernel that was compiled ahead of time.
 *
 * Coordinates are lattice coordinates: the lattice site n stands at the point n. A lattice of dimension s is stored as
 * `coset_count` arrays of equal padded extents, one for each Cartesian coset D Z^s + l_k of the lattice (D = diag(period)):
 * the coefficient of the site D i + l_k lies at
 *
 *     coefficients[k * coset_stride + sum over j of i_j * stride[j]]
 *
 * and may be read for -padding[j] <= i_j < extent[j] + padding[j].
 */
#ifndef LATSPLINE_ABI_KERNEL_ABI_H
#define LATSPLINE_ABI_KERNEL_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LATSPLINE_ABI_VERSION 3
#define LATSPLINE_MAX_DIMENSION 6

/* Numbers are never reused. */
typedef enum latspline_status {
  LATSPLINE_OK = 0,
  LATSPLINE_ABI_MISMATCH = 1,       /* volume->abi_version differs from the kernel's */
  LATSPLINE_DIMENSION_MISMATCH = 2, /* volume->dimension or coset_count differs from the kernel's */
  LATSPLINE_SPACE_MISMATCH = 3,     /* the coefficients belong to another spline space */
  LATSPLINE_SCALAR_MISMATCH = 4,    /* the volume holds another scalar type */
  LATSPLINE_BOUNDARY_MISMATCH = 5,  /* the coefficients were made for another boundary rule */
  LATSPLINE_NOT_COEFFICIENTS = 6,   /* the volume holds samples: prefilter them first */
  LATSPLINE_NULL_ARGUMENT = 7,      /* a pointer that must not be null is null, coefficients (or fetch) among them */
  LATSPLINE_NOT_BUILT = 8           /* Hessians are asked for, and the kernel was made without */
} latspline_status;

typedef enum latspline_scalar { LATSPLINE_F32 = 1, LATSPLINE_F64 = 2 } latspline_scalar;

/* How the coefficients continue outside the stored extents. */
typedef enum latspline_boundary {
  LATSPLINE_BOUNDARY_ZERO = 1,  /* 0 */
  LATSPLINE_BOUNDARY_CLAMP = 2, /* the nearest stored coefficient of the same coset, axis by axis */
  LATSPLINE_BOUNDARY_MIRROR =
      3, /* reflected about n_j = 0 and n_j = top[j] (whole-sample symmetric); f is constant along j where top[j] = 0 */
  LATSPLINE_BOUNDARY_PERIODIC = 4, /* period[j] * extent[j] in lattice coordinates */
  LATSPLINE_BOUNDARY_VALUE = 5     /* the constant outside_value */
} latspline_boundary;

typedef enum latspline_content { LATSPLINE_SAMPLES = 1, LATSPLINE_COEFFICIENTS = 2 } latspline_content;

/* The coefficient of the lattice site n, n[0] .. n[dimension - 1], for kernels made with --fetch callback. `user` is the volume's fetch_user. It must not throw, and may be called
 * from any thread that calls the kernel. */
typedef double (*latspline_fetch)(void* user, const int64_t* n);

/* What a kernel reads of a volume. Immutable while a kernel runs; any number of threads may share it. */
typedef struct latspline_volume {
  uint32_t abi_version; /* LATSPLINE_ABI_VERSION */
  uint32_t dimension;
  uint32_t coset_count;
  uint32_t scalar;          /* latspline_scalar */
  uint32_t boundary;        /* latspline_boundary */
  uint32_t content;         /* latspline_content */
  uint64_t space;           /* identity of the spline space (SplineSpace::identity) the coefficients belong to */
  const void* coefficients; /* the element at i = 0 of coset 0 (padding lies before it) */
  int64_t stride[LATSPLINE_MAX_DIMENSION];  /* elements; stride[0] is 1 */
  int64_t coset_stride;                     /* elements */
  int64_t extent[LATSPLINE_MAX_DIMENSION];  /* sites of one coset along an axis, without padding */
  int64_t padding[LATSPLINE_MAX_DIMENSION]; /* sites of one coset before and after */
  double top[LATSPLINE_MAX_DIMENSION];      /* largest n_j of a stored site: period (extent - 1) + max_k l_kj */
  double wrap[LATSPLINE_MAX_DIMENSION];  /* mirror: 2 top[j]; periodic: period[j] extent[j]; clamp: period[j]; else 0 */
  double lower[LATSPLINE_MAX_DIMENSION]; /* a point reads stored memory only if lower[j] <= x_j <= upper[j] for all j */
  double upper[LATSPLINE_MAX_DIMENSION];
  double outside_value; /* f beyond [lower, upper]: 0 for the rule zero, the constant for the rule value */
  latspline_fetch fetch; /* for kernels made with --fetch callback, which read neither coefficients nor strides; else NULL */
  void* fetch_user;
} latspline_volume;

/* Evaluates f, its gradient and its Hessian, or those of them that are asked for, at `count` points. Coordinate j of point i is points[i * point_stride + j * axis_stride]
 * (packed x y z x y z ..: s and 1; one array per axis: 1 and count); gradients are laid out in the same way.
 * values[i] = f(point i), packed. hessians holds the s (s + 1) / 2 entries d2f/dx_a dx_b, a <= b, of point i row by row (xx, xy, xz, yy, yz, zz) from
 * hessians[i * s (s + 1) / 2] on. What is not asked for is NULL, but not all three. Strides are in elements. All points are in lattice coordinates. The
 * arrays must not overlap. On a knot plane where a derivative jumps it is that of one side.
 * A point with a coordinate that is NaN or infinite gives NaN in everything asked for and reads no coefficient. */
typedef int32_t (*latspline_kernel_f32)(const latspline_volume* volume, const float* points, int64_t point_stride,
                                        int64_t axis_stride, size_t count, float* values, float* gradients,
                                        float* hessians);
typedef int32_t (*latspline_kernel_f64)(const latspline_volume* volume, const double* points, int64_t point_stride,
                                        int64_t axis_stride, size_t count, double* values, double* gradients,
                                        double* hessians);

#ifdef __cplusplus
}
#endif
#endif
