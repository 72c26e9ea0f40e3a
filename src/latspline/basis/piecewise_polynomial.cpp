#include "latspline/basis/piecewise_polynomial.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/exact/convex_hull.h"
#include "latspline/exact/integral.h"

namespace latspline {
namespace {

std::pair<Vector, Vector> bounding_box(const Polytope& polytope) {
  Vector low = polytope.vertices().front();
  Vector high = low;
  for (const Vector& vertex : polytope.vertices()) {
    for (std::size_t j = 0; j < low.size(); ++j) {
      low[j] = std::min(low[j], vertex[j]);
      high[j] = std::max(high[j], vertex[j]);
    }
  }
  return {std::move(low), std::move(high)};
}

bool boxes_meet(const std::pair<Vector, Vector>& a, const std::pair<Vector, Vector>& b) {
  for (std::size_t j = 0; j < a.first.size(); ++j)
    if (a.second[j] <= b.first[j] || b.second[j] <= a.first[j]) return false;
  return true;
}

/// The common interior of two polytopes of one dimension, closed; nullopt if there is none.
std::optional<Polytope> common_part(const Polytope& a, const Polytope& b) {
  std::optional<Polytope> part = a;
  for (const HalfSpace& facet : b.facets()) {
    part = part->clipped(facet);
    if (!part) return std::nullopt;
  }
  return part;
}

std::vector<Vector> sorted(std::vector<Vector> vertices) {
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

/// The hyperplane <normal, x> = offset that a facet lies in, its normal primitive and oriented.
struct Plane {
  IntVector normal;
  Rational offset;
  auto operator<=>(const Plane&) const = default;
};

/// A facet of a piece within its plane.
struct Side {
  std::size_t piece = 0;
  std::optional<Polytope>
      shape;        ///< without the coordinate that the normal's first nonzero entry gives; none in dimension 1
  Rational volume;  ///< of the shape; 1 in dimension 1
};

std::size_t first_entry(const IntVector& normal) {
  return static_cast<std::size_t>(std::find_if(normal.begin(), normal.end(), [](std::int64_t x) { return x != 0; }) -
                                  normal.begin());
}

/// How often <normal, x> - offset divides p, which is not 0.
int divisibility(const Polynomial& p, const Plane& plane) {
  // x_j = (u + offset - sum over the others) / normal_j: the least power of u.
  const std::size_t j = first_entry(plane.normal);
  const int s = p.variables();
  Matrix map = Matrix::identity(s);
  Vector shift(static_cast<std::size_t>(s));
  const Rational scale = Rational(plane.normal[j]).inverse();
  for (int i = 0; i < s; ++i)
    map(static_cast<int>(j), i) =
        static_cast<std::size_t>(i) == j ? scale : Rational(-plane.normal[static_cast<std::size_t>(i)]) * scale;
  shift[j] = plane.offset * scale;
  int least = std::numeric_limits<int>::max();
  for (const Term& term : p.substitute_affine(map, shift).terms()) least = std::min<int>(least, term.exponents[j]);
  return least;
}

}  // namespace

PiecewisePolynomial::PiecewisePolynomial(std::vector<Piece> pieces) {
  if (pieces.empty()) throw InputError("a basis of no pieces; at least one is accepted");
  dimension_ = pieces.front().polytope.dimension();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].polytope.dimension() != dimension_ || pieces[i].polynomial.variables() != dimension_)
      throw InputError("piece " + std::to_string(i) + " has dimension " +
                       std::to_string(pieces[i].polytope.dimension()) + " and a polynomial in " +
                       std::to_string(pieces[i].polynomial.variables()) +
                       " variables; the dimension of the first piece, " + std::to_string(dimension_) + ", is accepted");
  }
  pieces_ = std::move(pieces);
  for (const Piece& piece : pieces_) boxes_.push_back(bounding_box(piece.polytope));
  check_overlaps();
  std::erase_if(pieces_, [](const Piece& piece) { return piece.polynomial.is_zero(); });
  if (pieces_.empty()) throw InputError("every piece of the basis is 0; a function that is not 0 is accepted");
  boxes_.clear();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    boxes_.push_back(bounding_box(pieces_[i].polytope));
    by_vertices_.emplace(sorted(pieces_[i].polytope.vertices()), i);
    degree_ = std::max(degree_, pieces_[i].polynomial.degree());
  }
  find_knots();
}

void PiecewisePolynomial::check_overlaps() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pieces_.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return boxes_[a].first < boxes_[b].first; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    check_interrupt();
    const std::size_t a = order[i];
    for (std::size_t k = i + 1; k < order.size() && boxes_[order[k]].first[0] < boxes_[a].second[0]; ++k) {
      const std::size_t b = order[k];
      if (!boxes_meet(boxes_[a], boxes_[b])) continue;
      if (const auto part = common_part(pieces_[a].polytope, pieces_[b].polytope))
        throw InputError("pieces " + std::to_string(std::min(a, b)) + " and " + std::to_string(std::max(a, b)) +
                         " overlap, around (" + to_string(part->vertex_average()) +
                         "); pieces without common interior are accepted");
    }
  }
}

void PiecewisePolynomial::find_knots() {
  // By plane: the pieces above it and those below.
  std::map<Plane, std::pair<std::vector<Side>, std::vector<Side>>> planes;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Polytope& polytope = pieces_[i].polytope;
    for (int f = 0; f < static_cast<int>(polytope.facets().size()); ++f) {
      const HalfSpace& facet = polytope.facets()[static_cast<std::size_t>(f)];
      Plane plane{primitive(facet.normal), {}};
      plane.offset =
          dot(polytope.vertices()[static_cast<std::size_t>(polytope.facet_vertices(f).front())], plane.normal);
      Side side{i, std::nullopt, 1};
      if (dimension_ > 1) {
        const std::size_t dropped = first_entry(plane.normal);
        std::vector<Vector> corners;
        for (const int v : polytope.facet_vertices(f)) {
          corners.push_back(polytope.vertices()[static_cast<std::size_t>(v)]);
          corners.back().erase(corners.back().begin() + static_cast<std::ptrdiff_t>(dropped));
        }
        side.shape = convex_hull(corners);
        side.volume = side.shape->volume();
      }
      auto& [above, below] = planes[plane];
      (dot(facet.normal, plane.normal).sign() > 0 ? above : below).push_back(std::move(side));
    }
  }
  int contact = std::numeric_limits<int>::max();
  for (const auto& entry : planes) {
    check_interrupt();
    const Plane& plane = entry.first;
    const auto& sides = entry.second;
    bool is_knot = false;
    const auto compare = [&](const Polynomial& difference) {
      if (difference.is_zero()) return;
      is_knot = true;
      contact = std::min(contact, divisibility(difference, plane));
    };
    std::vector<Rational> covered_below(sides.second.size());
    for (const Side& above : sides.first) {
      Rational covered;
      for (std::size_t k = 0; k < sides.second.size(); ++k) {
        const Side& below = sides.second[k];
        Rational common = 1;
        if (above.shape) {
          const auto part = common_part(*above.shape, *below.shape);
          if (!part) continue;
          common = part->volume();
        }
        covered += common;
        covered_below[k] += common;
        compare(pieces_[above.piece].polynomial - pieces_[below.piece].polynomial);
      }
      if (covered < above.volume) compare(pieces_[above.piece].polynomial);
    }
    for (std::size_t k = 0; k < sides.second.size(); ++k)
      if (covered_below[k] < sides.second[k].volume) compare(pieces_[sides.second[k].piece].polynomial);
    if (is_knot) knots_[plane.normal].push_back(plane.offset);
  }
  continuity_ = contact - 1;
}

Rational PiecewisePolynomial::half_width(const Vector& functional) const {
  Rational width;
  for (const Piece& piece : pieces_)
    for (const Vector& vertex : piece.polytope.vertices()) width = std::max(width, dot(functional, vertex).abs());
  return width;
}

const Piece* PiecewisePolynomial::at(const Vector& x) const {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const auto& [low, high] = boxes_[i];
    bool inside = true;
    for (std::size_t j = 0; j < x.size() && inside; ++j) inside = low[j] <= x[j] && x[j] <= high[j];
    if (inside && pieces_[i].polytope.contains(x)) return &pieces_[i];
  }
  return nullptr;
}

bool PiecewisePolynomial::is_invariant_under(const Matrix& a) const {
  const Matrix inverse = *a.inverse();
  const Vector zero(static_cast<std::size_t>(dimension_));
  // One point of each piece tells most maps apart.
  for (const Piece& piece : pieces_) {
    const Vector x = piece.polytope.interior_point();
    const Piece* image = at(a * x);
    if (image == nullptr || image->polynomial(a * x) != piece.polynomial(x)) return false;
  }
  for (const Piece& piece : pieces_) {
    std::vector<Vector> corners;
    for (const Vector& vertex : piece.polytope.vertices()) corners.push_back(a * vertex);
    const Polynomial moved = piece.polynomial.substitute_affine(inverse, zero);
    const auto same = by_vertices_.find(sorted(corners));
    if (same != by_vertices_.end()) {
      if (!(pieces_[same->second].polynomial == moved)) return false;
      continue;
    }
    const Polytope image = convex_hull(corners);
    const std::pair<Vector, Vector> box = bounding_box(image);
    Rational covered;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      if (!boxes_meet(box, boxes_[k])) continue;
      const auto part = common_part(image, pieces_[k].polytope);
      if (!part) continue;
      if (!(pieces_[k].polynomial == moved)) return false;
      covered += part->volume();
    }
    if (covered != image.volume()) return false;
  }
  return true;
}

Polynomial PiecewisePolynomial::moments(int degree) const {
  std::vector<Term> terms;
  Exponents exponents{};
  const std::function<void(int, int)> choose = [&](int variable, int left) {
    if (variable == dimension_) {
      const Term monomial{exponents, 1};
      const Polynomial factor = Polynomial::from_terms(dimension_, std::span(&monomial, 1));
      Rational sum;
      for (const Piece& piece : pieces_) sum += integral(factor * piece.polynomial, piece.polytope);
      if (!sum.is_zero()) terms.push_back({exponents, sum});
      return;
    }
    for (int e = 0; e <= left; ++e) {
      exponents[static_cast<std::size_t>(variable)] = static_cast<std::uint16_t>(e);
      choose(variable + 1, left - e);
    }
    exponents[static_cast<std::size_t>(variable)] = 0;
  };
  choose(0, degree);
  return Polynomial::from_terms(dimension_, terms);
}

std::string PiecewisePolynomial::canonical_text() const {
  std::set<std::string> lines;
  for (const Piece& piece : pieces_) {
    std::string line;
    for (const Vector& vertex : sorted(piece.polytope.vertices())) line += "(" + to_string(vertex) + ") ";
    lines.insert(line + piece.polynomial.to_string());
  }
  std::string text = "pieces";
  for (const std::string& line : lines) text += "\n" + line;
  return text;
}

}  // namespace latspline
