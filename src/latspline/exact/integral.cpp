#include "latspline/exact/integral.h"

#include "latspline/base/error.h"

namespace latspline {

Rational integral(const Polynomial& p, const Polytope& polytope) {
  const int s = polytope.dimension();
  LATSPLINE_ASSERT(p.variables() == s);
  if (p.is_zero()) return 0;
  std::vector<Rational> factorial{1};
  for (int n = 1; n <= s + p.degree(); ++n) factorial.push_back(factorial.back() * Rational(n));
  Rational sum;
  for (const std::vector<int>& simplex : polytope.triangulation()) {
    const Vector& corner = polytope.vertices()[static_cast<std::size_t>(simplex[0])];
    std::vector<Vector> edges;
    for (std::size_t i = 1; i < simplex.size(); ++i)
      edges.push_back(polytope.vertices()[static_cast<std::size_t>(simplex[i])] - corner);
    const Matrix map = Matrix::from_columns(edges);
    Rational part;
    for (const Term& term : p.substitute_affine(map, corner).terms()) {
      Rational product = term.coefficient;
      std::size_t total = static_cast<std::size_t>(s);
      for (const std::uint16_t exponent : term.exponents) {
        product *= factorial[exponent];
        total += exponent;
      }
      part += product / factorial[total];
    }
    sum += map.determinant().abs() * part;
  }
  return sum;
}

}  // namespace latspline
