#include "latspline/plan/passes/rounding_error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace latspline {
namespace {

/// Numbers in [0, 1), the same on every machine.
class Sequence {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 40) / 16777216.0;
  }

 private:
  std::uint64_t state_ = 1;
};

double term_value(const Term& term, const std::vector<float>& y) {
  double value = term.coefficient.to_double();
  for (std::size_t j = 0; j < y.size(); ++j)
    for (int e = 0; e < term.exponents[j]; ++e) value *= y[j];
  return value;
}

}  // namespace

RoundingErrorSample::RoundingErrorSample(const ReferenceSubregion& reference) {
  constexpr int points = 40;
  constexpr int fields = 4;
  const std::size_t s = reference.interior_point.size();
  // Value and derivatives of each weight, as terms.
  std::vector<std::vector<std::vector<Term>>> forms(s + 1);
  for (const Polynomial& weight : reference.weights) {
    forms[0].push_back(weight.terms());
    for (std::size_t j = 0; j < s; ++j) forms[j + 1].push_back(weight.derivative(static_cast<int>(j)).terms());
  }
  Sequence sequence;
  for (int point = 0; point < points; ++point) {
    std::vector<double> y(s, 0.0);
    double total = 0;
    const auto mix = [&](const Vector& vertex) {
      const double share = std::pow(sequence.next(), 2) + 1e-3;
      for (std::size_t j = 0; j < s; ++j) y[j] += share * vertex[j].to_double();
      total += share;
    };
    mix(reference.interior_point);
    for (const Vector& vertex : reference.vertices) mix(vertex);
    std::vector<float> rounded_y;
    for (const double coordinate : y) rounded_y.push_back(static_cast<float>(coordinate / total));
    std::vector<std::vector<double>> values(s + 1);
    for (std::size_t k = 0; k <= s; ++k)
      for (const std::vector<Term>& terms : forms[k]) {
        double value = 0;
        for (const Term& term : terms) value += term_value(term, rounded_y);
        values[k].push_back(value);
      }
    for (int field = 0; field < fields; ++field) {
      Sample sample;
      sample.y = rounded_y;
      sample.exact.resize(s + 1);
      sample.scale.resize(s + 1);
      for (std::size_t m = 0; m < reference.weights.size(); ++m) {
        sample.c.push_back(static_cast<float>(field == 0 ? sequence.next() : 2 * sequence.next() - 1));
        for (std::size_t k = 0; k <= s; ++k) {
          sample.exact[k] += values[k][m] * sample.c.back();
          sample.scale[k] += std::fabs(values[k][m] * sample.c.back());
        }
      }
      std::fill(sample.scale.begin() + 1, sample.scale.end(),
                *std::max_element(sample.scale.begin() + 1, sample.scale.end()));
      samples_.push_back(std::move(sample));
    }
  }
}

double RoundingErrorSample::operator()(const WeightProgram& program) const {
  std::vector<float> constants;
  for (const Rational& constant : program.constants) constants.push_back(constant.to_float());
  std::vector<float> results;
  double worst = 0;
  for (const Sample& sample : samples_) {
    results.clear();
    for (const Instruction& instruction : program.code) {
      const auto a = static_cast<std::size_t>(instruction.a);
      const auto b = static_cast<std::size_t>(instruction.b);
      float result = 0;
      switch (instruction.op) {
        case Op::constant:
          result = constants[a];
          break;
        case Op::coordinate:
          result = sample.y[a];
          break;
        case Op::coefficient:
          result = sample.c[a];
          break;
        case Op::add:
          result = results[a] + results[b];
          break;
        case Op::subtract:
          result = results[a] - results[b];
          break;
        case Op::multiply:
          result = results[a] * results[b];
          break;
        case Op::negate:
          result = -results[a];
          break;
        case Op::fma:
          result = std::fma(results[a], results[b], results[static_cast<std::size_t>(instruction.c)]);
          break;
      }
      results.push_back(result);
    }
    for (std::size_t k = 0; k < program.outputs.size() && k < sample.exact.size(); ++k) {
      if (sample.scale[k] <= 0) continue;
      const double error = std::fabs(results[static_cast<std::size_t>(program.outputs[k])] - sample.exact[k]);
      worst = std::max(worst, error / sample.scale[k] * 16777216.0);
    }
  }
  return worst;
}

}  // namespace latspline
