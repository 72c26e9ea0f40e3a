#include "latspline/analysis/symmetry.h"

#include <algorithm>
#include <map>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

Vector up_to_sign(const Vector& v) {
  const auto first = std::find_if(v.begin(), v.end(), [](const Rational& x) { return !x.is_zero(); });
  return first->sign() < 0 ? Rational(-1) * v : v;
}

}  // namespace

std::vector<Matrix> symmetry_group(const SplineSpace& space) {
  const int s = space.lattice.dimension();
  std::map<Vector, int> counts;
  Matrix form(s, s);
  for (const Vector& direction : space.basis.characteristic_vectors()) {
    ++counts[up_to_sign(direction)];
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < s; ++j)
        form(i, j) += direction[static_cast<std::size_t>(i)] * direction[static_cast<std::size_t>(j)];
  }
  form = *form.inverse();

  // Directions with both signs, and their inner products in the invariant form.
  std::vector<Vector> vectors;
  std::vector<int> multiplicity;
  for (const auto& [direction, count] : counts) {
    for (int sign : {1, -1}) {
      vectors.push_back(Rational(sign) * direction);
      multiplicity.push_back(count);
    }
  }
  const std::size_t n = vectors.size();
  std::vector<std::vector<Rational>> gram(n, std::vector<Rational>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const Vector dual = form * vectors[i];
    for (std::size_t j = 0; j < n; ++j) gram[i][j] = dot(dual, vectors[j]);
  }

  // A basis among the directions.
  std::vector<std::size_t> basis;
  std::vector<Vector> columns;
  for (std::size_t i = 0; i < n && static_cast<int>(columns.size()) < s; i += 2) {
    columns.push_back(vectors[i]);
    if (Matrix::from_columns(columns).rank() < static_cast<int>(columns.size()))
      columns.pop_back();
    else
      basis.push_back(i);
  }
  const Matrix basis_inverse = *Matrix::from_columns(columns).inverse();

  const VoronoiSpline* voronoi = space.basis.voronoi_spline();
  std::vector<Matrix> group;
  std::vector<std::size_t> images;
  const auto accept = [&] {
    std::vector<Vector> image_columns;
    for (std::size_t i : images) image_columns.push_back(vectors[i]);
    Matrix a = Matrix::from_columns(image_columns) * basis_inverse;
    for (const auto& [direction, count] : counts) {
      const auto image = counts.find(up_to_sign(a * direction));
      if (image == counts.end() || image->second != count) return;
    }
    if (!space.lattice.is_preserved_by(a)) return;
    // A Voronoi cell is kept by the isometries only.
    if (voronoi != nullptr && !(a.transposed() * voronoi->metric() * a == voronoi->metric())) return;
    group.push_back(std::move(a));
  };
  const auto search = [&](const auto& self) -> void {
    check_interrupt();
    const std::size_t depth = images.size();
    if (depth == basis.size()) return accept();
    for (std::size_t candidate = 0; candidate < n; ++candidate) {
      bool fits = multiplicity[candidate] == multiplicity[basis[depth]] &&
                  gram[candidate][candidate] == gram[basis[depth]][basis[depth]];
      for (std::size_t k = 0; k < depth && fits; ++k) fits = gram[candidate][images[k]] == gram[basis[depth]][basis[k]];
      if (!fits) continue;
      images.push_back(candidate);
      self(self);
      images.pop_back();
    }
  };
  search(search);
  const auto identity = std::find(group.begin(), group.end(), Matrix::identity(s));
  LATSPLINE_ASSERT(identity != group.end());
  std::iter_swap(group.begin(), identity);
  return group;
}

}  // namespace latspline
