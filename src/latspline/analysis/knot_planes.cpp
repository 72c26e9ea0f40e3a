#include "latspline/analysis/knot_planes.h"

#include <algorithm>
#include <map>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

constexpr std::size_t max_masses = 100000;

}  // namespace

namespace {

/// The planes of one normal through these values, reduced modulo the lattice's step.
KnotPlanes family_of(const SplineSpace& space, const IntVector& normal, const std::vector<Rational>& values) {
  KnotPlanes family{normal, space.lattice.step(to_rational(normal)), {}};
  std::set<Rational> offsets;
  for (const Rational& value : values) offsets.insert(value - (value / family.step).floor() * family.step);
  family.offsets.assign(offsets.begin(), offsets.end());
  return family;
}

}  // namespace

std::vector<KnotPlanes> knot_planes(const SplineSpace& space, const BoxSpline& box_spline) {
  std::vector<KnotPlanes> result;
  for (const IntVector& normal : box_spline.hyperplane_normals()) {
    // The point masses of the directions off the hyperplane; two may cancel only at one point.
    std::map<Vector, Rational> masses{{Vector(normal.size()), Rational(1)}};
    for (const Vector& direction : box_spline.directions()) {
      if (dot(direction, normal).is_zero()) continue;
      const Vector half = Rational(1, 2) * direction;
      std::map<Vector, Rational> next;
      for (const auto& [point, weight] : masses) {
        next[point - half] += weight;
        next[point + half] -= weight;
      }
      std::erase_if(next, [](const auto& entry) { return entry.second.is_zero(); });
      if (next.size() > max_masses)
        throw UnsupportedError("the directions of the box spline have more than " + std::to_string(max_masses) +
                               " different partial sums; that is too many to analyse");
      masses = std::move(next);
      check_interrupt();
    }
    std::vector<Rational> values;
    for (const auto& [point, weight] : masses) values.push_back(dot(point, normal));
    result.push_back(family_of(space, normal, values));
  }
  return result;
}

std::vector<KnotPlanes> knot_planes(const SplineSpace& space, const LaplaceTransform& transform) {
  std::vector<KnotPlanes> result;
  for (const auto& [normal, values] : singular_hyperplanes(transform))
    result.push_back(family_of(space, normal, values));
  return result;
}

std::vector<KnotPlanes> knot_planes(const SplineSpace& space, const PiecewisePolynomial& pieces) {
  std::vector<KnotPlanes> result;
  for (const auto& [normal, offsets] : pieces.knots()) result.push_back(family_of(space, normal, offsets));
  return result;
}

std::vector<Hyperplane> planes_through(const std::vector<KnotPlanes>& families, const Polytope& polytope,
                                       const Vector& origin) {
  std::vector<Hyperplane> result;
  for (const KnotPlanes& family : families) {
    const Vector normal = to_rational(family.normal);
    const Rational low = polytope.minimum(normal);
    const Rational high = polytope.maximum(normal);
    const Rational shift = dot(normal, origin);
    std::vector<Rational> offsets;
    for (const Rational& offset : family.offsets) {
      // offset + k step - shift in (low, high).
      for (Rational k = ((low + shift - offset) / family.step).floor() + Rational(1);; k += Rational(1)) {
        const Rational value = offset + k * family.step - shift;
        if (value >= high) break;
        offsets.push_back(value);
      }
    }
    std::sort(offsets.begin(), offsets.end());
    for (Rational& value : offsets) result.push_back({normal, std::move(value)});
  }
  return result;
}

bool is_off_planes(const std::vector<KnotPlanes>& families, const Vector& x) {
  for (const KnotPlanes& family : families) {
    const Rational value = dot(x, family.normal);
    for (const Rational& offset : family.offsets)
      if (((value - offset) / family.step).is_integer()) return false;
  }
  return true;
}

}  // namespace latspline
