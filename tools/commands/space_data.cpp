#include "tools/commands/space_data.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "tools/progress.h"

namespace latspline::tools {
namespace {

bool is_identity(std::span<const double> frame, std::size_t s) {
  for (std::size_t i = 0; i < frame.size(); ++i) {
    if (frame[i] != (i / s == i % s ? 1 : 0)) return false;
  }
  return true;
}

template <typename T>
std::vector<T> sample_values(const PreparedSpace& space, const LatticePlacement& placement,
                             const WorldFunction& function, const std::function<void(double)>& progress) {
  const LatticeShape& shape = space.shape;
  const std::size_t s = shape.dimension;
  constexpr std::size_t block = std::size_t{1} << 18;
  std::vector<T> values;
  values.reserve(placement.samples);
  std::vector<double> points;
  std::vector<double> results;
  points.reserve(block * s);
  const auto flush = [&] {
    check_interrupt();
    results.resize(points.size() / s);
    function(points, results);
    for (const double result : results) values.push_back(static_cast<T>(result));
    points.clear();
    if (progress) progress(static_cast<double>(values.size()) / static_cast<double>(placement.samples));
  };
  std::array<double, LATSPLINE_MAX_DIMENSION> site{};
  std::array<double, LATSPLINE_MAX_DIMENSION> world{};
  for (std::size_t k = 0; k < shape.coset_count; ++k) {
    std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> i{};
    for (bool more = true; more;) {
      for (std::size_t j = 0; j < s; ++j)
        site[j] = static_cast<double>(shape.period[j] * i[j] + shape.offsets[k * s + j]);
      placement.world.apply(shape.dimension, site.data(), world.data());
      points.insert(points.end(), world.begin(), world.begin() + static_cast<std::ptrdiff_t>(s));
      if (points.size() == block * s) flush();
      more = false;
      for (std::size_t j = 0; j < s && !more; ++j) {
        more = ++i[j] < placement.extent[j];
        if (!more) i[j] = 0;
      }
    }
  }
  if (!points.empty()) flush();
  return values;
}

}  // namespace

latspline_scalar scalar_of(const PreparedSpace& space) {
  return space.kernel.f32 != nullptr ? LATSPLINE_F32 : LATSPLINE_F64;
}

latspline_boundary boundary_of(const PreparedSpace& space) { return space.kernel.boundary; }

void add_prefiltering(CLI::App& command, Prefiltering& prefiltering) {
  const std::map<std::string, Prefiltering> words{{"auto", Prefiltering::automatic},
                                                  {"interpolate", Prefiltering::interpolate},
                                                  {"quasi", Prefiltering::quasi},
                                                  {"none", Prefiltering::none}};
  command
      .add_option_function<std::string>(
          "--prefilter", [&prefiltering, words](const std::string& word) { prefiltering = words.at(word); },
          "how samples become coefficients: interpolate, quasi (a short filter of the full order), none (they are "
          "taken as they "
          "are), or auto (default): interpolate, and quasi where no interpolation exists")
      ->check(CLI::IsMember({"auto", "interpolate", "quasi", "none"}));
}

Volume coefficients_of(const PreparedSpace& space, const LatticeData& data, double outside_value, bool quiet,
                       Prefiltering prefiltering, PrefilterReport* report) {
  require_finite(data);
  if (!is_identity(space.frame, space.shape.dimension) && data.lattice != space.lattice) {
    throw InputError("'" + data.source + "' is " +
                     (data.lattice.empty() ? "a regular image" : "on the lattice '" + data.lattice + "'") +
                     "; the space '" + space.name + "' accepts data on the lattice '" + space.lattice + "' only");
  }
  Volume volume = to_volume(data, space.shape, scalar_of(space), boundary_of(space), outside_value);
  if (data.content == LATSPLINE_COEFFICIENTS) return volume;
  OwnedTaps taps = space.taps;
  switch (prefiltering) {
    case Prefiltering::automatic:
      if (taps.kind != LATSPLINE_PREFILTER_IMPOSSIBLE) break;
      say(quiet, "no interpolation exists in " + space.name + " (" + taps.reason + "): quasi-interpolation instead");
      taps = space.quasi;
      break;
    case Prefiltering::interpolate:
      break;
    case Prefiltering::quasi:
      taps = space.quasi;
      break;
    case Prefiltering::none:
      taps.kind = LATSPLINE_PREFILTER_NONE;
      break;
  }
  if (taps.kind == LATSPLINE_PREFILTER_IMPOSSIBLE)
    throw UnsupportedError("no interpolation exists in " + space.name + ": " + taps.reason +
                           "; --prefilter quasi and none are accepted");
  say(quiet, "prefiltering " + grouped(volume.site_count()) + " samples of '" + data.source + "' for " + space.name);
  Progress progress("prefilter", quiet);
  PrefilterOptions options;
  options.progress = progress.callback();
  return prefilter(volume, taps.view(), options, report);
}

LatticeData sample(const PreparedSpace& space, const LatticePlacement& placement, const WorldFunction& function,
                   const std::function<void(double)>& progress) {
  const LatticeShape& shape = space.shape;
  LatticeData data;
  data.source = "samples for " + space.name;
  data.dimension = shape.dimension;
  data.period.assign(shape.period.begin(), shape.period.begin() + shape.dimension);
  data.offsets = shape.offsets;
  data.extent = placement.extent;
  data.content = LATSPLINE_SAMPLES;
  data.lattice = space.lattice;
  data.space = space.name;
  data.space_identity = shape.space;
  data.boundary = boundary_of(space);
  data.world = placement.world;
  if (scalar_of(space) == LATSPLINE_F32) {
    data.values = sample_values<float>(space, placement, function, progress);
  } else {
    data.values = sample_values<double>(space, placement, function, progress);
  }
  return data;
}

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ' ');
  return digits;
}

std::string short_number(double number) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4g", number);
  return buffer.data();
}

}  // namespace latspline::tools
