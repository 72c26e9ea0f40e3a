#include "latspline/plan/passes/quantize_coefficients.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace latspline {
namespace {

/// |value| <= magnitude, and rounding the constants moves it by at most error; both for coefficients of magnitude 1.
struct Bound {
  double magnitude;
  double error;
};

double up(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

Bound product(const Bound& a, const Bound& b) {
  return {up(a.magnitude * b.magnitude),
          up(up(a.error * b.magnitude) + up(up(a.magnitude * b.error) + up(a.error * b.error)))};
}

Bound sum(const Bound& a, const Bound& b) { return {up(a.magnitude + b.magnitude), up(a.error + b.error)}; }

/// The error bound of the program's value, for |y_j| <= extent[j].
double error_of(const WeightProgram& program, const std::vector<double>& extent) {
  std::vector<Bound> bounds;
  for (const Instruction& instruction : program.code) {
    const auto a = static_cast<std::size_t>(instruction.a);
    const auto b = static_cast<std::size_t>(instruction.b);
    const auto c = static_cast<std::size_t>(instruction.c);
    switch (instruction.op) {
      case Op::constant: {
        const Rational change = (Rational::from_double(program.quantized[a]) - program.constants[a]).abs();
        bounds.push_back({std::fabs(program.quantized[a]) + up(change.to_double()), up(change.to_double())});
        break;
      }
      case Op::coordinate:
        bounds.push_back({extent[a], 0});
        break;
      case Op::coefficient:
        bounds.push_back({1, 0});
        break;
      case Op::add:
      case Op::subtract:
        bounds.push_back(sum(bounds[a], bounds[b]));
        break;
      case Op::multiply:
        bounds.push_back(product(bounds[a], bounds[b]));
        break;
      case Op::negate:
        bounds.push_back(bounds[a]);
        break;
      case Op::fma:
        bounds.push_back(sum(product(bounds[a], bounds[b]), bounds[c]));
        break;
    }
  }
  double worst = 0;
  if (!program.outputs.empty()) worst = bounds[static_cast<std::size_t>(program.outputs.front())].error;
  return worst;
}

void round_constants(WeightProgram& program, Scalar scalar) {
  program.quantized.clear();
  for (const Rational& constant : program.constants)
    program.quantized.push_back(scalar == Scalar::f32 ? static_cast<double>(constant.to_float())
                                                      : constant.to_double());
}

}  // namespace

Plan quantize_coefficients(Plan plan) {
  Quantization quantization;
  for (ReferenceSubregion& reference : plan.references) {
    std::vector<double> extent(static_cast<std::size_t>(plan.dimension), 0.0);
    for (const Vector& vertex : reference.vertices)
      for (std::size_t j = 0; j < extent.size(); ++j)
        extent[j] = std::max(extent[j], up(std::fabs(vertex[j].to_double())));
    for (const Derivatives derivatives : derivatives_of(plan)) {
      WeightProgram& program = reference.program(derivatives);
      round_constants(program, plan.options.scalar);
      quantization.coefficient_error = std::max(quantization.coefficient_error, error_of(program, extent));
    }
  }
  plan.quantization = quantization;
  return plan;
}

}  // namespace latspline
