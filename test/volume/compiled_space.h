#pragma once

#include <cctype>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "latspline/abi/filter_taps.h"
#include "latspline/analysis/analysis.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/runtime/evaluator.h"
#include "latspline/runtime/prefilter.h"

/// A space of the catalogue as the runtime sees it: its shape, its prefilter, its kernels.
namespace latspline::test {

constexpr latspline_boundary every_rule[] = {LATSPLINE_BOUNDARY_ZERO, LATSPLINE_BOUNDARY_CLAMP,
                                             LATSPLINE_BOUNDARY_MIRROR, LATSPLINE_BOUNDARY_PERIODIC,
                                             LATSPLINE_BOUNDARY_VALUE};

class CompiledSpace {
 public:
  explicit CompiledSpace(const std::string& name) {
    AnalyzeOptions options;
    options.count_cells = false;
    analysis_ = analyze(load_space(name), options);
    shape_.dimension = static_cast<std::uint32_t>(analysis_.reach.size());
    shape_.coset_count = static_cast<std::uint32_t>(analysis_.cosets.offsets.size());
    shape_.space = analysis_.space.identity();
    for (std::uint32_t j = 0; j < shape_.dimension; ++j) {
      shape_.period[j] = analysis_.cosets.period[j];
      shape_.reach[j] = analysis_.reach[j].to_double();
      if (analysis_.axis_mirror[j]) shape_.axis_mirror |= 1u << j;
    }
    for (const IntVector& offset : analysis_.cosets.offsets)
      shape_.offsets.insert(shape_.offsets.end(), offset.begin(), offset.end());
    const PrefilterDesign& design = analysis_.prefilter;
    for (const IntVector& site : design.sites) sites_.insert(sites_.end(), site.begin(), site.end());
    for (const Rational& value : design.values) values_.push_back(value.to_double());
    for (const Rational& value : design.axis_values) axis_.push_back(value.to_double());
  }

  const LatticeShape& shape() const { return shape_; }
  int order() const { return analysis_.order; }
  int continuity() const { return analysis_.continuity; }
  bool supports(latspline_boundary rule) const {
    return rule != LATSPLINE_BOUNDARY_MIRROR || shape_.axis_mirror == (1u << shape_.dimension) - 1;
  }

  latspline_filter_taps taps() const {
    constexpr latspline_prefilter_kind kinds[] = {LATSPLINE_PREFILTER_NONE, LATSPLINE_PREFILTER_SEPARABLE,
                                                  LATSPLINE_PREFILTER_SOLVE, LATSPLINE_PREFILTER_IMPOSSIBLE};
    latspline_filter_taps taps{};
    taps.kind = kinds[static_cast<int>(analysis_.prefilter.kind)];
    taps.dimension = shape_.dimension;
    taps.tap_count = values_.size();
    taps.sites = sites_.data();
    taps.values = values_.data();
    taps.pole_count = static_cast<std::uint32_t>(analysis_.prefilter.poles.size());
    taps.poles = analysis_.prefilter.poles.data();
    taps.axis_tap_count = static_cast<std::uint32_t>(axis_.size());
    taps.axis_taps = axis_.data();
    return taps;
  }

  Kernel kernel(latspline_boundary rule, latspline_scalar scalar) const {
    PlanOptions options;
    options.boundary = static_cast<Boundary>(rule);
    options.scalar = scalar == LATSPLINE_F32 ? Scalar::f32 : Scalar::f64;
    return jit_compile(lower(analysis_, options));
  }

  VolumeDescription describe(std::int64_t extent, latspline_boundary rule, latspline_scalar scalar) const {
    VolumeDescription description;
    description.shape = shape_;
    // Unequal extents, so that exchanged axes show.
    for (std::uint32_t j = 0; j < shape_.dimension; ++j) description.extent[j] = extent + (extent > 1 ? j % 2 : 0);
    description.boundary = rule;
    description.scalar = scalar;
    description.outside_value = 0.375;
    return description;
  }

 private:
  Analysis analysis_;
  LatticeShape shape_;
  std::vector<std::int64_t> sites_;
  std::vector<double> values_, axis_;
};

/// The lattice coordinates of every stored site, packed, in the order of a volume's data.
inline std::vector<double> stored_sites(const VolumeDescription& description) {
  const std::uint32_t s = description.shape.dimension;
  std::int64_t count = 1;
  for (std::uint32_t j = 0; j < s; ++j) count *= description.extent[j];
  std::vector<double> sites;
  for (std::uint32_t k = 0; k < description.shape.coset_count; ++k) {
    for (std::int64_t number = 0; number < count; ++number) {
      std::int64_t rest = number;
      for (std::uint32_t j = 0; j < s; ++j) {
        const std::int64_t i = rest % description.extent[j];
        rest /= description.extent[j];
        sites.push_back(static_cast<double>(description.shape.period[j] * i + description.shape.offsets[k * s + j]));
      }
    }
  }
  return sites;
}

inline std::vector<double> uniform_numbers(std::size_t count, double low, double high, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = uniform(generator);
  return numbers;
}

/// A spline of random coefficients in [-1, 1], f64.
inline Evaluator random_spline(const CompiledSpace& space, std::int64_t extent, latspline_boundary rule) {
  VolumeDescription description = space.describe(extent, rule, LATSPLINE_F64);
  description.content = LATSPLINE_COEFFICIENTS;
  const std::vector<double> data =
      uniform_numbers(stored_sites(description).size() / space.shape().dimension, -1, 1, 5);
  return Evaluator(space.kernel(rule, LATSPLINE_F64), Volume(description, std::span<const double>(data)));
}

/// A space's name as part of a test's name.
inline std::string case_name(std::string name) {
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

}  // namespace latspline::test
