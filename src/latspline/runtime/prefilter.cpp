#include "latspline/runtime/prefilter.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/base/hash.h"
#include "latspline/runtime/direct_filter.h"
#include "latspline/runtime/iterative_solve.h"
#include "latspline/runtime/parallel.h"
#include "latspline/runtime/separable_filter.h"
#include "latspline/runtime/text.h"

namespace latspline {
namespace {

constexpr std::size_t values_per_block = 65536;

/// Below this, rounding alone keeps the residual of a well-conditioned system.
constexpr double smallest_tolerance = 1e-13;

void check_arguments(const Volume& samples, const latspline_filter_taps& taps, const PrefilterOptions& options) {
  if (samples.site_count() == 0) throw InputError("prefilter: the volume is empty; accepted: a volume of samples");
  if (samples.description().content != LATSPLINE_SAMPLES) {
    throw InputError("prefilter: the volume already holds coefficients; accepted: samples");
  }
  const std::uint32_t dimension = samples.description().shape.dimension;
  if (taps.dimension != dimension) {
    throw InputError("prefilter: filter taps of dimension " + std::to_string(taps.dimension) +
                     " for a volume of dimension " + std::to_string(dimension) + "; accepted: equal dimensions");
  }
  if (!(options.tolerance >= smallest_tolerance && options.tolerance < 1)) {
    throw InputError("prefilter: tolerance " + number_text(options.tolerance) +
                     "; accepted: " + number_text(smallest_tolerance) + " up to 1");
  }
  if (options.max_iterations < 1) {
    throw InputError("prefilter: max_iterations " + std::to_string(options.max_iterations) + "; accepted: at least 1");
  }
}

void check_finite(const Volume& samples, const std::vector<double>& values) {
  const auto bad = std::find_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
  if (bad == values.end()) return;
  const std::uint32_t s = samples.description().shape.dimension;
  auto position = static_cast<std::int64_t>(bad - values.begin());
  std::vector<std::int64_t> index(s), n(s);
  for (std::uint32_t j = 0; j < s; ++j) {
    index[j] = position % samples.description().extent[j];
    position /= samples.description().extent[j];
  }
  samples.site(static_cast<std::uint32_t>(position), index, n);
  throw InputError("prefilter: the sample at site " + site_text(n) + " is " + number_text(*bad) +
                   "; accepted: finite samples, since a filter spreads each over the whole volume");
}

void add_constant(std::vector<double>& values, double constant) {
  if (constant == 0) return;
  parallel_blocks(values.size(), values_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) values[i] += constant;
  });
}

double largest_magnitude(const std::vector<double>& values) {
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// max |A c - f| / max |f|
double separable_residual(const VolumeDescription& description, const latspline_filter_taps& taps,
                          std::vector<double> coefficients, const std::vector<double>& samples) {
  const double scale = largest_magnitude(samples);
  if (scale == 0) return 0;
  apply_separable(description, taps, coefficients);
  for (std::size_t i = 0; i < samples.size(); ++i) coefficients[i] -= samples[i];
  return largest_magnitude(coefficients) / scale;
}

/// The sum of all taps: 1 for a basis whose lattice shifts sum to 1, up to rounding.
double tap_sum(const latspline_filter_taps& taps) {
  double sum = 0;
  if (taps.kind == LATSPLINE_PREFILTER_SEPARABLE) {
    for (std::uint32_t m = 0; m < taps.axis_tap_count; ++m) sum += (m ? 2 : 1) * taps.axis_taps[m];
    return std::pow(sum, static_cast<double>(taps.dimension));
  }
  for (std::size_t t = 0; t < taps.tap_count; ++t) sum += taps.values[t];
  return sum;
}

}  // namespace

Volume prefilter(const Volume& samples, const latspline_filter_taps& taps, const PrefilterOptions& options,
                 PrefilterReport* report) {
  check_arguments(samples, taps, options);
  VolumeDescription description = samples.description();
  description.content = LATSPLINE_COEFFICIENTS;
  std::vector<double> values;
  PrefilterReport done;
  const double constant = description.boundary == LATSPLINE_BOUNDARY_VALUE ? description.outside_value : 0;
  switch (taps.kind) {
    case LATSPLINE_PREFILTER_NONE:
      values = samples.values();
      break;
    case LATSPLINE_PREFILTER_SEPARABLE: {
      values = samples.values();
      check_finite(samples, values);
      add_constant(values, -constant * tap_sum(taps));
      const std::vector<double> right_side = report ? values : std::vector<double>();
      solve_separable(description, taps, SeparableRoute::automatic, values, options.progress);
      if (report) done.residual = separable_residual(description, taps, values, right_side);
      add_constant(values, constant);
      break;
    }
    case LATSPLINE_PREFILTER_SOLVE:
      if (taps.tap_count < 1 || !taps.sites || !taps.values) {
        throw InputError("prefilter: no filter taps; accepted: at least one site and value");
      }
      values = samples.values();
      check_finite(samples, values);
      add_constant(values, -constant * tap_sum(taps));
      done = solve_iteratively(description, taps, options, values);
      add_constant(values, constant);
      break;
    case LATSPLINE_PREFILTER_QUASI:
      if (taps.tap_count < 1 || !taps.sites || !taps.values) {
        throw InputError("prefilter: no filter taps; accepted: at least one site and value");
      }
      values = samples.values();
      check_finite(samples, values);
      add_constant(values, -constant);
      filter_directly(description, taps, values);
      add_constant(values, constant);
      break;
    case LATSPLINE_PREFILTER_IMPOSSIBLE:
      throw UnsupportedError("prefilter: the sampled symbol of the spline space " + hex64(description.shape.space) +
                             " has a zero, so that no interpolation of arbitrary samples exists");
    default:
      throw InputError("prefilter: kind " + std::to_string(taps.kind) +
                       "; accepted: none (1), separable (2), solve (3), impossible (4), quasi (5)");
  }
  if (options.progress) options.progress(1);
  if (report) *report = done;
  return Volume(std::move(description), std::span<const double>(values));
}

}  // namespace latspline
