/* Runs the kernel it is linked with on a volume and points from a file, and writes what it gives to another.
 *
 *     run_kernel INPUT OUTPUT
 * INPUT: the latspline_volume, then as 64-bit integers the number of elements of storage, the position of the element at i = 0 of coset 0, and the
 * number of points; then the elements and the packed points. OUTPUT: values of a call for values alone, then values and gradients of one for both, then the same of calls for one point each.
 */
#include <stdio.h>
#include <stdlib.h>

#include "latspline/abi/kernel_abi.h"

/* The type depends on the scalar; the caller does not: all arrays are bytes here. */
extern int32_t kernel_under_test(const latspline_volume* volume, const void* points, int64_t point_stride,
                                 int64_t axis_stride, size_t count, void* values, void* gradients, void* hessians);

static void* room(size_t bytes) {
  void* memory = malloc(bytes + 1);
  if (memory == NULL) exit(3);
  return memory;
}

int main(int argc, char** argv) {
  latspline_volume volume;
  uint64_t counts[3];
  char *storage, *points, *values, *gradients;
  size_t size, count, s, i;
  FILE* file;
  int32_t status;
  if (argc != 3) return 2;
  file = fopen(argv[1], "rb");
  if (file == NULL || fread(&volume, sizeof volume, 1, file) != 1 || fread(counts, sizeof counts, 1, file) != 1)
    return 2;
  size = volume.scalar == LATSPLINE_F32 ? 4 : 8;
  s = volume.dimension;
  count = (size_t)counts[2];
  storage = room(size * (size_t)counts[0]);
  points = room(size * count * s);
  values = room(size * count);
  gradients = room(size * count * s);
  if (fread(storage, size, (size_t)counts[0], file) != counts[0] || fread(points, size, count * s, file) != count * s)
    return 2;
  fclose(file);
  volume.coefficients = storage + size * (size_t)counts[1];
  file = fopen(argv[2], "wb");
  if (file == NULL) return 2;
  status = kernel_under_test(&volume, points, (int64_t)s, 1, count, values, NULL, NULL);
  if (status != LATSPLINE_OK) return 10 + (int)status;
  fwrite(values, size, count, file);
  status = kernel_under_test(&volume, points, (int64_t)s, 1, count, values, gradients, NULL);
  if (status != LATSPLINE_OK) return 10 + (int)status;
  fwrite(values, size, count, file);
  fwrite(gradients, size, count * s, file);
  for (i = 0; i < count; ++i) {
    status = kernel_under_test(&volume, points + size * i * s, (int64_t)s, 1, 1, values + size * i,
                               gradients + size * i * s, NULL);
    if (status != LATSPLINE_OK) return 10 + (int)status;
  }
  fwrite(values, size, count, file);
  fwrite(gradients, size, count * s, file);
  return fclose(file) == 0 ? 0 : 2;
}
