#include "latspline/plan/passes/order_fetches.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/plan/fold_steps.h"

namespace latspline {
namespace {

struct Place {
  std::int32_t coset;
  IntVector step;
};

/// The first of the bases from which the site is reached by a step that the fold keeps.
std::optional<Place> place_of(const IntVector& site, const std::vector<IntVector>& bases, const IntVector& period,
                              const FoldSteps& steps) {
  for (std::size_t k = 0; k < bases.size(); ++k) {
    Place place{static_cast<std::int32_t>(k), {}};
    for (std::size_t j = 0; j < site.size(); ++j) {
      const std::int64_t difference = site[j] - bases[k][j];
      if (difference % period[j] != 0) break;
      place.step.push_back(difference / period[j]);
    }
    if (place.step.size() == site.size() && steps.keeps(place.step)) return place;
  }
  return std::nullopt;
}

/// The offsets of the cosets where every step from them is kept, else as few of the sub-regions' sites as all are reached from.
std::vector<IntVector> bases_of(const Plan& plan, const FoldSteps& steps) {
  std::vector<IntVector> bases{IntVector(static_cast<std::size_t>(plan.dimension), 0)};
  for (const ReferenceSubregion& reference : plan.references) {
    for (const IntVector& site : reference.sites)
      if (!place_of(site, bases, plan.cosets.period, steps)) bases.push_back(site);
  }
  return bases;
}

/// The key by which a there-and-back walk visits `step`: the slowest axis upwards; axis j downwards where the slower axes' ranks sum to an odd number.
IntVector walk_key(const IntVector& step) {
  IntVector key;
  std::int64_t parity = 0;
  for (std::size_t j = step.size(); j-- > 0;) {
    key.push_back(parity % 2 == 0 ? step[j] : -step[j]);
    // Axis 0 always runs upwards: a row is one run of memory.
    if (j > 1) parity += step[j];
    if (j == 1) parity = 0;
  }
  return key;
}

}  // namespace

Plan order_fetches(Plan plan) {
  const FoldSteps steps(plan);
  plan.stride_scale = steps.scale();
  plan.bases = steps.keep_all() ? std::vector<IntVector>{} : bases_of(plan, steps);
  for (ReferenceSubregion& reference : plan.references) {
    std::vector<Place> places;
    for (const IntVector& site : reference.sites) {
      std::optional<Place> place = place_of(site, step_bases(plan), plan.cosets.period, steps);
      if (!place) throw InternalError("(" + to_string(site) + ") is not a site of the plan's lattice");
      places.push_back(std::move(*place));
    }
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (places[a].coset != places[b].coset) return places[a].coset < places[b].coset;
      return walk_key(places[a].step) < walk_key(places[b].step);
    });
    ReferenceSubregion sorted = reference;
    sorted.coset.clear();
    sorted.step.clear();
    for (std::size_t i = 0; i < order.size(); ++i) {
      sorted.sites[i] = reference.sites[order[i]];
      sorted.weights[i] = reference.weights[order[i]];
      sorted.coset.push_back(places[order[i]].coset);
      sorted.step.push_back(places[order[i]].step);
    }
    reference = std::move(sorted);
  }
  return plan;
}

}  // namespace latspline
