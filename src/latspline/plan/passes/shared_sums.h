#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "latspline/exact/rational.h"

namespace latspline {

/// Linear forms as sums that may use one another. Node i < inputs is the input i; node inputs + r is rows[r]. A row is the sum of its
/// entries (node, factor); no row depends on itself.
struct SharedSums {
  std::int32_t inputs = 0;
  std::vector<std::vector<std::pair<std::int32_t, Rational>>> rows;
};

/// The number of additions (each may multiply by a factor) that the rows take.
int addition_count(const SharedSums& sums);

/// Rewrites the rows, which use inputs only, to fewer additions: while two rows agree up to a factor in several inputs, or two inputs occur with
/// the same ratio in several rows, the common part becomes a row of its own (appended), the part that saves most first. The first
/// rows keep their values, exactly. `variant` chooses among parts that save alike. Stops where `work`, the number of entries
/// looked at, would pass the limit; what is done then holds.
/// Source: the greedy elimination of common two-term subexpressions of constant matrices, Paar, "Optimized arithmetic for Reed-Solomon encoders",
/// ISIT 1997, here with rational ratios and on rows and columns alike.
SharedSums share_sums(SharedSums sums, int variant, std::int64_t work_limit);

}  // namespace latspline
