#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "latspline/plan/plan.h"

/// Lowered plans of small spaces, made by hand from their known weights, so that code generation is tested apart from the analysis.
namespace latspline::test {

inline Vector unit_vector(int dimension, int axis, const Rational& length = 1) {
  Vector v(static_cast<std::size_t>(dimension));
  v[static_cast<std::size_t>(axis)] = length;
  return v;
}

inline Reflection flip(int dimension, int axis) {
  return {unit_vector(dimension, axis), unit_vector(dimension, axis, 2)};
}

inline Reflection exchange(int dimension, int i, int j) {
  const Vector difference = unit_vector(dimension, i) - unit_vector(dimension, j);
  return {difference, difference};
}

/// Writes the polynomials out term by term; nothing shared, nothing clever.
class PlainProgram {
 public:
  PlainProgram(int dimension, Scalar scalar) : dimension_(dimension), scalar_(scalar) {}

  std::int32_t sum(const std::vector<Polynomial>& weights) {
    std::int32_t total = constant(0);
    for (std::size_t m = 0; m < weights.size(); ++m) {
      std::int32_t weight = constant(0);
      for (const Term& term : weights[m].terms()) {
        std::int32_t product = constant(term.coefficient);
        for (int j = 0; j < dimension_; ++j) {
          for (int k = 0; k < term.exponents[static_cast<std::size_t>(j)]; ++k)
            product = append({Op::multiply, product, append({Op::coordinate, j})});
        }
        weight = append({Op::add, weight, product});
      }
      total = append({Op::fma, weight, append({Op::coefficient, static_cast<std::int32_t>(m)}), total});
    }
    return total;
  }

  WeightProgram finish(std::vector<std::int32_t> outputs) {
    program_.outputs = std::move(outputs);
    return std::move(program_);
  }

 private:
  std::int32_t append(Instruction instruction) {
    program_.code.push_back(instruction);
    return static_cast<std::int32_t>(program_.code.size()) - 1;
  }
  std::int32_t constant(const Rational& value) {
    program_.constants.push_back(value);
    program_.quantized.push_back(scalar_ == Scalar::f32 ? static_cast<double>(value.to_float()) : value.to_double());
    return append({Op::constant, static_cast<std::int32_t>(program_.constants.size()) - 1});
  }
  int dimension_;
  Scalar scalar_;
  WeightProgram program_;
};

/// Fills what lowering would: the cosets of the sites, unless order_fetches has, and the programs.
inline Plan lowered(Plan plan) {
  const int s = plan.dimension;
  plan.space = 0x5eedULL + static_cast<std::uint64_t>(s);
  for (ReferenceSubregion& reference : plan.references) {
    const bool ordered = !reference.coset.empty();
    for (const IntVector& site : reference.sites) {
      if (ordered) break;
      for (std::size_t k = 0; k < plan.cosets.offsets.size(); ++k) {
        IntVector step;
        for (std::size_t j = 0; j < site.size(); ++j) {
          const std::int64_t rest = site[j] - plan.cosets.offsets[k][j];
          if (rest % plan.cosets.period[j] == 0) step.push_back(rest / plan.cosets.period[j]);
        }
        if (step.size() != site.size()) continue;
        reference.coset.push_back(static_cast<std::int32_t>(k));
        reference.step.push_back(step);
      }
    }
    PlainProgram value(s, plan.options.scalar);
    const std::int32_t value_output = value.sum(reference.weights);
    reference.value = value.finish({value_output});
    PlainProgram both(s, plan.options.scalar);
    std::vector<std::int32_t> outputs = {both.sum(reference.weights)};
    for (int j = 0; j < s; ++j) {
      std::vector<Polynomial> derivatives;
      for (const Polynomial& weight : reference.weights) derivatives.push_back(weight.derivative(j));
      outputs.push_back(both.sum(derivatives));
    }
    reference.value_and_gradient = both.finish(outputs);
  }
  return plan;
}

/// How sites are stored, and rounded to.
inline void set_cosets(Plan& plan, const CosetTable& cosets) {
  plan.cosets = cosets;
  plan.rounding.period = cosets.period;
  plan.rounding.offsets = cosets.offsets;
}

inline Plan empty_plan(int dimension, PlanOptions options) {
  const auto s = static_cast<std::size_t>(dimension);
  Plan plan;
  plan.space_name = "sample";
  plan.dimension = dimension;
  plan.options = options;
  if (options.boundary == Boundary::automatic) plan.options.boundary = Boundary::mirror;
  set_cosets(plan, {IntVector(s, 1), {IntVector(s, 0)}, {}, {0}});
  plan.reach = Vector(s, Rational(1));
  plan.axis_mirror = (1u << dimension) - 1;
  plan.shifts = {IntVector(s, 0)};
  plan.rounding.center = Vector(s);
  plan.index.table = {0};
  return plan;
}

/// Multilinear interpolation on Z^s: one sub-region, the unit cube around (1/2, .., 1/2), y = x - floor(x) - 1/2.
inline Plan multilinear(int dimension, PlanOptions options = {}) {
  Plan plan = empty_plan(dimension, options);
  const auto s = static_cast<std::size_t>(dimension);
  plan.rounding.center = Vector(s, Rational(1, 2));
  ReferenceSubregion cube;
  for (unsigned corner = 0; corner < (1u << dimension); ++corner) {
    IntVector site;
    Polynomial weight = Polynomial::constant(dimension, 1);
    for (int j = 0; j < dimension; ++j) {
      const int bit = static_cast<int>((corner >> j) & 1u);
      site.push_back(bit);
      weight *= Polynomial::affine(unit_vector(dimension, j, bit == 1 ? 1 : -1), Rational(1, 2));
    }
    cube.sites.push_back(site);
    cube.weights.push_back(weight);
  }
  plan.references = {cube};
  return lowered(plan);
}

/// The order-3 B-spline on Z^1, without a fold: y = x - round(x) in [-1/2, 1/2].
inline Plan quadratic(PlanOptions options = {}) {
  Plan plan = empty_plan(1, options);
  plan.reach = {Rational(3, 2)};
  ReferenceSubregion interval;
  interval.sites = {{-1}, {0}, {1}};
  interval.weights = {Polynomial::parse(1, "1/8 - 1/2*x0 + 1/2*x0^2"), Polynomial::parse(1, "3/4 - x0^2"),
                      Polynomial::parse(1, "1/8 + 1/2*x0 + 1/2*x0^2")};
  plan.references = {interval};
  return lowered(plan);
}

inline CosetTable bcc_cosets() { return {{2, 2, 2}, {{0, 0, 0}, {1, 1, 1}}, {0}, {0, 1}}; }

/// Residue numbers 0 .. 7 of (n_0, n_1, n_2) modulo 2, first axis fastest.
inline CosetTable fcc_cosets() {
  return {{2, 2, 2}, {{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}, {0, 1, 2}, {0, -1, -1, 1, -1, 2, 3, -1}};
}

inline std::vector<Reflection> cubic_fold(int dimension) {
  std::vector<Reflection> fold;
  for (int j = 0; j < dimension; ++j) fold.push_back(flip(dimension, j));
  for (int last = dimension - 1; last > 0; --last) {
    for (int j = 0; j < last; ++j) fold.push_back(exchange(dimension, j, j + 1));
  }
  return fold;
}

/// The linear box spline of the four diagonals on the BCC lattice: phi(x) = max(0, 1 - (x_1 + x_2) / 2) for x_1 >= x_2 >= x_3 >= 0, and its signed
/// permutations.
inline Plan bcc_linear(PlanOptions options = {}) {
  Plan plan = empty_plan(3, options);
  set_cosets(plan, bcc_cosets());
  plan.reach = Vector(3, Rational(2));
  plan.fold = cubic_fold(3);
  ReferenceSubregion tetrahedron;
  tetrahedron.sites = {{0, 0, 0}, {2, 0, 0}, {1, 1, -1}, {1, 1, 1}};
  tetrahedron.weights = {Polynomial::parse(3, "1 - 1/2*x0 - 1/2*x1"), Polynomial::parse(3, "1/2*x0 - 1/2*x1"),
                         Polynomial::parse(3, "1/2*x1 - 1/2*x2"), Polynomial::parse(3, "1/2*x1 + 1/2*x2")};
  plan.references = {tetrahedron};
  return lowered(plan);
}

/// The linear box spline of three directions on the quincunx lattice {n : n_0 + n_1 even} with edges (1,1) and (1,-1), rounded down to
/// parallelograms of two triangles each.
inline Plan quincunx_triangles(PlanOptions options = {}) {
  Plan plan = empty_plan(2, options);
  set_cosets(plan, {{2, 2}, {{0, 0}, {1, 1}}, {0}, {0, 1}});
  plan.reach = Vector(2, Rational(2));
  plan.axis_mirror = 0;
  plan.rounding.kind = RoundingKind::parallelepiped;
  plan.rounding.edges = {{1, 1}, {1, -1}};
  plan.rounding.edges_inverse = {{Rational(1, 2), Rational(1, 2)}, {Rational(1, 2), Rational(-1, 2)}};
  // In the coordinates t = E^-1 y: t_0 = (y_0 + y_1) / 2, t_1 = (y_0 - y_1) / 2; the diagonal t_0 = t_1 is y_1 = 0.
  plan.index.planes = {{{0, 1}, 0, 1}};
  plan.index.modulus = 2;
  plan.index.table = {1, 0};
  ReferenceSubregion upper;  // t_0 >= t_1: sites 0, e_0, e_0 + e_1
  upper.sites = {{0, 0}, {1, 1}, {2, 0}};
  upper.weights = {Polynomial::parse(2, "1 - 1/2*x0 - 1/2*x1"), Polynomial::parse(2, "x1"),
                   Polynomial::parse(2, "1/2*x0 - 1/2*x1")};
  ReferenceSubregion lower;
  lower.sites = {{0, 0}, {1, -1}, {2, 0}};
  lower.weights = {Polynomial::parse(2, "1 - 1/2*x0 + 1/2*x1"), Polynomial::parse(2, "-x1"),
                   Polynomial::parse(2, "1/2*x0 + 1/2*x1")};
  plan.references = {upper, lower};
  return lowered(plan);
}

}  // namespace latspline::test
