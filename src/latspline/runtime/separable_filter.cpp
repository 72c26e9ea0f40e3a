#include "latspline/runtime/separable_filter.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/runtime/banded_solve.h"
#include "latspline/runtime/boundary.h"
#include "latspline/runtime/parallel.h"
#include "latspline/runtime/text.h"

namespace latspline {
namespace {

/// Lines filtered at once: the lane of a line is the fastest index of a tile.
constexpr std::size_t tile_width = 16;

/// Calls filter(tile) for all lines along an axis; a tile holds extent x Width numbers, Width lines (the missing ones
/// of the last tile 0).
template <std::size_t Width, class Filter>
void transform_lines(std::span<double> values, std::size_t extent, std::size_t stride, const Filter& filter,
                     const std::function<void(double)>& progress) {
  const std::size_t lines = values.size() / extent;
  const std::size_t tiles = (lines + Width - 1) / Width;
  const std::size_t tiles_per_block = std::max<std::size_t>(1, 16384 / (extent * Width));
  const auto filter_tiles = [&](std::size_t begin, std::size_t end) {
    std::vector<double> tile(extent * Width);
    for (std::size_t t = begin; t < end; ++t) {
      const std::size_t first = t * Width, count = std::min(Width, lines - first);
      double* base[Width] = {};
      for (std::size_t w = 0; w < count; ++w) {
        base[w] = values.data() + (first + w) / stride * (stride * extent) + (first + w) % stride;
      }
      const bool adjacent = base[count - 1] == base[0] + (count - 1);
      if (adjacent) {
        for (std::size_t i = 0; i < extent; ++i) std::copy_n(base[0] + i * stride, count, tile.data() + i * Width);
      } else {
        for (std::size_t w = 0; w < count; ++w) {
          for (std::size_t i = 0; i < extent; ++i) tile[i * Width + w] = base[w][i * stride];
        }
      }
      for (std::size_t w = count; w < Width; ++w) {
        for (std::size_t i = 0; i < extent; ++i) tile[i * Width + w] = 0;
      }
      filter(tile.data());
      if (adjacent) {
        for (std::size_t i = 0; i < extent; ++i) std::copy_n(tile.data() + i * Width, count, base[0] + i * stride);
      } else {
        for (std::size_t w = 0; w < count; ++w) {
          for (std::size_t i = 0; i < extent; ++i) base[w][i * stride] = tile[i * Width + w];
        }
      }
    }
  };
  parallel_blocks(tiles, tiles_per_block, filter_tiles, progress);
}

/// The one-dimensional filter of one axis: its matrix, and how to invert it.
class AxisFilter {
 public:
  AxisFilter(const VolumeDescription& description, const latspline_filter_taps& taps, std::uint32_t axis)
      : extent_(static_cast<std::size_t>(description.extent[axis])), boundary_(description.boundary) {
    std::size_t count = taps.axis_tap_count;
    while (count > 1 && taps.axis_taps[count - 1] == 0) --count;
    taps_.assign(taps.axis_taps, taps.axis_taps + count);
    poles_.assign(taps.poles, taps.poles + taps.pole_count);
    const BoundaryExtension extension(description);
    matrix_.rows.resize(extent_);
    const auto reach = static_cast<std::int64_t>(count) - 1;
    for (std::size_t i = 0; i < extent_; ++i) {
      for (std::int64_t m = -reach; m <= reach; ++m) {
        const auto source = extension.source(axis, 0, static_cast<std::int64_t>(i) - m);
        if (source)
          matrix_.rows[i].push_back({static_cast<std::size_t>(*source), taps_[static_cast<std::size_t>(std::abs(m))]});
      }
    }
  }

  void prepare_solve(SeparableRoute route) {
    const bool exact =
        (boundary_ == LATSPLINE_BOUNDARY_MIRROR || boundary_ == LATSPLINE_BOUNDARY_PERIODIC) && extent_ >= 2;
    recursive_ = exact && (route == SeparableRoute::recursive ||
                           (route == SeparableRoute::automatic && extent_ >= 2 * taps_.size()));
    if (!recursive_) {
      factors_ = std::make_unique<BandedFactors>(matrix_, "prefilter");
      return;
    }
    check_poles();
    // Each pole's pair of recursions has gain 1 / ((1 - z)(1 - 1/z)) for a constant; the taps multiply a constant by
    // their sum.
    gain_ = 0;
    for (std::size_t m = 0; m < taps_.size(); ++m) gain_ += (m ? 2 : 1) * taps_[m];
    gain_ = 1 / gain_;
    for (double z : poles_) gain_ *= (1 - z) * (1 - 1 / z);
  }

  template <std::size_t Width>
  void solve(double* tile) const {
    if (!recursive_) return factors_->solve<Width>(tile);
    for (std::size_t i = 0; i < extent_ * Width; ++i) tile[i] *= gain_;
    for (double z : poles_) {
      if (boundary_ == LATSPLINE_BOUNDARY_MIRROR) {
        recurse_mirror<Width>(z, tile);
      } else {
        recurse_periodic<Width>(z, tile);
      }
    }
  }

  template <std::size_t Width>
  void apply(double* tile) const {
    const std::vector<double> in(tile, tile + extent_ * Width);
    std::fill_n(tile, extent_ * Width, 0.0);
    for (std::size_t i = 0; i < extent_; ++i) {
      for (const auto& entry : matrix_.rows[i]) {
        for (std::size_t w = 0; w < Width; ++w) tile[i * Width + w] += entry.value * in[entry.column * Width + w];
      }
    }
  }

 private:
  void check_poles() const {
    if (poles_.size() != taps_.size() - 1) {
      throw InputError("filter taps: " + std::to_string(poles_.size()) + " poles; accepted: " +
                       std::to_string(taps_.size() - 1) + ", one per axis tap beside the middle one");
    }
    for (double z : poles_) {
      double value = taps_[0], magnitude = std::abs(taps_[0]);
      for (std::size_t m = 1; m < taps_.size(); ++m) {
        const double power = std::pow(z, static_cast<double>(m));
        value += taps_[m] * (power + 1 / power);
        magnitude += std::abs(taps_[m] * (power + 1 / power));
      }
      if (!(std::abs(z) > 0 && std::abs(z) < 1 && std::abs(value) <= 1e-8 * magnitude)) {
        throw InputError("filter taps: the pole " + number_text(z) +
                         " is no zero of the axis taps; accepted: their zeros with 0 < |z| < 1");
      }
    }
  }

  /// How many terms z^k matter in double precision.
  std::size_t horizon(double z, std::size_t terms) const {
    const double enough = std::ceil(-40.0 / std::log(std::abs(z)));  // e^-40 < 2^-53 / 20
    return enough < static_cast<double>(terms) ? static_cast<std::size_t>(enough) + 1 : terms;
  }

  /// x[i] += z x[i - 1] for rising i.
  template <std::size_t Width>
  void forward(double z, double* x) const {
    for (std::size_t i = 1; i < extent_; ++i) {
      for (std::size_t w = 0; w < Width; ++w) x[i * Width + w] += z * x[(i - 1) * Width + w];
    }
  }

  /// x[i] = z (x[i + 1] - x[i]) for falling i.
  template <std::size_t Width>
  void backward(double z, double* x) const {
    for (std::size_t i = extent_ - 1; i-- > 0;) {
      for (std::size_t w = 0; w < Width; ++w) x[i * Width + w] = z * (x[(i + 1) * Width + w] - x[i * Width + w]);
    }
  }

  /// x holds x[0] .. x[extent - 1], continued with x[-k] = x[k] and period 2 (extent - 1).
  template <std::size_t Width>
  void recurse_mirror(double z, double* x) const {
    const std::size_t period = 2 * (extent_ - 1), terms = horizon(z, period);
    double sum[Width] = {}, power = 1;
    for (std::size_t k = 0; k < terms; ++k, power *= z) {
      const double* from = x + (k < extent_ ? k : period - k) * Width;
      for (std::size_t w = 0; w < Width; ++w) sum[w] += power * from[w];
    }
    const double factor = 1 / (1 - std::pow(z, static_cast<double>(period)));
    for (std::size_t w = 0; w < Width; ++w) x[w] = sum[w] * factor;
    forward<Width>(z, x);
    double* last = x + (extent_ - 1) * Width;
    const double* before = last - Width;
    const double end_factor = z / (z * z - 1);
    for (std::size_t w = 0; w < Width; ++w) last[w] = end_factor * (last[w] + z * before[w]);
    backward<Width>(z, x);
  }

  /// x[k + extent] = x[k].
  template <std::size_t Width>
  void recurse_periodic(double z, double* x) const {
    const std::size_t terms = horizon(z, extent_);
    const double factor = 1 / (1 - std::pow(z, static_cast<double>(extent_)));
    double sum[Width] = {}, power = 1;
    for (std::size_t k = 0; k < terms; ++k, power *= z) {
      const double* from = x + (k == 0 ? 0 : extent_ - k) * Width;
      for (std::size_t w = 0; w < Width; ++w) sum[w] += power * from[w];
    }
    for (std::size_t w = 0; w < Width; ++w) x[w] = sum[w] * factor;
    forward<Width>(z, x);
    std::fill_n(sum, Width, 0.0);
    power = 1;
    for (std::size_t k = 0; k < terms; ++k, power *= z) {
      const double* from = x + (k == 0 ? extent_ - 1 : k - 1) * Width;
      for (std::size_t w = 0; w < Width; ++w) sum[w] += power * from[w];
    }
    double* last = x + (extent_ - 1) * Width;
    for (std::size_t w = 0; w < Width; ++w) last[w] = -z * factor * sum[w];
    backward<Width>(z, x);
  }

  std::size_t extent_;
  latspline_boundary boundary_;
  std::vector<double> taps_, poles_;
  SparseRows matrix_;
  bool recursive_ = false;
  double gain_ = 1;
  std::unique_ptr<BandedFactors> factors_;
};

void check_separable(const VolumeDescription& description, const latspline_filter_taps& taps) {
  if (description.shape.coset_count != 1) {
    throw InputError("filter taps: separable, but the lattice has " + std::to_string(description.shape.coset_count) +
                     " cosets; accepted: a lattice of one");
  }
  if (taps.axis_tap_count < 1 || !taps.axis_taps || (taps.pole_count > 0 && !taps.poles)) {
    throw InputError(
        "filter taps: separable without axis taps or poles; accepted: phi_1(0), phi_1(1), .. and the poles");
  }
  for (std::uint32_t m = 0; m < taps.axis_tap_count; ++m) {
    if (!std::isfinite(taps.axis_taps[m]))
      throw InputError("filter taps: axis tap " + std::to_string(m) + " is not finite; accepted: finite numbers");
  }
}

/// filter_of(axis) gives the filter; run is called as run.operator()<Width>(filter, tile).
template <class Prepare, class Run>
void for_each_axis(const VolumeDescription& description, const latspline_filter_taps& taps, std::span<double> values,
                   Prepare prepare, Run run, const std::function<void(double)>& progress) {
  check_separable(description, taps);
  const std::uint32_t s = description.shape.dimension;
  std::size_t stride = 1;
  for (std::uint32_t j = 0; j < s; ++j) {
    AxisFilter filter(description, taps, j);
    prepare(filter);
    const auto extent = static_cast<std::size_t>(description.extent[j]);
    std::function<void(double)> part;
    if (progress) part = [&](double done) { progress((j + done) / s); };
    if (values.size() / extent < tile_width) {
      transform_lines<1>(values, extent, stride, [&](double* tile) { run.template operator()<1>(filter, tile); }, part);
    } else {
      transform_lines<tile_width>(
          values, extent, stride, [&](double* tile) { run.template operator()<tile_width>(filter, tile); }, part);
    }
    stride *= extent;
  }
}

}  // namespace

void solve_separable(const VolumeDescription& description, const latspline_filter_taps& taps, SeparableRoute route,
                     std::span<double> values, const std::function<void(double)>& progress) {
  for_each_axis(
      description, taps, values, [route](AxisFilter& filter) { filter.prepare_solve(route); },
      []<std::size_t Width>(const AxisFilter& filter, double* tile) { filter.solve<Width>(tile); }, progress);
}

void apply_separable(const VolumeDescription& description, const latspline_filter_taps& taps,
                     std::span<double> values) {
  for_each_axis(
      description, taps, values, [](AxisFilter&) {},
      []<std::size_t Width>(const AxisFilter& filter, double* tile) { filter.apply<Width>(tile); }, {});
}

}  // namespace latspline
