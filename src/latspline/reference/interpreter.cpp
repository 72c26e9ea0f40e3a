#include "latspline/reference/interpreter.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "latspline/base/error.h"

namespace latspline {

namespace {

// The steps are written once, for Number = Rational and Number = double.

template <typename Number>
Number converted(const Rational& value) {
  if constexpr (std::is_same_v<Number, double>) {
    return value.to_double();
  } else {
    return value;
  }
}

/// The nearest integer, halves up. Adding 1/2 before a floor would round doubles twice.
double rounded(double value) {
  const double below = std::floor(value);
  return value - below >= 0.5 ? below + 1 : below;
}
Rational rounded(const Rational& value) { return value.round(); }
double floored(double value) { return std::floor(value); }
Rational floored(const Rational& value) { return value.floor(); }
std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }
std::int64_t whole(const Rational& value) { return value.to_int64(); }
double multiply_add(double a, double b, double c) { return std::fma(a, b, c); }
Rational multiply_add(const Rational& a, const Rational& b, const Rational& c) { return a * b + c; }

template <typename Number>
using Numbers = std::vector<Number>;

template <typename Number>
Number inner(const Vector& a, const Numbers<Number>& b) {
  Number sum = Number(0);
  for (std::size_t j = 0; j < b.size(); ++j) sum += converted<Number>(a[j]) * b[j];
  return sum;
}

template <typename Number>
struct Rounding {
  IntVector site;        ///< n0
  Numbers<Number> rest;  ///< y0 = x - center - n0
};

/// x = center + shift + n + y0; the site is shift + n.
template <typename Number>
Rounding<Number> round_point(const Plan& plan, const Numbers<Number>& x, const IntVector& shift) {
  const std::size_t s = x.size();
  Numbers<Number> from_center(x);
  for (std::size_t j = 0; j < s; ++j) from_center[j] -= converted<Number>(plan.rounding.center[j] + Rational(shift[j]));
  Numbers<Number> site(s), best(s);
  if (plan.rounding.kind == RoundingKind::parallelepiped) {
    Numbers<Number> steps;
    for (const Vector& row : plan.rounding.edges_inverse) steps.push_back(floored(inner(row, from_center)));
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t j = 0; j < s; ++j) best[i] += Number(plan.rounding.edges[i][j]) * steps[j];
    }
  } else {
    Number least = Number(0);
    for (std::size_t k = 0; k < plan.rounding.offsets.size(); ++k) {
      Number distance = Number(0);
      for (std::size_t j = 0; j < s; ++j) {
        const Number period = Number(plan.rounding.period[j]), offset = Number(plan.rounding.offsets[k][j]);
        site[j] = period * rounded((from_center[j] - offset) / period) + offset;
        const Number difference = from_center[j] - site[j];
        distance += difference * difference;
      }
      if (k == 0 || distance < least) {
        least = distance;
        best = site;
      }
    }
  }
  Rounding<Number> result;
  for (std::size_t j = 0; j < s; ++j) {
    result.site.push_back(shift[j] + whole(best[j]));
    result.rest.push_back(from_center[j] - best[j]);
  }
  return result;
}

/// Folds y into the chamber; returns the reflections that were applied, in order.
template <typename Number>
std::vector<const Reflection*> fold_point(const Plan& plan, Numbers<Number>& y) {
  std::vector<const Reflection*> applied;
  for (const Reflection& reflection : plan.fold) {
    const Number side = inner(reflection.functional, y);
    if (!(side < Number(0))) continue;
    for (std::size_t j = 0; j < y.size(); ++j) y[j] -= side * converted<Number>(reflection.direction[j]);
    applied.push_back(&reflection);
  }
  return applied;
}

template <typename Number>
std::int32_t subregion_of(const Plan& plan, const Numbers<Number>& y) {
  std::int64_t sum = 0;
  for (const IndexPlane& plane : plan.index.planes) {
    if (inner(plane.normal, y) >= converted<Number>(plane.offset)) sum += plane.weight;
  }
  LATSPLINE_ASSERT(plan.index.modulus >= 1 &&
                   plan.index.table.size() == static_cast<std::uint64_t>(plan.index.modulus));
  const std::int64_t entry = sum % plan.index.modulus;
  const std::int32_t subregion = plan.index.table[static_cast<std::size_t>(entry)];
  if (subregion < 0 || static_cast<std::size_t>(subregion) >= subregion_count(plan)) {
    std::string point;
    for (const Number& coordinate : y) {
      if constexpr (std::is_same_v<Number, double>) {
        point.append(1, ' ').append(std::to_string(coordinate));
      } else {
        point.append(1, ' ').append(coordinate.to_string());
      }
    }
    throw InternalError("the plan has no sub-region at the folded point" + point + " (index " + std::to_string(entry) +
                        ")");
  }
  return subregion;
}

/// How a point was brought into its reference sub-region.
struct Folding {
  std::vector<const Reflection*> applied;  ///< in order
  const Transform* transform = nullptr;    ///< after them; null: none
  int reference = 0;

  /// The site that is seen at m: the transform is undone, then the reflections, each its own inverse, in reverse order.
  IntVector unfolded(const IntVector& m) const {
    Vector site = to_rational(m);
    if (transform != nullptr) site = *transform->linear.inverse() * (site - to_rational(transform->site_shift));
    for (std::size_t i = applied.size(); i-- > 0;)
      site = site - dot(applied[i]->functional, site) * applied[i]->direction;
    return to_integer(site);
  }
};

/// Brings y into its reference sub-region.
template <typename Number>
Folding fold_and_place(const Plan& plan, Numbers<Number>& y) {
  Folding folding;
  folding.applied = fold_point(plan, y);
  const Placement placement = placement_of(plan, subregion_of(plan, y));
  folding.reference = placement.reference;
  if (plan.transforms.empty()) return folding;
  folding.transform = &plan.transforms[static_cast<std::size_t>(placement.transform)];
  Numbers<Number> image;
  for (std::size_t i = 0; i < y.size(); ++i)
    image.push_back(inner(folding.transform->linear.row(static_cast<int>(i)), y) +
                    converted<Number>(folding.transform->shift[i]));
  y = image;
  return folding;
}

/// The map A: the reflections, then the transform.
Matrix folding_map(const Folding& folding, int dimension) {
  Matrix map = Matrix::identity(dimension);
  for (const Reflection* reflection : folding.applied) map = to_matrix(*reflection) * map;
  return folding.transform == nullptr ? map : folding.transform->linear * map;
}

/// The derivatives by x from those by y = A x + ..: A^T g for the gradient and A^T H A for the Hessian, both in the order of output_axes. Outputs
/// without derivatives stay.
template <typename Number>
void unfold_derivatives(const Folding& folding, int dimension, Numbers<Number>& outputs) {
  if (outputs.size() < 2 || (folding.applied.empty() && folding.transform == nullptr)) return;
  const Matrix map = folding_map(folding, dimension);
  const auto entry = [&](int i, int j) { return converted<Number>(map(i, j)); };
  const Numbers<Number> by_y = outputs;
  const auto at = [&](int k) -> const Number& { return by_y[static_cast<std::size_t>(k)]; };
  for (int j = 0; j < dimension; ++j) {
    Number sum = Number(0);
    for (int i = 0; i < dimension; ++i) sum += entry(i, j) * at(1 + i);
    outputs[static_cast<std::size_t>(1 + j)] = sum;
  }
  if (static_cast<int>(outputs.size()) == 1 + dimension) return;
  const int first = 1 + dimension;
  for (int a = 0; a < dimension; ++a) {
    for (int b = a; b < dimension; ++b) {
      Number sum = Number(0);
      for (int i = 0; i < dimension; ++i)
        for (int j = 0; j < dimension; ++j)
          sum += entry(i, a) * at(first + hessian_entry(dimension, i, j)) * entry(j, b);
      outputs[static_cast<std::size_t>(first + hessian_entry(dimension, a, b))] = sum;
    }
  }
}

template <typename Number>
Numbers<Number> run(const WeightProgram& program, const Numbers<Number>& y, const Numbers<Number>& coefficients) {
  Numbers<Number> values;
  values.reserve(program.code.size());
  const auto at = [&](std::int32_t index) -> const Number& { return values.at(static_cast<std::size_t>(index)); };
  for (const auto& [op, a, b, c] : program.code) {
    switch (op) {
      case Op::constant:
        if constexpr (std::is_same_v<Number, double>) {
          const auto index = static_cast<std::size_t>(a);
          values.push_back(program.quantized.empty() ? program.constants.at(index).to_double()
                                                     : program.quantized.at(index));
        } else {
          values.push_back(program.constants.at(static_cast<std::size_t>(a)));
        }
        break;
      case Op::coordinate:
        values.push_back(y.at(static_cast<std::size_t>(a)));
        break;
      case Op::coefficient:
        values.push_back(coefficients.at(static_cast<std::size_t>(a)));
        break;
      case Op::add:
        values.push_back(at(a) + at(b));
        break;
      case Op::subtract:
        values.push_back(at(a) - at(b));
        break;
      case Op::multiply:
        values.push_back(at(a) * at(b));
        break;
      case Op::negate:
        values.push_back(-at(a));
        break;
      case Op::fma:
        values.push_back(multiply_add(at(a), at(b), at(c)));
        break;
    }
  }
  Numbers<Number> outputs;
  for (const std::int32_t output : program.outputs) outputs.push_back(at(output));
  return outputs;
}

/// w(y) term by term.
double evaluate(const Polynomial& w, const Numbers<double>& y) {
  double sum = 0;
  for (const Term& term : w.terms()) {
    double product = term.coefficient.to_double();
    for (std::size_t j = 0; j < y.size(); ++j) product *= std::pow(y[j], term.exponents[j]);
    sum += product;
  }
  return sum;
}

/// The value and the derivatives by y from the polynomials.
Numbers<double> sum_weights(const ReferenceSubregion& reference, const Numbers<double>& y,
                            const Numbers<double>& coefficients, Derivatives derivatives) {
  Numbers<double> sums;
  for (const std::vector<int>& axes : output_axes(static_cast<int>(y.size()), derivatives)) {
    double sum = 0;
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      Polynomial weight = reference.weights[i];
      for (const int axis : axes) weight = weight.derivative(axis);
      sum += coefficients[i] * evaluate(weight, y);
    }
    sums.push_back(sum);
  }
  return sums;
}

/// The same in rationals: the polynomial sum over m of c_m w_m and its derivatives, at y.
Vector sum_weights(const ReferenceSubregion& reference, const Vector& y, const Vector& coefficients,
                   Derivatives derivatives) {
  Polynomial sum(static_cast<int>(y.size()));
  for (std::size_t i = 0; i < coefficients.size(); ++i) sum += coefficients[i] * reference.weights[i];
  Vector outputs;
  for (const std::vector<int>& axes : output_axes(sum.variables(), derivatives)) {
    Polynomial derivative = sum;
    for (const int axis : axes) derivative = derivative.derivative(axis);
    outputs.push_back(derivative(y));
  }
  return outputs;
}

void require_coordinates(const Plan& plan, std::size_t count) {
  if (count != static_cast<std::size_t>(plan.dimension)) {
    throw InputError("point has " + std::to_string(count) + " coordinates; " + std::to_string(plan.dimension) +
                     " are needed");
  }
}

/// The value and then the derivatives by y from the programs, as far as there are any.
Vector run_programs(const ReferenceSubregion& reference, const Vector& y, const Vector& coefficients) {
  const bool hessian = !reference.value_gradient_and_hessian.outputs.empty();
  Vector outputs = run(hessian ? reference.value_gradient_and_hessian : reference.value_and_gradient, y, coefficients);
  if (hessian) {
    const Vector fewer = run(reference.value_and_gradient, y, coefficients);
    if (!std::equal(fewer.begin(), fewer.end(), outputs.begin()))
      throw InternalError("the programs with and without Hessian differ in value or gradient");
  }
  const Vector value = run(reference.value, y, coefficients);
  if (outputs.empty() && value.empty())
    throw InternalError("the plan has no weight programs; it must be lowered first");
  if (!outputs.empty() && !value.empty() && outputs[0] != value[0]) {
    throw InternalError("the programs value and value_and_gradient differ: " + value[0].to_string() + " and " +
                        outputs[0].to_string());
  }
  return outputs.empty() ? value : outputs;
}

}  // namespace

Evaluation interpret(const Plan& plan, const Vector& x,
                     const std::function<Rational(const IntVector& site)>& coefficient, InterpretWith with) {
  require_coordinates(plan, x.size());
  Evaluation result;
  const Derivatives derivatives = derivatives_of(plan).back();
  Vector total;
  for (const IntVector& shift : plan.shifts) {
    const Rounding<Rational> rounding = round_point(plan, x, shift);
    Vector y = rounding.rest;
    const Folding folding = fold_and_place(plan, y);
    result.references.push_back(folding.reference);
    const ReferenceSubregion& reference = plan.references[static_cast<std::size_t>(folding.reference)];
    Vector coefficients;
    for (std::size_t i = 0; i < reference.sites.size(); ++i) {
      IntVector site = folding.unfolded(reference.sites[i]);
      for (std::size_t j = 0; j < site.size(); ++j) site[j] += rounding.site[j];
      coefficients.push_back(coefficient(site));
      result.used.emplace_back(std::move(site), reference.weights[i](y));
    }
    Vector outputs = with == InterpretWith::weights ? sum_weights(reference, y, coefficients, derivatives)
                                                    : run_programs(reference, y, coefficients);
    unfold_derivatives(folding, plan.dimension, outputs);
    total = total.empty() ? outputs : total + outputs;
  }
  const std::size_t s = x.size();
  result.value = total[0];
  if (total.size() > 1) result.gradient.assign(total.begin() + 1, total.begin() + 1 + static_cast<std::ptrdiff_t>(s));
  if (total.size() > 1 + s) result.hessian.assign(total.begin() + 1 + static_cast<std::ptrdiff_t>(s), total.end());
  return result;
}

DoubleEvaluation interpret_double(const Plan& plan, std::span<const double> x,
                                  const std::function<double(const IntVector& site)>& coefficient) {
  require_coordinates(plan, x.size());
  DoubleEvaluation result;
  for (const double coordinate : x) {
    if (!std::isfinite(coordinate)) {
      result.value = std::numeric_limits<double>::quiet_NaN();
      result.gradient.assign(x.size(), result.value);
      if (plan.options.hessian) result.hessian.assign(x.size() * (x.size() + 1) / 2, result.value);
      return result;
    }
    if (std::fabs(coordinate) >= 0x1p52)
      throw InputError("coordinate " + std::to_string(coordinate) + " is not below 2^52 in size");
  }
  const Derivatives derivatives = derivatives_of(plan).back();
  Numbers<double> total;
  for (const IntVector& shift : plan.shifts) {
    const Rounding<double> rounding = round_point(plan, Numbers<double>(x.begin(), x.end()), shift);
    Numbers<double> y = rounding.rest;
    const Folding folding = fold_and_place(plan, y);
    result.references.push_back(folding.reference);
    const ReferenceSubregion& reference = plan.references[static_cast<std::size_t>(folding.reference)];
    Numbers<double> coefficients;
    for (const IntVector& m : reference.sites) {
      IntVector site = folding.unfolded(m);
      for (std::size_t j = 0; j < site.size(); ++j) site[j] += rounding.site[j];
      coefficients.push_back(coefficient(site));
    }
    const WeightProgram& program = reference.program(derivatives);
    Numbers<double> outputs =
        program.outputs.empty() ? sum_weights(reference, y, coefficients, derivatives) : run(program, y, coefficients);
    if (!reference.value.outputs.empty()) outputs[0] = run(reference.value, y, coefficients)[0];
    unfold_derivatives(folding, plan.dimension, outputs);
    if (total.empty()) total.assign(outputs.size(), 0);
    for (std::size_t k = 0; k < outputs.size(); ++k) total[k] += outputs[k];
  }
  const auto s = static_cast<std::ptrdiff_t>(x.size());
  result.value = total[0];
  result.gradient.assign(total.begin() + 1, total.begin() + 1 + s);
  result.hessian.assign(total.begin() + 1 + s, total.end());
  return result;
}

Vector run_program(const WeightProgram& program, const Vector& y, const Vector& coefficients) {
  return run(program, y, coefficients);
}

}  // namespace latspline
