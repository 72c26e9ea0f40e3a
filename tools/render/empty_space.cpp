#include "tools/render/empty_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "latspline/base/interrupt.h"

namespace latspline::tools {
namespace {

constexpr double block_periods = 4;

struct Bounds {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
};

}  // namespace

EmptySpace::EmptySpace(const Volume& volume, const std::function<bool(double, double)>& visible) {
  const latspline_volume& view = volume.view();
  const LatticeShape& shape = volume.description().shape;
  for (std::size_t j = 0; j < 3; ++j) {
    size_[j] = block_periods * static_cast<double>(shape.period[j]);
    count_[j] = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(view.top[j] / size_[j])));
  }
  std::vector<Bounds> bounds(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]));

  // The blocks along axis j that the support of the site n meets.
  const auto blocks = [&](std::size_t j, double n) {
    const auto first = static_cast<std::int64_t>(std::floor((n - shape.reach[j]) / size_[j]));
    const auto last = static_cast<std::int64_t>(std::floor((n + shape.reach[j]) / size_[j]));
    return std::pair(std::max<std::int64_t>(first, 0), std::min(last, count_[j] - 1));
  };
  const auto scan = [&](const auto* coefficients) {
    for (std::uint32_t k = 0; k < view.coset_count; ++k) {
      const std::int64_t* offset = shape.offsets.data() + 3 * k;
      const auto* coset = coefficients + static_cast<std::int64_t>(k) * view.coset_stride;
      const auto site = [&](std::size_t j, std::int64_t i) {
        return static_cast<double>(i * shape.period[j] + offset[j]);
      };
      for (std::int64_t i2 = -view.padding[2]; i2 < view.extent[2] + view.padding[2]; ++i2) {
        check_interrupt();
        const auto [z0, z1] = blocks(2, site(2, i2));
        for (std::int64_t i1 = -view.padding[1]; z0 <= z1 && i1 < view.extent[1] + view.padding[1]; ++i1) {
          const auto [y0, y1] = blocks(1, site(1, i1));
          const auto* row = coset + i2 * view.stride[2] + i1 * view.stride[1];
          for (std::int64_t i0 = -view.padding[0]; y0 <= y1 && i0 < view.extent[0] + view.padding[0]; ++i0) {
            const auto [x0, x1] = blocks(0, site(0, i0));
            const auto value = static_cast<double>(row[i0 * view.stride[0]]);
            for (std::int64_t z = z0; z <= z1; ++z) {
              for (std::int64_t y = y0; y <= y1; ++y) {
                for (std::int64_t x = x0; x <= x1; ++x) {
                  Bounds& block = bounds[static_cast<std::size_t>((z * count_[1] + y) * count_[0] + x)];
                  block.least = std::min(block.least, value);
                  block.greatest = std::max(block.greatest, value);
                }
              }
            }
          }
        }
      }
    }
  };
  if (view.scalar == LATSPLINE_F32) {
    scan(static_cast<const float*>(view.coefficients));
  } else {
    scan(static_cast<const double*>(view.coefficients));
  }
  visible_.reserve(bounds.size());
  // Rounding of a kernel may pass the bounds by a few units in the last place.
  for (const Bounds& block : bounds) {
    const double slack = 1e-5 * std::max(std::abs(block.least), std::abs(block.greatest));
    visible_.push_back(visible(block.least - slack, block.greatest + slack) ? 1 : 0);
  }
}

std::size_t EmptySpace::block_at(const Vec3& point) const {
  std::int64_t index = 0;
  for (std::size_t j = 3; j-- > 0;) {
    const auto block = static_cast<std::int64_t>(std::floor(point[j] / size_[j]));
    index = index * count_[j] + std::clamp<std::int64_t>(block, 0, count_[j] - 1);
  }
  return static_cast<std::size_t>(index);
}

double EmptySpace::exit(const Vec3& origin, const Vec3& direction, double t) const {
  double leave = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < 3; ++j) {
    if (direction[j] == 0) continue;
    const double block =
        std::clamp(std::floor((origin[j] + t * direction[j]) / size_[j]), 0.0, static_cast<double>(count_[j] - 1));
    const double wall = size_[j] * (direction[j] > 0 ? block + 1 : block);
    leave = std::min(leave, (wall - origin[j]) / direction[j]);
  }
  return std::max(leave, t);
}

double EmptySpace::empty_share() const {
  const auto empty = std::ranges::count(visible_, 0);
  return static_cast<double>(empty) / static_cast<double>(visible_.size());
}

}  // namespace latspline::tools
