#include "latspline/basis/piece_evaluator.h"

#include <numeric>

#include "latspline/base/error.h"

namespace latspline {
namespace {

/// The coordinate axes, in sets that no direction connects.
std::vector<std::vector<int>> connected_axes(const BoxSpline& box_spline) {
  const auto s = static_cast<std::size_t>(box_spline.dimension());
  std::vector<int> set_of(s);
  std::iota(set_of.begin(), set_of.end(), 0);
  for (const Vector& direction : box_spline.directions()) {
    int first = -1;
    for (std::size_t j = 0; j < s; ++j) {
      if (direction[j].is_zero()) continue;
      if (first < 0) first = set_of[j];
      const int other = set_of[j];
      for (int& set : set_of)
        if (set == other) set = first;
    }
  }
  std::vector<std::vector<int>> result;
  for (int set = 0; set < static_cast<int>(s); ++set) {
    std::vector<int> axes;
    for (std::size_t j = 0; j < s; ++j)
      if (set_of[j] == set) axes.push_back(static_cast<int>(j));
    if (!axes.empty()) result.push_back(std::move(axes));
  }
  return result;
}

Vector part(const Vector& v, const std::vector<int>& axes) {
  Vector result;
  for (int j : axes) result.push_back(v[static_cast<std::size_t>(j)]);
  return result;
}

/// The same polynomial in variables axes[0], axes[1], .. of `dimension`.
Polynomial in_all_variables(const Polynomial& polynomial, const std::vector<int>& axes, int dimension) {
  std::vector<Term> terms = polynomial.terms();
  for (Term& term : terms) {
    Exponents exponents{};
    for (std::size_t i = 0; i < axes.size(); ++i) exponents[static_cast<std::size_t>(axes[i])] = term.exponents[i];
    term.exponents = exponents;
  }
  return Polynomial::from_terms(dimension, terms);
}

}  // namespace

PieceEvaluator::PieceEvaluator(const BasisFunction& basis, const Rational& volume) : dimension_(basis.dimension()) {
  if (const PiecewisePolynomial* given = basis.piecewise_polynomial()) {
    given_ = std::make_shared<const PiecewisePolynomial>(*given);
    return;
  }
  if (const VoronoiSpline* voronoi = basis.voronoi_spline()) {
    std::vector<int> axes(static_cast<std::size_t>(dimension_));
    std::iota(axes.begin(), axes.end(), 0);
    transform_ = laplace_transform(*voronoi, volume);
    factors_.push_back({std::move(axes), ConePieces(truncated_powers(*transform_)), {}});
    return;
  }
  const BoxSpline& box_spline = *basis.box_spline();
  Rational remaining = volume;
  for (std::vector<int>& axes : connected_axes(box_spline)) {
    std::vector<Vector> directions;
    for (const Vector& direction : box_spline.directions()) {
      Vector restricted = part(direction, axes);
      if (!content(restricted).is_zero()) directions.push_back(std::move(restricted));
    }
    transform_ = laplace_transform(BoxSpline(std::move(directions)), remaining);
    factors_.push_back({std::move(axes), ConePieces(truncated_powers(*transform_)), {}});
    remaining = 1;
  }
  if (factors_.size() > 1) transform_.reset();
}

Polynomial PieceEvaluator::piece(const Vector& c) { return shifted_piece(c, Vector(c.size())); }

Polynomial PieceEvaluator::shifted_piece(const Vector& c, const Vector& site) {
  if (given_) {
    const Piece* piece = given_->at(c - site);
    return piece == nullptr ? Polynomial(dimension_) : piece->polynomial.shifted(Rational(-1) * site);
  }
  Polynomial product = Polynomial::constant(dimension_, Rational(1));
  for (Factor& factor : factors_) {
    std::pair key{part(c, factor.axes), part(site, factor.axes)};
    auto found = factor.known.find(key);
    if (found == factor.known.end()) {
      Polynomial piece = in_all_variables(
          factor.pieces.piece(key.first - key.second).shifted(Rational(-1) * key.second), factor.axes, dimension_);
      found = factor.known.emplace(std::move(key), std::move(piece)).first;
    }
    if (factors_.size() == 1) return found->second;
    product *= found->second;
  }
  return product;
}

}  // namespace latspline
