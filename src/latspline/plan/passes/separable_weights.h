#pragma once

#include <optional>
#include <vector>

#include "latspline/plan/plan.h"

namespace latspline {

/// The weights of a sub-region as products: the sites are all combinations of coordinates[j], and the weight of the site m is the product over j of
/// factors[j][k](y_j), m_j = coordinates[j][k]. Each factors[j] sums to 1.
struct SeparableWeights {
  std::vector<IntVector> coordinates;             ///< per axis, increasing
  std::vector<std::vector<Polynomial>> factors;   ///< per axis, per coordinate; in y (of which only y_j occurs)
};

/// Finds the product form, exactly; nullopt if the weights have none.
std::optional<SeparableWeights> separable_weights(const ReferenceSubregion& reference);

}  // namespace latspline
