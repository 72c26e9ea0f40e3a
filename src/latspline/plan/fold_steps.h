#pragma once

#include "latspline/plan/plan.h"

namespace latspline {

/// Which steps between stored sites stay such steps when a point is unfolded. A fold maps sites to sites but, where its reflections are not signed permutations,
/// need not keep the cosets by which sites are stored: D4 has reflections with halves, which map 2 e_1 to (1,1,1,1).
class FoldSteps {
 public:
  /// InternalError if the plan's fold generates a group that is not finite or far too large.
  explicit FoldSteps(const Plan& plan);

  /// Whether every step is kept.
  bool keep_all() const { return rows_.empty(); }
  /// Whether A^-1 D k is in D Z^s for every A that the plan's fold and transforms amount to.
  bool keeps(const IntVector& k) const;
  /// The least q > 0 for which q D^-1 A^-1 D is an integer matrix for each of these A.
  std::int64_t scale() const { return scale_; }

 private:
  /// The rows of all the D^-1 A^-1 D but the integer ones.
  std::vector<Vector> rows_;
  std::int64_t scale_ = 1;
};

/// The sites from which those of the sub-regions are reached: see Plan::bases.
const std::vector<IntVector>& step_bases(const Plan& plan);

}  // namespace latspline
