/* Calls a kernel that was compiled ahead of time, from plain C, with no library of latspline:
 *
 *     latspline compile cc/linear --function trilinear --emit object,header -o out
 *     cc -std=c99 -I<prefix>/include -Iout call_kernel.c out/trilinear.o
 *
 * The samples of the trilinear basis are its coefficients, so nothing has to be filtered here.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trilinear.h"

enum { EXTENT = 4, PADDING = 2, STORED = EXTENT + 2 * PADDING };

/* Whole-sample symmetric: .. 2 1 0 1 2 3 2 1 .. */
static int mirrored(int i) {
  const int top = EXTENT - 1;
  i = abs(i) % (2 * top);
  return i <= top ? i : 2 * top - i;
}

int main(void) {
  static float storage[STORED * STORED * STORED];
  latspline_volume volume;
  int axis, x, y, z;

  /* f(x, y, z) = 1 + 2x + 4y + 6z on the sites, continued into the padding by the kernel's boundary rule. */
  for (z = 0; z < STORED; ++z) {
    for (y = 0; y < STORED; ++y) {
      for (x = 0; x < STORED; ++x) {
        storage[(z * STORED + y) * STORED + x] = 1.0f + 2.0f * (float)mirrored(x - PADDING) +
                                                 4.0f * (float)mirrored(y - PADDING) +
                                                 6.0f * (float)mirrored(z - PADDING);
      }
    }
  }

  memset(&volume, 0, sizeof volume);
  volume.abi_version = LATSPLINE_ABI_VERSION;
  volume.dimension = 3;
  volume.coset_count = 1;
  volume.scalar = LATSPLINE_F32;
  volume.boundary = LATSPLINE_BOUNDARY_MIRROR;
  volume.content = LATSPLINE_COEFFICIENTS;
  volume.space = TRILINEAR_SPACE;
  volume.coefficients = storage + (PADDING * STORED + PADDING) * STORED + PADDING;
  volume.stride[0] = 1;
  volume.stride[1] = STORED;
  volume.stride[2] = STORED * STORED;
  volume.coset_stride = STORED * STORED * STORED;
  for (axis = 0; axis < 3; ++axis) {
    volume.extent[axis] = EXTENT;
    volume.padding[axis] = PADDING;
    volume.top[axis] = EXTENT - 1;
    volume.wrap[axis] = 2 * (EXTENT - 1);
    volume.lower[axis] = 0;
    volume.upper[axis] = EXTENT - 1;
  }

  {
    const float points[2][3] = {{1.25f, 1.5f, 1.75f}, {NAN, 0, 0}};
    float values[2];
    float gradients[2][3];
    const int32_t status = trilinear(&volume, &points[0][0], 3, 1, 2, values, &gradients[0][0], NULL);
    if (status != LATSPLINE_OK) {
      fprintf(stderr, "the kernel answers with status %d\n", (int)status);
      return 1;
    }
    printf("f(1.25, 1.5, 1.75) = %g\n", (double)values[0]);
    printf("gradient = (%g, %g, %g)\n", (double)gradients[0][0], (double)gradients[0][1], (double)gradients[0][2]);
    if (values[0] != 20.0f || gradients[0][0] != 2.0f || gradients[0][1] != 4.0f || gradients[0][2] != 6.0f ||
        !isnan(values[1]))
      return 1;
  }

  /* Coefficients of another space are refused, not misread. */
  volume.space = TRILINEAR_SPACE + 1;
  {
    const float point[3] = {1, 1, 1};
    float value;
    if (trilinear(&volume, point, 3, 1, 1, &value, NULL, NULL) != LATSPLINE_SPACE_MISMATCH) return 1;
  }
  return 0;
}
