#include "latspline/analysis/placement.h"

#include <algorithm>
#include <map>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// A symmetry's linear map in integers.
using IntMatrix = std::vector<IntVector>;

IntVector product(const IntMatrix& a, const IntVector& v) {
  IntVector result(v.size(), 0);
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < v.size(); ++j) result[i] += a[i][j] * v[j];
  return result;
}

IntVector sum(IntVector a, const IntVector& b, std::int64_t factor = 1) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += factor * b[j];
  return a;
}

struct Symmetry {
  Matrix linear;
  IntMatrix rows;
};

/// A reference sub-region, its weights by site.
struct Reference {
  const Subregion* subregion = nullptr;
  std::map<IntVector, const Polynomial*> weights;
};

/// Maps sub-regions to references.
class Matcher {
 public:
  Matcher(const Vector& center, const Subregion& from) : center_(center), from_(from) {
    for (const Polynomial& weight : from.weights) values_.push_back(weight(from.interior_point));
  }

  /// The transform with this linear map that takes the sub-region's sites to the reference's, if it takes the weights along.
  std::optional<Transform> match(const Symmetry& symmetry, const Reference& to) const {
    if (from_.sites.size() != to.weights.size()) return std::nullopt;
    std::vector<IntVector> images;
    for (const IntVector& site : from_.sites) images.push_back(product(symmetry.rows, site));
    const IntVector shift = sum(to.weights.begin()->first, *std::min_element(images.begin(), images.end()), -1);
    return match_shifted(symmetry.linear, std::move(images), shift, to);
  }

  std::optional<Transform> match(const Transform& transform, const IntMatrix& rows, const Reference& to) const {
    if (from_.sites.size() != to.weights.size()) return std::nullopt;
    std::vector<IntVector> images;
    for (const IntVector& site : from_.sites) images.push_back(product(rows, site));
    return match_shifted(transform.linear, std::move(images), transform.site_shift, to);
  }

 private:
  std::optional<Transform> match_shifted(const Matrix& linear, std::vector<IntVector> images, const IntVector& shift,
                                         const Reference& to) const {
    std::vector<const Polynomial*> weights;
    for (IntVector& image : images) {
      image = sum(std::move(image), shift);
      const auto found = to.weights.find(image);
      if (found == to.weights.end()) return std::nullopt;
      weights.push_back(found->second);
    }
    Transform result{linear, to_rational(shift) - (center_ - linear * center_), shift};
    // One generic point tells nearly all candidates apart; then the polynomials decide.
    const Vector point = linear * from_.interior_point + result.shift;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if ((*weights[i])(point) != values_[i]) return std::nullopt;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (!(weights[i]->substitute_affine(linear, result.shift) == from_.weights[i])) return std::nullopt;
    return result;
  }

  const Vector& center_;
  const Subregion& from_;
  Vector values_;  ///< of the weights at the interior point
};

}  // namespace

bool keeps_cosets(const Matrix& a, const IntVector& period) {
  if (!a.is_integer()) return false;
  Matrix scaled = a;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.columns(); ++j)
      scaled(i, j) *= Rational(period[static_cast<std::size_t>(j)], period[static_cast<std::size_t>(i)]);
  return scaled.is_integer();
}

Placements place_subregions(const std::vector<Matrix>& group, const IntVector& period, const Vector& center,
                            const std::vector<Subregion>& subregions) {
  const int s = static_cast<int>(period.size());
  const auto rows_of = [&](const Matrix& a) {
    IntMatrix rows;
    for (int i = 0; i < s; ++i) rows.push_back(to_integer(a.row(i)));
    return rows;
  };
  std::vector<Symmetry> symmetries;
  if (subregions.size() > 1) {
    for (const Matrix& a : group)
      if (keeps_cosets(a, period)) symmetries.push_back({a, rows_of(a)});
  }
  Placements result;
  const auto n = static_cast<std::size_t>(s);
  result.transforms.push_back({Matrix::identity(s), Vector(n), IntVector(n, 0)});
  std::vector<IntMatrix> transform_rows{rows_of(Matrix::identity(s))};
  std::vector<Reference> references;
  for (std::size_t r = 0; r < subregions.size(); ++r) {
    check_interrupt();
    const Subregion& subregion = subregions[r];
    std::optional<Placement> placement;
    if (!references.empty()) {
      const Matcher matcher(center, subregion);
      // Transforms that are in use already first: the fewer there are, the smaller the tables.
      for (std::size_t k = 0; k < references.size() && !placement; ++k)
        for (std::size_t t = 0; t < result.transforms.size() && !placement; ++t)
          if (matcher.match(result.transforms[t], transform_rows[t], references[k]))
            placement = {static_cast<std::int32_t>(k), static_cast<std::int32_t>(t)};
      for (std::size_t k = 0; k < references.size() && !placement; ++k) {
        for (const Symmetry& symmetry : symmetries) {
          auto transform = matcher.match(symmetry, references[k]);
          if (!transform) continue;
          placement = {static_cast<std::int32_t>(k), static_cast<std::int32_t>(result.transforms.size())};
          result.transforms.push_back(std::move(*transform));
          transform_rows.push_back(symmetry.rows);
          break;
        }
      }
    }
    if (!placement) {
      Reference reference{&subregion, {}};
      for (std::size_t i = 0; i < subregion.sites.size(); ++i)
        reference.weights.emplace(subregion.sites[i], &subregion.weights[i]);
      placement = {static_cast<std::int32_t>(references.size()), 0};
      references.push_back(std::move(reference));
      result.references.push_back(r);
    }
    result.placements.push_back(*placement);
  }
  return result;
}

}  // namespace latspline
