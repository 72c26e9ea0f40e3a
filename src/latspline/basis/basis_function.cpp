#include "latspline/basis/basis_function.h"

#include <algorithm>

namespace latspline {

int BasisFunction::dimension() const {
  return std::visit([](const auto& kind) { return kind.dimension(); }, kind_);
}

int BasisFunction::degree() const {
  return std::visit([](const auto& kind) { return kind.degree(); }, kind_);
}

int BasisFunction::continuity() const {
  return std::visit([](const auto& kind) { return kind.continuity(); }, kind_);
}

Rational BasisFunction::half_width(const Vector& functional) const {
  return std::visit([&](const auto& kind) { return kind.half_width(functional); }, kind_);
}

std::vector<IntVector> BasisFunction::support_normals() const {
  if (const BoxSpline* box = box_spline()) return box->hyperplane_normals();
  if (const VoronoiSpline* voronoi = voronoi_spline()) return voronoi->facet_normals();
  std::vector<IntVector> normals;
  for (const auto& [normal, offsets] : piecewise_polynomial()->knots()) normals.push_back(normal);
  return normals;
}

std::vector<Vector> BasisFunction::characteristic_vectors() const {
  if (const BoxSpline* box = box_spline()) return box->directions();
  if (piecewise_polynomial() != nullptr) return {};
  // Both of each pair of opposite sites are relevant; one is enough.
  std::vector<Vector> result;
  for (const IntVector& site : voronoi_spline()->relevant_sites()) {
    const auto first = std::find_if(site.begin(), site.end(), [](std::int64_t x) { return x != 0; });
    if (*first > 0) result.push_back(to_rational(site));
  }
  return result;
}

std::string BasisFunction::canonical_text() const {
  std::string text;
  if (const BoxSpline* box = box_spline()) {
    std::vector<Vector> directions = box->directions();
    for (Vector& direction : directions) {
      const auto first =
          std::find_if(direction.begin(), direction.end(), [](const Rational& x) { return !x.is_zero(); });
      if (first->sign() < 0) direction = Rational(-1) * direction;
    }
    std::sort(directions.begin(), directions.end());
    text = "box";
    for (const Vector& direction : directions) text += "\n" + to_string(direction);
    return text;
  }
  if (const PiecewisePolynomial* pieces = piecewise_polynomial()) return pieces->canonical_text();
  return "voronoi " + std::to_string(voronoi_spline()->order()) + " metric " + voronoi_spline()->metric().to_string();
}

}  // namespace latspline
