#include "latspline/plan/passes/order_fetches.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "latspline/base/error.h"

namespace latspline {
namespace {

struct Place {
  std::int32_t coset;
  IntVector step;
};

Place place_of(const IntVector& site, const CosetTable& cosets) {
  for (std::size_t k = 0; k < cosets.offsets.size(); ++k) {
    Place place{static_cast<std::int32_t>(k), {}};
    for (std::size_t j = 0; j < site.size(); ++j) {
      const std::int64_t difference = site[j] - cosets.offsets[k][j];
      if (difference % cosets.period[j] != 0) break;
      place.step.push_back(difference / cosets.period[j]);
    }
    if (place.step.size() == site.size()) return place;
  }
  throw InternalError("(" + to_string(site) + ") is not a site of the plan's lattice");
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
  for (ReferenceSubregion& reference : plan.references) {
    std::vector<Place> places;
    for (const IntVector& site : reference.sites) places.push_back(place_of(site, plan.cosets));
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
