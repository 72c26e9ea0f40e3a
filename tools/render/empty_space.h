#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "latspline/runtime/volume.h"
#include "tools/render/vec3.h"

namespace latspline::tools {

/// Blocks of the box [0, top] in lattice coordinates, and which of them a ray may leap over.
///
/// Basis functions that are nowhere negative and whose shifts sum to 1 keep f between the least and the greatest of the
/// coefficients whose support meets a block. Box splines, B-splines and Voronoi splines are such.
class EmptySpace {
 public:
  /// A block is empty unless visible(least, greatest) holds. The volume has dimension 3.
  EmptySpace(const Volume& volume, const std::function<bool(double, double)>& visible);

  bool empty_at(const Vec3& point) const { return !visible_[block_at(point)]; }
  /// Where the ray origin + t direction leaves the block of the point at `t`.
  double exit(const Vec3& origin, const Vec3& direction, double t) const;
  double empty_share() const;

 private:
  std::size_t block_at(const Vec3& point) const;
  std::array<std::int64_t, 3> count_{};
  Vec3 size_{};
  std::vector<char> visible_;
};

}  // namespace latspline::tools
