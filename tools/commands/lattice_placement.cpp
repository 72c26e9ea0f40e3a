#include "tools/commands/lattice_placement.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "latspline/base/error.h"

namespace latspline::tools {
namespace {

/// Gram-Schmidt on the columns of `matrix`; twice, which is enough (Parlett and Kahan).
std::vector<double> orthonormal(std::span<const double> matrix, std::size_t s) {
  std::vector<double> q(matrix.begin(), matrix.begin() + static_cast<std::ptrdiff_t>(s * s));
  for (std::size_t j = 0; j < s; ++j) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < j; ++k) {
        double product = 0;
        for (std::size_t i = 0; i < s; ++i) product += q[i * s + j] * q[i * s + k];
        for (std::size_t i = 0; i < s; ++i) q[i * s + j] -= product * q[i * s + k];
      }
    }
    double length = 0;
    for (std::size_t i = 0; i < s; ++i) length = std::hypot(length, q[i * s + j]);
    for (std::size_t i = 0; i < s; ++i) q[i * s + j] /= length;
  }
  return q;
}

double determinant(std::vector<double> m, std::size_t s) {
  double product = 1;
  for (std::size_t j = 0; j < s; ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j + 1; i < s; ++i) {
      if (std::abs(m[i * s + j]) > std::abs(m[pivot * s + j])) pivot = i;
    }
    if (m[pivot * s + j] == 0) return 0;
    if (pivot != j) {
      for (std::size_t k = 0; k < s; ++k) std::swap(m[pivot * s + k], m[j * s + k]);
      product = -product;
    }
    product *= m[j * s + j];
    for (std::size_t i = j + 1; i < s; ++i) {
      const double factor = m[i * s + j] / m[j * s + j];
      for (std::size_t k = j; k < s; ++k) m[i * s + k] -= factor * m[j * s + k];
    }
  }
  return product;
}

WorldTransform with_matrix(std::span<const double> matrix) {
  WorldTransform transform;
  std::ranges::copy(matrix, transform.matrix.begin());
  return transform;
}

/// Of the whole numbers next to `steps`, those whose product times `cosets` is nearest to `wanted`.
std::vector<std::int64_t> nearest_extents(std::span<const double> steps, double cosets, double wanted) {
  std::vector<std::int64_t> best;
  double best_error = 0;
  for (std::size_t choice = 0; choice < std::size_t{1} << steps.size(); ++choice) {
    std::vector<std::int64_t> extent;
    double count = cosets;
    for (std::size_t j = 0; j < steps.size(); ++j) {
      extent.push_back(std::max<std::int64_t>(
          1, static_cast<std::int64_t>(std::floor(steps[j])) + static_cast<std::int64_t>(choice >> j & 1)));
      count *= static_cast<double>(extent.back());
    }
    const double error = std::abs(count - wanted);
    if (best.empty() || error < best_error) {
      best = extent;
      best_error = error;
    }
  }
  return best;
}

double count_of(std::span<const std::int64_t> extent, double cosets) {
  double count = cosets;
  for (const auto e : extent) count *= static_cast<double>(e);
  return count;
}

}  // namespace

WorldBox box_of(const LatticeData& data) {
  const std::size_t s = data.dimension;
  WorldBox box;
  box.dimension = data.dimension;
  box.axes = orthonormal(data.world.matrix, s);
  box.length.assign(s, 0);
  std::vector<double> middle_site(s);
  for (std::size_t j = 0; j < s; ++j) {
    std::int64_t farthest = 0;
    for (std::size_t k = 0; k < data.coset_count(); ++k) farthest = std::max(farthest, data.offsets[k * s + j]);
    middle_site[j] = 0.5 * static_cast<double>(data.period[j] * (data.extent[j] - 1) + farthest);
    for (std::size_t axis = 0; axis < s; ++axis) {
      double along = 0;
      for (std::size_t i = 0; i < s; ++i) along += box.axes[i * s + axis] * data.world.matrix[i * s + j];
      box.length[axis] += std::abs(along) * static_cast<double>(data.period[j] * data.extent[j]);
    }
  }
  box.middle.resize(s);
  data.world.apply(data.dimension, middle_site.data(), box.middle.data());
  return box;
}

LatticePlacement place_lattice(const WorldBox& box, const LatticeShape& shape, std::span<const double> frame,
                               const Density& density) {
  const std::size_t s = shape.dimension;
  LATSPLINE_ASSERT(box.dimension == shape.dimension && frame.size() == s * s);
  const double cosets = shape.coset_count;
  const WorldTransform inverse_frame = with_matrix(frame).inverse(shape.dimension);
  // Along axis j the box is reach[j] / unit long in D-steps.
  std::vector<double> reach(s, 0);
  double steps_at_unit_one = 1;
  double cell = std::abs(determinant(std::vector<double>(frame.begin(), frame.end()), s)) / cosets;
  for (std::size_t j = 0; j < s; ++j) {
    const auto period = static_cast<double>(shape.period[j]);
    for (std::size_t k = 0; k < s; ++k) reach[j] += std::abs(inverse_frame.matrix[j * s + k]) * box.length[k] / period;
    steps_at_unit_one *= reach[j];
    cell *= period;
  }
  const auto dimension = static_cast<double>(s);
  const auto steps_for = [&reach, s](double unit) {
    std::vector<double> steps(s);
    for (std::size_t j = 0; j < s; ++j) steps[j] = reach[j] / unit;
    return steps;
  };
  LatticePlacement placement;
  if (density.edge != 0) {
    if (!(density.edge > 0) || !std::isfinite(density.edge)) {
      throw InputError("the spacing is " + std::to_string(density.edge) +
                       "; accepted: a length above 0 in world units");
    }
    placement.unit = density.edge / std::pow(cell, 1 / dimension);
    for (const double steps : steps_for(placement.unit)) {
      if (!(steps < 1e9))
        throw InputError("the spacing " + std::to_string(density.edge) +
                         " is too small: it gives over 10^9 samples along an axis");
      placement.extent.push_back(std::max<std::int64_t>(1, std::llround(steps)));
    }
  } else {
    if (density.samples < 1) throw InputError("the number of samples is 0; accepted: 1 or more");
    const auto wanted = static_cast<double>(density.samples);
    const double ideal = std::pow(steps_at_unit_one * cosets / wanted, 1 / dimension);
    double best_cost = 0;
    // Whole numbers of steps meet the number of samples best at a unit near the ideal one.
    for (int i = -40; i <= 40; ++i) {
      const double unit = ideal * std::exp(5e-4 * i);
      const auto extent = nearest_extents(steps_for(unit), cosets, wanted);
      const double cost = std::abs(count_of(extent, cosets) / wanted - 1) + 0.2 * std::abs(5e-4 * i);
      if (placement.extent.empty() || cost < best_cost) {
        placement.extent = extent;
        placement.unit = unit;
        best_cost = cost;
      }
    }
  }
  std::vector<std::int64_t> sizes = placement.extent;
  sizes.push_back(shape.coset_count);
  placement.samples = checked_count("the resampled volume", sizes, sizeof(double));
  placement.edge = placement.unit * std::pow(cell, 1 / dimension);
  for (std::size_t i = 0; i < s; ++i) {
    for (std::size_t j = 0; j < s; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < s; ++k) sum += box.axes[i * s + k] * frame[k * s + j];
      placement.world.matrix[i * s + j] = placement.unit * sum;
    }
  }
  for (std::size_t i = 0; i < s; ++i) {
    placement.world.origin[i] = box.middle[i];
    for (std::size_t j = 0; j < s; ++j) {
      std::int64_t farthest = 0;
      for (std::size_t k = 0; k < shape.coset_count; ++k) farthest = std::max(farthest, shape.offsets[k * s + j]);
      const double middle = 0.5 * static_cast<double>(shape.period[j] * (placement.extent[j] - 1) + farthest);
      placement.world.origin[i] -= placement.world.matrix[i * s + j] * middle;
    }
  }
  return placement;
}

}  // namespace latspline::tools
