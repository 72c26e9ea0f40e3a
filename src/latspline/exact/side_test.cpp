#include "latspline/exact/side_test.h"

#include <cmath>

namespace latspline {

std::vector<double> nearest_doubles(const Vector& x) {
  std::vector<double> result;
  result.reserve(x.size());
  for (const Rational& entry : x) result.push_back(entry.to_double());
  return result;
}

SideTest::SideTest(const Vector& normal, const Rational& offset)
    : normal_(normal), offset_(offset), near_normal_(nearest_doubles(normal)), near_offset_(offset.to_double()) {}

int SideTest::estimate(const double* near) const {
  double sum = -near_offset_;
  double magnitude = std::fabs(near_offset_);
  for (std::size_t i = 0; i < near_normal_.size(); ++i) {
    const double product = near_normal_[i] * near[i];
    sum += product;
    magnitude += std::fabs(product);
  }
  // Each product carries three roundings and each partial sum one: (s + 4) 2^-53 of the magnitude, which itself may be too small by as much. Twice that
  // and more, for any s up to 16; the constant covers products that underflow. NaN and infinity fail both comparisons.
  const double bound = 0x1p-48 * magnitude + 0x1p-1000;
  return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

int SideTest::exact(const Vector& x) const {
  const auto order = dot(normal_, x) <=> offset_;
  return order > 0 ? 1 : order < 0 ? -1 : 0;
}

}  // namespace latspline
