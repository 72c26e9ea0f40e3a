#include "latspline/exact/convex_hull.h"

#include <algorithm>

#include "latspline/base/error.h"

namespace latspline {

Polytope convex_hull(const std::vector<Vector>& points) {
  if (points.empty()) throw InputError("the convex hull of no points; at least dimension + 1 points are accepted");
  const std::size_t s = points.front().size();
  Vector mean(s);
  for (const Vector& point : points) mean = mean + point;
  mean = Rational(1, static_cast<std::int64_t>(points.size())) * mean;
  std::vector<Vector> differences;
  for (const Vector& point : points) differences.push_back(point - mean);
  if (Matrix::from_columns(differences).rank() < static_cast<int>(s))
    throw InputError("the convex hull of the points is flat: they lie in a hyperplane");
  // Small numbers for the polar dual: it is sought within a box.
  Rational scale;
  for (const Vector& difference : differences)
    for (const Rational& entry : difference) scale = std::max(scale, entry.abs());
  std::vector<HalfSpace> polar;
  for (const Vector& difference : differences)
    polar.push_back({Rational(-1) * (scale.inverse() * difference), Rational(-1)});
  const auto dual = Polytope::intersection(polar);
  LATSPLINE_ASSERT(dual.has_value());
  std::vector<HalfSpace> facets;
  for (const Vector& normal : dual->vertices()) {
    const Vector outward = scale.inverse() * normal;
    facets.push_back({Rational(-1) * outward, Rational(-1) - dot(outward, mean)});
  }
  const auto hull = Polytope::intersection(facets);
  LATSPLINE_ASSERT(hull.has_value());
  return *hull;
}

}  // namespace latspline
