#pragma once

#include "latspline/basis/basis_function.h"
#include "latspline/exact/polynomial.h"

namespace latspline {

/// The polynomial in w of degree `degree` whose coefficient at w^a is m_a / a!, m_a = (integral of x^a phi(x) dx) / (integral of phi(x) dx): the moments of
/// phi up to that degree. Of a box spline the product of sinh(<w,xi>/2) / (<w,xi>/2) over its directions, cut off; of a Voronoi spline of order k the k-th
/// power of that of its cell; of pieces that are given by integration. InputError if the integral is 0.
Polynomial moment_series(const BasisFunction& basis, int degree);

/// The moment m_a from its series.
Rational moment(const Polynomial& series, const Exponents& exponents);

/// p without its terms above this degree.
Polynomial truncated(const Polynomial& p, int degree);

/// The series q with p q = 1 up to this degree; p(0) is not 0.
Polynomial reciprocal_series(const Polynomial& p, int degree);

}  // namespace latspline
