#include "latspline/plan/passes/shared_weights.h"

#include <algorithm>
#include <map>
#include <numeric>
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

/// How many rows of a degree have a part of this magnitude, by degree: rows of one degree that are scaled alike need few different factors
/// in the Horner steps.
using Popularity = std::map<std::pair<int, Rational>, int>;

/// The rows of shared sums of coefficients, each written when it is first asked for.
class CoefficientSums {
 public:
  /// degrees: of the terms that the first rows are coefficients of.
  CoefficientSums(ScaledBuilder& builder, const SharedSums& sums, std::vector<int> degrees,
                  const Popularity& popularity)
      : builder_(builder),
        sums_(sums),
        degrees_(std::move(degrees)),
        popularity_(popularity),
        known_(static_cast<std::size_t>(sums.inputs) + sums.rows.size()) {}

  Scaled output(std::int32_t number) { return node(sums_.inputs + number); }
  /// Of what has been written.
  const Popularity& measured() const { return measured_; }

 private:
  Scaled node(std::int32_t number) {
    std::optional<Scaled>& known = known_[static_cast<std::size_t>(number)];
    if (!known) known = number < sums_.inputs ? Scaled{(*builder_).coefficient(number)} : row(number - sums_.inputs);
    return *known;
  }
  Scaled row(std::int32_t number) {
    std::vector<Scaled> parts;
    for (const auto& [part, factor] : sums_.rows[static_cast<std::size_t>(number)]) {
      Scaled scaled = node(part);
      scaled.scale *= factor;
      parts.push_back(std::move(scaled));
    }
    if (parts.empty()) return {};
    // The sum takes the scale of its first part; parts of the same magnitude are added without a factor.
    const bool is_output = static_cast<std::size_t>(number) < degrees_.size();
    const int degree = is_output ? degrees_[static_cast<std::size_t>(number)] : -1;
    std::map<Rational, std::pair<int, int>> magnitudes;  // by popularity, then by frequency here
    for (const Scaled& part : parts) ++magnitudes[part.scale.abs()].second;
    for (auto& [magnitude, rank] : magnitudes) {
      if (is_output) ++measured_[{degree, magnitude}];
      if (const auto popular = popularity_.find({degree, magnitude}); popular != popularity_.end())
        rank.first = popular->second;
    }
    std::stable_sort(parts.begin(), parts.end(), [&](const Scaled& a, const Scaled& b) {
      return magnitudes[a.scale.abs()] > magnitudes[b.scale.abs()];
    });
    Scaled total = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) total = builder_.sum(parts[i], total);
    return total;
  }

  ScaledBuilder& builder_;
  const SharedSums& sums_;
  std::vector<int> degrees_;
  const Popularity& popularity_;
  Popularity measured_;
  std::vector<std::optional<Scaled>> known_;
};

struct PolynomialTerm {
  Exponents exponents{};
  std::int32_t row = 0;
};

/// The value of the polynomial and, if asked, its derivatives by u_0, u_1, .. in the order of output_axes.
class Horner {
 public:
  /// Of variables that occur alike often, the first from `first` on (cyclically) is factored out.
  Horner(ScaledBuilder& builder, CoefficientSums& sums, std::vector<std::int32_t> coordinates, Derivatives derivatives,
         std::size_t first)
      : builder_(builder),
        sums_(sums),
        coordinates_(std::move(coordinates)),
        axes_(output_axes(static_cast<int>(coordinates_.size()), derivatives)),
        first_(first) {}

  std::vector<Scaled> operator()(const std::vector<PolynomialTerm>& terms) {
    const std::size_t s = coordinates_.size();
    std::vector<std::size_t> occurrences(s, 0);
    for (const PolynomialTerm& term : terms)
      for (std::size_t j = 0; j < s; ++j) occurrences[j] += term.exponents[j] > 0 ? 1 : 0;
    std::size_t variable = first_;
    for (std::size_t k = 1; k < s; ++k)
      if (occurrences[(first_ + k) % s] > occurrences[variable]) variable = (first_ + k) % s;
    std::vector<Scaled> result(axes_.size());
    if (terms.empty()) return result;
    if (occurrences[variable] == 0) {
      for (const PolynomialTerm& term : terms) result[0] = builder_.sum(result[0], sums_.output(term.row));
      return result;
    }
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
    const int v = static_cast<int>(variable);
    for (std::size_t k = 0; k < result.size(); ++k) {
      // d(x q + r) = x dq + dr, and once more the derivatives of q without one differentiation by x, as often as there are such.
      const auto times = std::count(axes_[k].begin(), axes_[k].end(), v);
      if (times == 0) {
        result[k] = builder_.step(x, q[k], r[k]);
        continue;
      }
      std::vector<int> lower = axes_[k];
      lower.erase(std::find(lower.begin(), lower.end(), v));
      Scaled once = q[static_cast<std::size_t>(std::find(axes_.begin(), axes_.end(), lower) - axes_.begin())];
      once.scale *= Rational(static_cast<std::int64_t>(times));
      result[k] = builder_.sum(builder_.step(x, q[k], once), r[k]);
    }
    return result;
  }

 private:
  ScaledBuilder& builder_;
  CoefficientSums& sums_;
  std::vector<std::int32_t> coordinates_;
  std::vector<std::vector<int>> axes_;
  std::size_t first_;
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
      const auto [entry, added] =
          row_of.try_emplace(term.exponents, static_cast<std::int32_t>(result.sums.rows.size()));
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

/// Of the terms, by row.
std::vector<int> degrees_of(const std::vector<PolynomialTerm>& terms) {
  std::vector<int> degrees(terms.size());
  for (const PolynomialTerm& term : terms)
    degrees[static_cast<std::size_t>(term.row)] = std::accumulate(term.exponents.begin(), term.exponents.end(), 0);
  return degrees;
}

/// One program. The popularity that it finds replaces the given one.
WeightProgram program_of(const FramedWeights& weights, const SharedSums& shared, Derivatives derivatives,
                         std::size_t first, Popularity& popularity) {
  WeightProgramBuilder builder;
  ScaledBuilder scaled(builder);
  CoefficientSums sums(scaled, shared, degrees_of(weights.terms), popularity);
  const int s = weights.frame.linear.rows();
  std::vector<std::int32_t> coordinates;
  for (int i = 0; i < s; ++i) {
    std::int32_t form = builder.constant(weights.frame.constant[static_cast<std::size_t>(i)]);
    for (int j = 0; j < s; ++j) {
      const std::int32_t coordinate = builder.coordinate(j);
      form = builder.fma(builder.constant(weights.frame.linear(i, j)), coordinate, form);
    }
    coordinates.push_back(form);
  }
  const std::vector<Scaled> local = Horner(scaled, sums, coordinates, derivatives, first)(weights.terms);
  // Derivatives by y from those by u, u = linear y + constant.
  const Matrix& linear = weights.frame.linear;
  std::vector<std::int32_t> outputs;
  for (const std::vector<int>& axes : output_axes(s, derivatives)) {
    if (axes.empty()) {
      outputs.push_back(scaled.value(local[0]));
      continue;
    }
    Scaled total;
    const auto add = [&](int entry, const Rational& factor) {
      if (factor.is_zero()) return;
      Scaled part = local[static_cast<std::size_t>(entry)];
      part.scale *= factor;
      total = scaled.sum(part, total);
    };
    if (axes.size() == 1) {
      for (int i = 0; i < s; ++i) add(1 + i, linear(i, axes[0]));
    } else {
      for (int i = 0; i < s; ++i) {
        for (int j = i; j < s; ++j) {
          Rational factor = linear(i, axes[0]) * linear(j, axes[1]);
          if (i != j) factor += linear(j, axes[0]) * linear(i, axes[1]);
          add(1 + s + hessian_entry(s, i, j), factor);
        }
      }
    }
    outputs.push_back(scaled.value(total));
  }
  popularity = Popularity(sums.measured());
  return builder.finish(std::move(outputs));
}

/// The shorter of programs that scale and nest differently.
WeightProgram shortest_program(const FramedWeights& weights, const SharedSums& shared, Derivatives derivatives,
                               std::size_t most_orders) {
  std::optional<WeightProgram> best;
  Popularity popularity;
  const auto s = static_cast<std::size_t>(weights.frame.linear.rows());
  for (std::size_t first = 0; first < std::min(s, most_orders); ++first) {
    for (const bool again : {false, true}) {
      if (!again) popularity.clear();
      WeightProgram program = program_of(weights, shared, derivatives, first, popularity);
      if (!best || count_operations(program).arithmetic() < count_operations(*best).arithmetic())
        best = std::move(program);
    }
  }
  return *std::move(best);
}

/// The entries that a comparison of all pairs of rows and of columns looks at.
std::int64_t comparison_work(const SharedSums& sums) {
  std::size_t entries = 0;
  for (const auto& row : sums.rows) entries += row.size();
  return static_cast<std::int64_t>(entries * (static_cast<std::size_t>(sums.inputs) + sums.rows.size()));
}

/// Whether the program costs less than `least`, which is then its cost.
bool costs_less(const WeightProgram& program, const RoundingErrorSample& errors, double accepted_error, double& least) {
  const double operations = count_operations(program).arithmetic();
  if (operations >= least) return false;
  const double cost = operations * (1 + std::max(errors(program) / accepted_error - 1, 0.0) / 2);
  if (cost >= least) return false;
  least = cost;
  return true;
}

}  // namespace

SharedWeights shared_weights(const ReferenceSubregion& reference, const std::vector<Derivatives>& derivatives,
                             const RoundingErrorSample& errors, double accepted_error) {
  // Small sums are searched in several frames and orders. Large ones (a hundred sites of degree 9, say) in two frames, and not to the
  // end: the largest common parts are found first. Beyond that (a thousand sites) not even all pairs could be compared.
  constexpr std::int64_t tiny_work = 1'000;
  constexpr std::int64_t small_work = 200'000;
  constexpr std::int64_t hopeless_work = 400'000'000;
  constexpr std::int64_t work_limit = 150'000'000;
  std::int64_t work = 0;  // of one comparison in y itself
  for (const Polynomial& weight : reference.weights) work += static_cast<std::int64_t>(weight.term_count());
  const bool tiny = work * static_cast<std::int64_t>(reference.weights.size()) < tiny_work;
  const int variants = tiny ? 12 : 4;
  struct Candidate {
    std::size_t frame;
    SharedSums sums;
    int additions;
  };
  std::vector<FramedWeights> frames;
  std::vector<Frame> axes = sparse_frames(reference, tiny ? 16 : 7);
  for (Frame& frame : axes) {
    frames.push_back(framed(reference, std::move(frame)));
    if (comparison_work(frames.back().sums) <= small_work) continue;
    if (&frame != &axes.back()) frames.push_back(framed(reference, std::move(axes.back())));
    break;
  }
  if (comparison_work(frames.front().sums) > hopeless_work) return {};
  const bool large = comparison_work(frames.front().sums) > small_work;
  std::vector<Candidate> candidates;
  const auto search = [&](std::size_t frame, int variant) {
    SharedSums sums = share_sums(frames[frame].sums, variant, work_limit);
    const int additions = addition_count(sums) + static_cast<int>(frames[frame].terms.size());
    candidates.push_back({frame, std::move(sums), additions});
  };
  for (std::size_t frame = 0; frame < frames.size(); ++frame) search(frame, 0);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.additions < b.additions; });
  if (!large) {
    std::vector<std::size_t> promising;
    for (const Candidate& candidate : candidates)
      if (tiny || promising.size() < 2) promising.push_back(candidate.frame);
    for (const std::size_t frame : promising)
      for (int variant = 1; variant < variants; ++variant) search(frame, variant);
  }

  SharedWeights best;
  const std::size_t orders = large ? 1 : static_cast<std::size_t>(max_dimension);
  for (const Derivatives which : derivatives) {
    double least = count_operations(reference.program(which)).arithmetic();
    for (const Candidate& candidate : candidates) {
      WeightProgram program = shortest_program(frames[candidate.frame], candidate.sums, which, orders);
      if (costs_less(program, errors, accepted_error, least)) best[which] = std::move(program);
    }
  }
  return best;
}

}  // namespace latspline
