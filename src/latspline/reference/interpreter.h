#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "latspline/exact/rational.h"
#include "latspline/plan/plan.h"

namespace latspline {

/// Which form of the weights an interpreter uses.
enum class InterpretWith : std::uint8_t {
  weights,  ///< the polynomials of the reference sub-region
  program   ///< its weight programs, with their exact constants
};

/// What a plan computes at one point.
struct Evaluation {
  Rational value;
  /// d/dx_j; empty with `program` if the plan has no program value_and_gradient.
  Vector gradient;
  /// d2/dx_i dx_j for i <= j, row by row; empty unless the plan's options ask for Hessians.
  Vector hessian;
  /// The sites n0 + A^-1 m that were asked for, in fetch order, each with its weight w_m(y), one shift of the plan after the other.
  std::vector<std::pair<IntVector, Rational>> used;
  std::vector<int> references;  ///< the reference sub-region, by shift
};

/// Runs the plan at x in rationals: the oracle for generated code. `coefficient` is asked once for each site, for any site of the lattice: there is
/// no boundary rule here. Throws InternalError where the index leads to no sub-region, where programs are asked for and missing, or
/// where the two programs differ in the value; InputError where x has not `dimension` coordinates.
Evaluation interpret(const Plan& plan, const Vector& x,
                     const std::function<Rational(const IntVector& site)>& coefficient,
                     InterpretWith with = InterpretWith::weights);

struct DoubleEvaluation {
  double value = 0;
  std::vector<double> gradient;
  std::vector<double> hessian;  ///< as in Evaluation
  std::vector<int> references;  ///< the reference sub-region, by shift; empty where x is not finite
};

/// The same steps in doubles, with the programs and their rounded constants where the plan has them, else with the polynomials. A point that is not
/// finite gives NaN and asks for no coefficient; a coordinate of 2^52 or more is an InputError.
DoubleEvaluation interpret_double(const Plan& plan, std::span<const double> x,
                                  const std::function<double(const IntVector& site)>& coefficient);

/// The outputs of a program at the folded point y, for the coefficients of the sub-region's sites, in rationals.
Vector run_program(const WeightProgram& program, const Vector& y, const Vector& coefficients);

}  // namespace latspline
