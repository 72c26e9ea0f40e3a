#include "latspline/analysis/symmetry.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

Vector up_to_sign(const Vector& v) {
  const auto first = std::find_if(v.begin(), v.end(), [](const Rational& x) { return !x.is_zero(); });
  return first->sign() < 0 ? Rational(-1) * v : v;
}

/// The second moments of the function about 0, if they are positive definite.
std::optional<Matrix> second_moments(const PiecewisePolynomial& pieces) {
  const int s = pieces.dimension();
  const Polynomial moments = pieces.moments(2);
  Matrix result(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) {
      Exponents exponents{};
      ++exponents[static_cast<std::size_t>(i)];
      ++exponents[static_cast<std::size_t>(j)];
      result(i, j) = moments.coefficient(exponents);
    }
  }
  for (int size = 1; size <= s; ++size) {
    Matrix minor(size, size);
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) minor(i, j) = result(i, j);
    if (minor.determinant().sign() <= 0) return std::nullopt;
  }
  return result;
}

}  // namespace

std::vector<Vector> characteristic_vectors(const SplineSpace& space) {
  const PiecewisePolynomial* pieces = space.basis.piecewise_polynomial();
  if (pieces == nullptr) return space.basis.characteristic_vectors();
  const int s = space.lattice.dimension();
  const auto moments = second_moments(*pieces);
  const Matrix metric = moments ? *moments->inverse() : Matrix::identity(s);
  const std::vector<IntVector> basis = space.lattice.reduced_basis(metric);
  const auto square = [&](const Vector& v) { return dot(v, metric * v); };
  Rational longest;
  for (const IntVector& vector : basis) longest = std::max(longest, square(to_rational(vector)));
  std::vector<Vector> result;
  const std::int64_t radius = s <= 4 ? 2 : 1;
  IntVector factors(static_cast<std::size_t>(s), -radius);
  for (bool done = false; !done;) {
    Vector v(static_cast<std::size_t>(s));
    for (std::size_t i = 0; i < factors.size(); ++i) v = v + Rational(factors[i]) * to_rational(basis[i]);
    const auto first = std::find_if(v.begin(), v.end(), [](const Rational& x) { return !x.is_zero(); });
    if (first != v.end() && first->sign() > 0 && square(v) <= longest) result.push_back(std::move(v));
    std::size_t i = 0;
    while (i < factors.size() && ++factors[i] > radius) factors[i++] = -radius;
    done = i == factors.size();
  }
  return result;
}

std::vector<Matrix> symmetry_group(const SplineSpace& space) {
  const int s = space.lattice.dimension();
  std::map<Vector, int> counts;
  Matrix form(s, s);
  for (const Vector& direction : characteristic_vectors(space)) {
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
    const PiecewisePolynomial* pieces = space.basis.piecewise_polynomial();
    if (pieces != nullptr && !pieces->is_invariant_under(a)) return;
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
