#pragma once

#include <vector>

#include "latspline/plan/plan.h"

namespace latspline {

/// Estimates the rounding errors in floats of programs for one weighted sum, to choose among them; no bound.
class RoundingErrorSample {
 public:
  explicit RoundingErrorSample(const ReferenceSubregion& reference);

  /// The largest error at sample points of the sub-region and sample coefficients, in units of 2^-24: of the value relative to sum |c_m w_m|, of
  /// the derivatives (where the program has them) relative to the largest sum |c_m dw_m/dy_j|. Constants are rounded to floats, too.
  double operator()(const WeightProgram& program) const;

 private:
  struct Sample {
    std::vector<float> y;
    std::vector<float> c;
    std::vector<double> exact;  // value, derivatives
    std::vector<double> scale;  // the same, the derivatives' all alike
  };
  std::vector<Sample> samples_;
};

}  // namespace latspline
