#include "latspline/exact/arrangement.h"

#include <cmath>

#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// Those of the hyperplanes that cut the interior; of equal normals side by side the extent of the polytope is found once, and where its bounds in
/// doubles leave a doubt the vertices decide.
std::vector<const Hyperplane*> cutting(const Polytope& polytope, const std::vector<const Hyperplane*>& hyperplanes,
                                       std::size_t first) {
  std::vector<const Hyperplane*> result;
  const Vector* normal = nullptr;
  Polytope::Range range{};
  for (std::size_t i = first; i < hyperplanes.size(); ++i) {
    const Hyperplane& hyperplane = *hyperplanes[i];
    if (normal == nullptr || *normal != hyperplane.normal) {
      normal = &hyperplane.normal;
      range = polytope.approximate_range(*normal);
    }
    const double offset = hyperplane.offset.to_double();
    const double error = 0x1p-52 * std::fabs(offset) + 0x1p-1000;
    if (offset + error < range.outer[0] || offset - error > range.outer[1]) continue;
    const bool surely = offset - error > range.inner[0] && offset + error < range.inner[1];
    if (surely || polytope.side(hyperplane) == 0) result.push_back(&hyperplane);
  }
  return result;
}

}  // namespace

std::optional<std::vector<Polytope>> slice_at_most(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes,
                                                   std::size_t limit) {
  struct Open {
    Polytope polytope;
    std::vector<const Hyperplane*> hyperplanes;  ///< that cut it: at least one more piece each
  };
  std::vector<const Hyperplane*> all;
  for (const Hyperplane& hyperplane : hyperplanes) all.push_back(&hyperplane);
  std::vector<Polytope> pieces;
  std::vector<Open> stack;
  stack.push_back({polytope, cutting(polytope, all, 0)});
  std::size_t at_least = 1 + stack.back().hyperplanes.size();
  while (!stack.empty()) {
    check_interrupt();
    if (at_least > limit) return std::nullopt;
    const Open open = std::move(stack.back());
    stack.pop_back();
    if (open.hyperplanes.empty()) {
      pieces.push_back(open.polytope);
      continue;
    }
    at_least -= 1 + open.hyperplanes.size();
    const Hyperplane& hyperplane = *open.hyperplanes.front();
    for (const HalfSpace& half : {HalfSpace{hyperplane.normal, hyperplane.offset},
                                  HalfSpace{Rational(-1) * hyperplane.normal, -hyperplane.offset}}) {
      Polytope part = *open.polytope.clipped(half);
      std::vector<const Hyperplane*> left = cutting(part, open.hyperplanes, 1);
      at_least += 1 + left.size();
      stack.push_back({std::move(part), std::move(left)});
    }
  }
  return pieces;
}

std::vector<Polytope> slice(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes) {
  return *slice_at_most(polytope, hyperplanes, static_cast<std::size_t>(-1));
}

}  // namespace latspline
