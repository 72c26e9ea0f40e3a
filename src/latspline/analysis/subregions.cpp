#include "latspline/analysis/subregions.h"

#include <algorithm>
#include <functional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// All sites n with low_j < n_j < high_j, by the lower triangular Hermite form: coordinate after coordinate.
std::vector<IntVector> sites_in_box(const Lattice& lattice, const Vector& low, const Vector& high) {
  const int s = lattice.dimension();
  const Matrix& h = lattice.hermite();
  std::vector<IntVector> result;
  Vector site(static_cast<std::size_t>(s));
  const std::function<void(int, const Vector&)> choose = [&](int j, const Vector& partial) {
    if (j == s) {
      result.push_back(to_integer(partial));
      return;
    }
    const auto index = static_cast<std::size_t>(j);
    for (Rational z = ((low[index] - partial[index]) / h(j, j)).floor() + Rational(1);; z += Rational(1)) {
      if (partial[index] + z * h(j, j) >= high[index]) break;
      Vector next = partial;
      for (int i = j; i < s; ++i) next[static_cast<std::size_t>(i)] += z * h(i, j);
      choose(j + 1, next);
    }
  };
  choose(0, site);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::vector<IntVector> support_sites(const SplineSpace& space, const Vector& point) {
  const auto s = static_cast<std::size_t>(space.lattice.dimension());
  Vector low = point;
  Vector high = point;
  for (std::size_t j = 0; j < s; ++j) {
    Vector e(s);
    e[j] = 1;
    low[j] -= space.basis.half_width(e);
    high[j] += space.basis.half_width(e);
  }
  std::vector<std::pair<Vector, Rational>> sides;
  for (const IntVector& normal : space.basis.support_normals())
    sides.emplace_back(to_rational(normal), space.basis.half_width(to_rational(normal)));
  std::vector<IntVector> sites = sites_in_box(space.lattice, low, high);
  std::erase_if(sites, [&](const IntVector& site) {
    const Vector offset = point - to_rational(site);
    return std::any_of(sides.begin(), sides.end(),
                       [&](const auto& side) { return dot(side.first, offset).abs() >= side.second; });
  });
  return sites;
}

std::vector<Subregion> subregions(const SplineSpace& space, const RegionOfEvaluation& region, PieceEvaluator& phi,
                                  bool sums_to_1) {
  std::vector<Subregion> result;
  const Vector& center = region.rounding.center;
  for (const Polytope& piece : region.pieces) {
    check_interrupt();
    Subregion subregion;
    subregion.interior_point = piece.interior_point();
    const std::vector<IntVector> sites = support_sites(space, center + subregion.interior_point);
    Polynomial defect = Polynomial::constant(space.lattice.dimension(), Rational(-1));
    for (const IntVector& site : sites) {
      // As a polynomial in y = x - center: the site seen from there is site - center.
      Polynomial weight = phi.shifted_piece(subregion.interior_point, to_rational(site) - center);
      if (weight.is_zero()) continue;
      defect += weight;
      subregion.sites.push_back(site);
      subregion.weights.push_back(std::move(weight));
    }
    if (sums_to_1 && !defect.is_zero()) {
      std::string text = defect.to_string();
      if (text.size() > 200) text = text.substr(0, 197) + "...";
      throw InputError(
          "the lattice shifts of the basis function do not sum to a constant: near the point (" +
          to_string(center + subregion.interior_point) + ") their sum exceeds 1 by " + text +
          "; directions that generate a sublattice of the lattice of equal density, or the lattice itself, are needed");
    }
    const auto equal = std::find_if(result.begin(), result.end(), [&](const Subregion& other) {
      return other.sites == subregion.sites && other.weights == subregion.weights;
    });
    if (equal != result.end()) {
      equal->pieces.push_back(piece);
    } else {
      subregion.pieces.push_back(piece);
      result.push_back(std::move(subregion));
    }
  }
  return result;
}

}  // namespace latspline
