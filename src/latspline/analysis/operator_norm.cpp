#include "latspline/analysis/operator_norm.h"

#include <algorithm>
#include <map>
#include <queue>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// A simplex of a sub-region, with the bounds of the sum on it.
struct Part {
  const Subregion* subregion = nullptr;
  std::vector<Vector> corners;
  Rational at_least;
  Rational at_most;
  bool operator<(const Part& other) const { return at_most < other.at_most; }  // the greatest bound first
};

int degree_of(const Subregion& subregion) {
  int degree = 0;
  for (const Polynomial& weight : subregion.weights) degree = std::max(degree, weight.degree());
  return degree;
}

/// The Bernstein coefficients of p, of this degree, on the simplex: those of p(sum of l_i corners_i) made homogeneous by powers of sum l_i = 1, over multinomials.
std::map<Exponents, Rational> bernstein(const Polynomial& p, const std::vector<Vector>& corners, int degree) {
  const int n = static_cast<int>(corners.size());
  const Matrix map = Matrix::from_columns(corners);
  const Polynomial total = Polynomial::affine(Vector(static_cast<std::size_t>(n), Rational(1)), 0);
  std::vector<std::vector<Term>> by_degree(static_cast<std::size_t>(degree) + 1);
  for (Term& term : p.terms()) {
    int sum = 0;
    for (const std::uint16_t e : term.exponents) sum += e;
    by_degree[static_cast<std::size_t>(sum)].push_back(std::move(term));
  }
  Polynomial homogeneous(n);
  for (int k = 0; k <= degree; ++k) {
    const auto& terms = by_degree[static_cast<std::size_t>(k)];
    if (terms.empty()) continue;
    homogeneous += Polynomial::from_terms(p.variables(), terms)
                       .substitute_affine(map, Vector(static_cast<std::size_t>(p.variables()))) *
                   total.pow(static_cast<unsigned>(degree - k));
  }
  std::map<Exponents, Rational> result;
  for (Term& term : homogeneous.terms()) {
    Rational multinomial = 1;
    int used = 0;
    for (const std::uint16_t e : term.exponents)
      for (int i = 1; i <= e; ++i) multinomial *= Rational(++used, i);
    result[term.exponents] = term.coefficient / multinomial;
  }
  return result;
}

/// A bound of |p| on the simplex, term by term: for dimensions with no room for barycentric coordinates.
Rational crude_bound(const Polynomial& p, const std::vector<Vector>& corners) {
  Rational sum;
  for (const Term& term : p.terms()) {
    Rational size = term.coefficient.abs();
    for (int j = 0; j < p.variables(); ++j) {
      Rational reach;
      for (const Vector& corner : corners) reach = std::max(reach, corner[static_cast<std::size_t>(j)].abs());
      size *= reach.pow(term.exponents[static_cast<std::size_t>(j)]);
    }
    sum += size;
  }
  return sum;
}

void bound(Part& part) {
  part.at_least = 0;
  for (const Vector& corner : part.corners) {
    Rational sum;
    for (const Polynomial& weight : part.subregion->weights) sum += weight(corner).abs();
    part.at_least = std::max(part.at_least, sum);
  }
  if (part.corners.size() > static_cast<std::size_t>(max_dimension)) {
    part.at_most = 0;
    for (const Polynomial& weight : part.subregion->weights) part.at_most += crude_bound(weight, part.corners);
    return;
  }
  const int degree = degree_of(*part.subregion);
  bool nonnegative = true;
  std::map<Exponents, Rational> sums;
  for (const Polynomial& weight : part.subregion->weights) {
    for (const auto& [exponents, coefficient] : bernstein(weight, part.corners, degree)) {
      nonnegative = nonnegative && coefficient.sign() >= 0;
      sums[exponents] += coefficient.abs();
    }
  }
  part.at_most = 0;
  for (const auto& [exponents, sum] : sums) part.at_most = std::max(part.at_most, sum);
  if (nonnegative) part.at_most = part.at_least;
}

}  // namespace

NormBounds operator_norm(const std::vector<Subregion>& subregions, std::size_t most_simplices) {
  std::priority_queue<Part> open;
  NormBounds result;
  const auto add = [&](Part part) {
    bound(part);
    result.at_least = std::max(result.at_least, part.at_least);
    open.push(std::move(part));
  };
  for (const Subregion& subregion : subregions) {
    for (const Polytope& piece : subregion.pieces) {
      for (const std::vector<int>& simplex : piece.triangulation()) {
        check_interrupt();
        Part part{&subregion, {}, {}, {}};
        for (const int v : simplex) part.corners.push_back(piece.vertices()[static_cast<std::size_t>(v)]);
        add(std::move(part));
      }
    }
  }
  LATSPLINE_ASSERT(!open.empty());
  for (std::size_t count = 0; count < most_simplices; ++count) {
    if (open.top().at_most <= result.at_least * Rational(1001, 1000)) break;
    check_interrupt();
    const Part part = open.top();
    open.pop();
    // Halve the longest edge.
    std::size_t a = 0;
    std::size_t b = 1;
    Rational longest;
    for (std::size_t i = 0; i < part.corners.size(); ++i) {
      for (std::size_t j = i + 1; j < part.corners.size(); ++j) {
        const Vector edge = part.corners[j] - part.corners[i];
        if (dot(edge, edge) <= longest) continue;
        longest = dot(edge, edge);
        a = i;
        b = j;
      }
    }
    const Vector middle = Rational(1, 2) * (part.corners[a] + part.corners[b]);
    for (const std::size_t replaced : {a, b}) {
      Part half{part.subregion, part.corners, {}, {}};
      half.corners[replaced] = middle;
      add(std::move(half));
    }
  }
  result.at_most = std::max(open.top().at_most, result.at_least);
  return result;
}

}  // namespace latspline
