#include <algorithm>
#include <cmath>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/text.h"
#include "latspline/runtime/volume.h"

namespace latspline {
namespace {

std::string matrix_text(std::uint32_t s, const double* matrix) {
  std::string text = "[";
  for (std::uint32_t r = 0; r < s; ++r) {
    for (std::uint32_t c = 0; c < s; ++c) text += (c ? " " : r ? "; " : "") + number_text(matrix[r * s + c]);
  }
  return text + "]";
}

}  // namespace

WorldTransform WorldTransform::identity(std::uint32_t dimension) {
  WorldTransform transform;
  for (std::uint32_t j = 0; j < dimension; ++j) transform.matrix[j * dimension + j] = 1;
  return transform;
}

WorldTransform WorldTransform::inverse(std::uint32_t dimension) const {
  const std::uint32_t s = dimension;
  const auto reject = [&](const char* defect) {
    throw InputError("world transform: matrix " + matrix_text(s, matrix.data()) + " is " + defect +
                     "; accepted: a finite invertible matrix and a finite origin");
  };
  for (std::uint32_t j = 0; j < s * s; ++j) {
    if (!std::isfinite(matrix[j])) reject("not finite");
  }
  for (std::uint32_t j = 0; j < s; ++j) {
    if (!std::isfinite(origin[j])) throw InputError("world transform: origin is not finite; accepted: finite numbers");
  }
  // Gauss-Jordan elimination with row exchanges on the matrix with columns scaled to largest entry 1: spacings of any
  // size are regular.
  std::array<double, LATSPLINE_MAX_DIMENSION * LATSPLINE_MAX_DIMENSION> left = matrix, right{};
  std::array<double, LATSPLINE_MAX_DIMENSION> scale{};
  for (std::uint32_t c = 0; c < s; ++c) {
    for (std::uint32_t r = 0; r < s; ++r) scale[c] = std::max(scale[c], std::abs(matrix[r * s + c]));
    if (scale[c] == 0) reject("singular");
    for (std::uint32_t r = 0; r < s; ++r) left[r * s + c] /= scale[c];
    right[c * s + c] = 1;
  }
  for (std::uint32_t c = 0; c < s; ++c) {
    std::uint32_t pivot = c;
    for (std::uint32_t r = c + 1; r < s; ++r) {
      if (std::abs(left[r * s + c]) > std::abs(left[pivot * s + c])) pivot = r;
    }
    if (!(std::abs(left[pivot * s + c]) > 1e-12)) reject("singular");
    for (std::uint32_t k = 0; k < s; ++k) {
      std::swap(left[c * s + k], left[pivot * s + k]);
      std::swap(right[c * s + k], right[pivot * s + k]);
    }
    const double factor = 1 / left[c * s + c];
    for (std::uint32_t k = 0; k < s; ++k) {
      left[c * s + k] *= factor;
      right[c * s + k] *= factor;
    }
    for (std::uint32_t r = 0; r < s; ++r) {
      const double multiple = left[r * s + c];
      if (r == c || multiple == 0) continue;
      for (std::uint32_t k = 0; k < s; ++k) {
        left[r * s + k] -= multiple * left[c * s + k];
        right[r * s + k] -= multiple * right[c * s + k];
      }
    }
  }
  WorldTransform result;
  for (std::uint32_t r = 0; r < s; ++r) {
    for (std::uint32_t c = 0; c < s; ++c) {
      result.matrix[r * s + c] = right[r * s + c] / scale[r];
      if (!std::isfinite(result.matrix[r * s + c])) reject("singular");
      result.origin[r] -= result.matrix[r * s + c] * origin[c];
    }
  }
  return result;
}

void WorldTransform::apply(std::uint32_t dimension, const double* x, double* world) const {
  for (std::uint32_t r = 0; r < dimension; ++r) {
    double sum = origin[r];
    for (std::uint32_t c = 0; c < dimension; ++c) sum += matrix[r * dimension + c] * x[c];
    world[r] = sum;
  }
}

}  // namespace latspline
