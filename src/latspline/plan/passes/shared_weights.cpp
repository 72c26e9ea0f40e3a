#include "latspline/plan/passes/shared_weights.h"

#include <algorithm>
#include <map>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/plan/passes/shared_sums.h"
#include "latspline/plan/passes/sparse_frames.h"

namespace latspline {
namespace {

/// scale * the value of an instruction; instruction -1: zero.
struct Scaled {
  std::int32_t instruction = -1;
  Rational scale = 1;
  bool is_zero() const { return instruction < 0; }
};

/// Arithmetic on scaled values, which puts off multiplications by constants.
class ScaledBuilder {
 public:
  explicit ScaledBuilder(WeightProgramBuilder& builder) : builder_(builder) {}

  Scaled sum(const Scaled& a, const Scaled& b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    const Rational ratio = a.scale / b.scale;
    if (a.instruction == b.instruction) {
      const Rational total = a.scale + b.scale;
      return total.is_zero() ? Scaled{} : Scaled{a.instruction, total};
    }
    return {builder_.fma(builder_.constant(ratio), a.instruction, b.instruction), b.scale};
  }
  /// x a + b.
  Scaled step(std::int32_t x, const Scaled& a, const Scaled& b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return {builder_.multiply(x, a.instruction), a.scale};
    const Rational ratio = a.scale / b.scale;
    if (ratio == Rational(-1)) return {builder_.subtract(b.instruction, builder_.multiply(x, a.instruction)), b.scale};
    return {builder_.fma(builder_.multiply(builder_.constant(ratio), x), a.instruction, b.instruction), b.scale};
  }
  std::int32_t value(const Scaled& a) {
    if (a.is_zero()) return builder_.constant(Rational(0));
    return builder_.multiply(builder_.constant(a.scale), a.instruction);
  }
  WeightProgramBuilder& operator*() { return builder_; }

 private:
  WeightProgramBuilder& builder_;
};

/// The rows of shared sums of coefficients, each written when it is first asked for.
class CoefficientSums {
 public:
  CoefficientSums(ScaledBuilder& builder, const SharedSums& sums)
      : builder_(builder), sums_(sums), known_(static_cast<std::size_t>(sums.inputs) + sums.rows.size()) {}

  Scaled node(std::int32_t number) {
    std::optional<Scaled>& known = known_[static_cast<std::size_t>(number)];
    if (!known) known = number < sums_.inputs ? Scaled{(*builder_).coefficient(number)} : row(number - sums_.inputs);
    return *known;
  }
  Scaled output(std::int32_t number) { return node(sums_.inputs + number); }

 private:
  Scaled row(std::int32_t number) {
    std::vector<Scaled> parts;
    for (const auto& [part, factor] : sums_.rows[static_cast<std::size_t>(number)]) {
      Scaled scaled = node(part);
      scaled.scale *= factor;
      parts.push_back(std::move(scaled));
    }
    if (parts.empty()) return {};
    // The most frequent magnitude first: those are added without a factor.
    std::map<Rational, int> magnitudes;
    for (const Scaled& part : parts) ++magnitudes[part.scale.abs()];
    std::stable_sort(parts.begin(), parts.end(), [&](const Scaled& a, const Scaled& b) {
      return magnitudes[a.scale.abs()] > magnitudes[b.scale.abs()];
    });
    Scaled total = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) total = builder_.sum(parts[i], total);
    return total;
  }

  ScaledBuilder& builder_;
  const SharedSums& sums_;
  std::vector<std::optional<Scaled>> known_;
};

struct PolynomialTerm {
  Exponents exponents{};
  std::int32_t row = 0;
};

/// The value of the polynomial and, if asked, its derivatives by u_0, u_1, ..
class Horner {
 public:
  Horner(ScaledBuilder& builder, CoefficientSums& sums, std::vector<std::int32_t> coordinates, bool gradient)
      : builder_(builder), sums_(sums), coordinates_(std::move(coordinates)), gradient_(gradient) {}

  std::vector<Scaled> operator()(const std::vector<PolynomialTerm>& terms) {
    const std::size_t s = coordinates_.size();
    std::vector<std::size_t> occurrences(s, 0);
    for (const PolynomialTerm& term : terms)
      for (std::size_t j = 0; j < s; ++j) occurrences[j] += term.exponents[j] > 0 ? 1 : 0;
    const auto most = std::max_element(occurrences.begin(), occurrences.end());
    std::vector<Scaled> result(gradient_ ? s + 1 : 1);
    if (terms.empty()) return result;
    if (*most == 0) {
      for (const PolynomialTerm& term : terms) result[0] = builder_.sum(result[0], sums_.output(term.row));
      return result;
    }
    const auto variable = static_cast<std::size_t>(most - occurrences.begin());
    std::vector<PolynomialTerm> quotient;
    std::vector<PolynomialTerm> rest;
    for (const PolynomialTerm& term : terms) {
      if (term.exponents[variable] == 0) {
        rest.push_back(term);
        continue;
      }
      quotient.push_back(term);
      --quotient.back().exponents[variable];
    }
    const std::vector<Scaled> q = (*this)(quotient);
    const std::vector<Scaled> r = (*this)(rest);
    const std::int32_t x = coordinates_[variable];
    for (std::size_t k = 0; k < result.size(); ++k) {
      if (k == variable + 1)
        result[k] = builder_.sum(builder_.step(x, q[k], q[0]), r[k]);
      else
        result[k] = builder_.step(x, q[k], r[k]);
    }
    return result;
  }

 private:
  ScaledBuilder& builder_;
  CoefficientSums& sums_;
  std::vector<std::int32_t> coordinates_;
  bool gradient_;
};

/// The weights in a frame, as the linear forms that give the coefficients of the polynomial.
struct FramedWeights {
  Frame frame;
  std::vector<PolynomialTerm> terms;
  SharedSums sums;
};

FramedWeights framed(const ReferenceSubregion& reference, Frame frame) {
  FramedWeights result;
  const Vector offset = Rational(-1) * (frame.inverse * frame.constant);
  result.sums.inputs = static_cast<std::int32_t>(reference.weights.size());
  std::map<Exponents, std::int32_t> row_of;
  for (std::size_t m = 0; m < reference.weights.size(); ++m) {
    for (Term& term : reference.weights[m].substitute_affine(frame.inverse, offset).terms()) {
      const auto [entry, added] = row_of.try_emplace(term.exponents, static_cast<std::int32_t>(result.sums.rows.size()));
      if (added) {
        result.terms.push_back({term.exponents, entry->second});
        result.sums.rows.emplace_back();
      }
      result.sums.rows[static_cast<std::size_t>(entry->second)].emplace_back(static_cast<std::int32_t>(m),
                                                                             std::move(term.coefficient));
    }
  }
  result.frame = std::move(frame);
  return result;
}

WeightProgram program_of(const FramedWeights& weights, const SharedSums& shared, bool gradient) {
  WeightProgramBuilder builder;
  ScaledBuilder scaled(builder);
  CoefficientSums sums(scaled, shared);
  const int s = weights.frame.linear.rows();
  std::vector<std::int32_t> coordinates;
  for (int i = 0; i < s; ++i) {
    std::int32_t form = builder.constant(weights.frame.constant[static_cast<std::size_t>(i)]);
    for (int j = 0; j < s; ++j)
      form = builder.fma(builder.constant(weights.frame.linear(i, j)), builder.coordinate(j), form);
    coordinates.push_back(form);
  }
  const std::vector<Scaled> local = Horner(scaled, sums, coordinates, gradient)(weights.terms);
  std::vector<std::int32_t> outputs{scaled.value(local[0])};
  for (int j = 0; gradient && j < s; ++j) {
    Scaled total;
    for (int i = 0; i < s; ++i) {
      if (weights.frame.linear(i, j).is_zero()) continue;
      Scaled part = local[static_cast<std::size_t>(i) + 1];
      part.scale *= weights.frame.linear(i, j);
      total = scaled.sum(part, total);
    }
    outputs.push_back(scaled.value(total));
  }
  return builder.finish(std::move(outputs));
}

}  // namespace

WeightProgram shared_weights(const ReferenceSubregion& reference, bool gradient) {
  std::optional<WeightProgram> best;
  for (Frame& frame : sparse_frames(reference, 6)) {
    const FramedWeights weights = framed(reference, std::move(frame));
    for (int variant = 0; variant < 4; ++variant) {
      WeightProgram program = program_of(weights, share_sums(weights.sums, variant, 4'000'000), gradient);
      if (!best || count_operations(program).arithmetic() < count_operations(*best).arithmetic()) best = std::move(program);
    }
  }
  LATSPLINE_ASSERT(best.has_value());
  return *std::move(best);
}

}  // namespace latspline
