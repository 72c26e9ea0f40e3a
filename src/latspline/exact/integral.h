#pragma once

#include "latspline/exact/polynomial.h"
#include "latspline/exact/polytope.h"

namespace latspline {

/// The integral of p over the polytope, exact: over the simplices of a triangulation, each mapped to the unit simplex, on which the integral
/// of t^a is a_1! .. a_s! / (s + |a|)!.
Rational integral(const Polynomial& p, const Polytope& polytope);

}  // namespace latspline
