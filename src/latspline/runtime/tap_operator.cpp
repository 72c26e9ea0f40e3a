#include "latspline/runtime/tap_operator.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/coset_lookup.h"
#include "latspline/runtime/text.h"

namespace latspline {
namespace {

using Site = std::vector<std::int64_t>;

bool is_self_adjoint(latspline_boundary boundary, const std::map<Site, double>& taps) {
  if (boundary == LATSPLINE_BOUNDARY_CLAMP) return false;
  const auto same = [&](const Site& site, double value) {
    const auto found = taps.find(site);
    return found != taps.end() && found->second == value;
  };
  for (const auto& [site, value] : taps) {
    Site image = site;
    for (std::int64_t& n : image) n = -n;
    if (!same(image, value)) return false;
    for (std::size_t j = 0; boundary == LATSPLINE_BOUNDARY_MIRROR && j < site.size(); ++j) {
      image = site;
      image[j] = -image[j];
      if (!same(image, value)) return false;
    }
  }
  return true;
}

constexpr std::size_t taps_at_once = 8;

/// out[i] += value * (c[i + offsets[0]] + .. + c[i + offsets[N - 1]])
template <std::size_t N>
void add_taps(double value, const std::int64_t* offsets, std::size_t length, const double* c, double* __restrict out) {
  const double* from[N];
  for (std::size_t t = 0; t < N; ++t) from[t] = c + offsets[t];
  for (std::size_t i = 0; i < length; ++i) {
    double sum = from[0][i];
    for (std::size_t t = 1; t < N; ++t) sum += from[t][i];
    out[i] += value * sum;
  }
}

using AddTaps = void (*)(double, const std::int64_t*, std::size_t, const double*, double* __restrict);
constexpr AddTaps add_taps_of[taps_at_once + 1] = {nullptr,     add_taps<1>, add_taps<2>, add_taps<3>, add_taps<4>,
                                                   add_taps<5>, add_taps<6>, add_taps<7>, add_taps<8>};

}  // namespace

TapOperator::TapOperator(const FieldLayout& layout, const LatticeShape& shape, const latspline_filter_taps& taps)
    : tap_count_(taps.tap_count) {
  const std::size_t s = shape.dimension;
  std::map<Site, double> by_site;
  for (std::size_t t = 0; t < tap_count_; ++t) {
    const Site site(taps.sites + t * s, taps.sites + (t + 1) * s);
    if (!std::isfinite(taps.values[t]))
      throw InputError("filter taps: the tap at " + site_text(site) + " is not finite; accepted: finite numbers");
    for (std::size_t j = 0; j < s; ++j) {
      if (std::abs(static_cast<double>(site[j])) > shape.reach[j]) {
        throw InputError("filter taps: the tap at " + site_text(site) + " lies beyond the lattice shape's reach " +
                         number_text(shape.reach[j]) + " on axis " + std::to_string(j) +
                         "; accepted: taps of the volume's own space");
      }
    }
    if (!by_site.emplace(site, taps.values[t]).second) {
      throw InputError("filter taps: the tap at " + site_text(site) + " occurs twice; accepted: distinct sites");
    }
    sum_ += taps.values[t];
  }
  self_adjoint_ = is_self_adjoint(layout.extension().boundary(), by_site);

  // Equal values together; among them in the order of the sites' addresses.
  std::vector<std::pair<double, Site>> ordered;
  for (const auto& [site, value] : by_site) ordered.emplace_back(value, Site(site.rbegin(), site.rend()));
  std::sort(ordered.begin(), ordered.end());
  for (std::size_t t = 0; t < tap_count_; ++t) {
    if (groups_.empty() || groups_.back().value != ordered[t].first) groups_.push_back({ordered[t].first, t, t});
    groups_.back().end = t + 1;
  }
  const CosetLookup lookup(shape);
  const latspline_volume& view = layout.view();
  offsets_.resize(shape.coset_count * tap_count_);
  for (std::uint32_t k = 0; k < shape.coset_count; ++k) {
    for (std::size_t t = 0; t < tap_count_; ++t) {
      Site source(s);
      for (std::size_t j = 0; j < s; ++j) source[j] = shape.offsets[k * s + j] - ordered[t].second[s - 1 - j];
      StoredSite stored;
      if (!lookup.find(source, stored)) {
        throw InputError("filter taps: no site at " + site_text(source) + ", the offset of coset " + std::to_string(k) +
                         " less a tap; accepted: taps on the sites of the volume's lattice");
      }
      std::int64_t offset = (std::int64_t{stored.coset} - std::int64_t{k}) * view.coset_stride;
      for (std::size_t j = 0; j < s; ++j) offset += stored.index[j] * view.stride[j];
      offsets_[k * tap_count_ + t] = offset;
    }
  }
}

void TapOperator::apply(const Run& run, const double* c, double* out) const {
  const double* source = c + run.offset;
  double* target = out + run.offset;
  const std::int64_t* offsets = offsets_.data() + run.coset * tap_count_;
  std::fill_n(target, run.length, 0.0);
  for (const Group& group : groups_) {
    for (std::size_t t = group.begin; t < group.end; t += taps_at_once) {
      const std::size_t count = std::min(taps_at_once, group.end - t);
      add_taps_of[count](group.value, offsets + t, run.length, source, target);
    }
  }
}

}  // namespace latspline
