#include "latspline/plan/passes/sparse_frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// Terms are counted in a prime field: a number that vanishes there and not in the rationals costs a good frame at worst.
constexpr std::uint64_t prime = 2147483647;

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1, base = base * base % prime)
    if ((exponent & 1) != 0) result = result * base % prime;
  return result;
}

std::uint64_t residue(const Rational& value) {
  const auto of_integer = [](const Rational& integer) {
    const Rational p(static_cast<std::int64_t>(prime));
    return static_cast<std::uint64_t>((integer - (integer / p).floor() * p).to_int64());
  };
  return of_integer(value.numerator()) * power(of_integer(value.denominator()), prime - 2) % prime;
}

/// Counts the terms of the weights in many frames.
class TermCounter {
 public:
  explicit TermCounter(const std::vector<Polynomial>& weights) {
    variables_ = static_cast<std::size_t>(weights.front().variables());
    int degree = 0;
    for (const Polynomial& weight : weights) degree = std::max(degree, weight.degree());
    add_monomials({}, 0, degree);
    std::stable_sort(monomials_.begin(), monomials_.end(),
                     [](const Exponents& a, const Exponents& b) { return total(a) < total(b); });
    std::map<Exponents, std::size_t> index;
    for (const Exponents& monomial : monomials_) index.emplace(monomial, index.size());
    for (const Exponents& monomial : monomials_) {
      auto& products = times_.emplace_back(variables_, monomials_.size());
      for (std::size_t j = 0; j < variables_; ++j) {
        Exponents next = monomial;
        ++next[j];
        if (total(next) <= degree) products[j] = index.at(next);
      }
    }
    for (const Polynomial& weight : weights) {
      auto& terms = weights_.emplace_back();
      for (const Term& term : weight.terms()) terms.emplace_back(index.at(term.exponents), residue(term.coefficient));
    }
  }

  std::size_t monomial_count() const { return monomials_.size(); }

  /// For y = inverse (u - constant).
  std::size_t operator()(const Frame& frame) const {
    const Vector offset = frame.inverse * frame.constant;
    std::vector<std::vector<std::uint64_t>> form(variables_);
    std::vector<std::uint64_t> shift(variables_);
    for (std::size_t j = 0; j < variables_; ++j) {
      for (std::size_t k = 0; k < variables_; ++k)
        form[j].push_back(residue(frame.inverse(static_cast<int>(j), static_cast<int>(k))));
      shift[j] = residue(-offset[j]);
    }
    const std::size_t size = monomials_.size();
    std::vector<std::vector<std::uint64_t>> image(size, std::vector<std::uint64_t>(size, 0));
    image[0][0] = 1;
    for (std::size_t i = 0; i < size; ++i) {
      // The first product that leads to a monomial defines its image.
      for (std::size_t j = 0; j < variables_; ++j) {
        const std::size_t product = times_[i][j];
        bool first = product < size;
        for (std::size_t k = 0; first && k < j; ++k) first = monomials_[product][k] == 0;
        if (!first) continue;
        for (std::size_t t = 0; t < size; ++t) {
          const std::uint64_t value = image[i][t];
          if (value == 0) continue;
          image[product][t] = (image[product][t] + value * shift[j]) % prime;
          for (std::size_t k = 0; k < variables_; ++k)
            if (form[j][k] != 0)
              image[product][times_[t][k]] = (image[product][times_[t][k]] + value * form[j][k]) % prime;
        }
      }
    }
    std::size_t count = 0;
    std::vector<std::uint64_t> sum(size);
    for (const auto& terms : weights_) {
      std::fill(sum.begin(), sum.end(), 0);
      for (const auto& [monomial, coefficient] : terms)
        for (std::size_t t = 0; t < size; ++t)
          if (image[monomial][t] != 0) sum[t] = (sum[t] + coefficient * image[monomial][t]) % prime;
      count += static_cast<std::size_t>(std::count_if(sum.begin(), sum.end(), [](std::uint64_t v) { return v != 0; }));
    }
    return count;
  }

 private:
  static int total(const Exponents& exponents) {
    int sum = 0;
    for (const std::uint16_t e : exponents) sum += e;
    return sum;
  }
  void add_monomials(const Exponents& exponents, std::size_t variable, int left) {
    if (variable >= std::min(variables_, exponents.size())) {
      monomials_.push_back(exponents);
      return;
    }
    for (int e = 0; e <= left; ++e) {
      Exponents next = exponents;
      next[variable] = static_cast<std::uint16_t>(e);
      add_monomials(next, variable + 1, left - e);
    }
  }

  std::size_t variables_ = 0;
  std::vector<Exponents> monomials_;             // by total degree
  std::vector<std::vector<std::size_t>> times_;  // [monomial][variable]: the product, or the number of monomials
  std::vector<std::vector<std::pair<std::size_t, std::uint64_t>>> weights_;
};

/// Calls visit with every increasing choice of `size` numbers below `count`.
template <typename Visit>
void for_each_choice(std::size_t count, std::size_t size, const Visit& visit) {
  if (size > count) return;
  std::vector<std::size_t> choice(size);
  for (std::size_t i = 0; i < size; ++i) choice[i] = i;
  while (true) {
    visit(choice);
    std::size_t i = size;
    while (i > 0 && choice[i - 1] == count - size + i - 1) --i;
    if (i == 0) return;
    ++choice[i - 1];
    for (; i < size; ++i) choice[i] = choice[i - 1] + 1;
  }
}

/// Normals of axes: of the facets of the hull of the vertices, the coordinate axes, and their sums and differences.
std::vector<IntVector> candidate_normals(const std::vector<Vector>& vertices, std::size_t s) {
  std::set<IntVector> normals;
  for (std::size_t i = 0; i < s; ++i) {
    IntVector axis(s, 0);
    axis[i] = 1;
    normals.insert(axis);
    for (std::size_t j = i + 1; j < s && s <= 3; ++j)
      for (const std::int64_t sign : {1, -1}) {
        IntVector sum = axis;
        sum[j] = sign;
        normals.insert(sum);
      }
  }
  if (vertices.size() <= 12) {
    for_each_choice(vertices.size(), s, [&](const std::vector<std::size_t>& choice) {
      std::vector<Vector> edges;
      for (std::size_t i = 1; i < s; ++i) edges.push_back(vertices[choice[i]] - vertices[choice[0]]);
      if (edges.empty()) return;
      const std::vector<Vector> kernel = Matrix::from_rows(edges).kernel();
      if (kernel.size() != 1) return;
      const Rational offset = dot(kernel.front(), vertices[choice[0]]);
      int sides = 0;
      for (const Vector& vertex : vertices) {
        const int sign = (dot(kernel.front(), vertex) - offset).sign();
        sides |= sign > 0 ? 1 : sign < 0 ? 2 : 0;
      }
      if (sides != 3) normals.insert(primitive(kernel.front()));
    });
  }
  return {normals.rbegin(), normals.rend()};  // so that the coordinate axes come in their order
}

std::vector<Vector> candidate_origins(const std::vector<Vector>& vertices, std::size_t s) {
  std::set<Vector> origins{Vector(s)};
  Vector mean(s);
  for (const Vector& vertex : vertices) mean = mean + vertex;
  if (!vertices.empty()) origins.insert(Rational(1, static_cast<std::int64_t>(vertices.size())) * mean);
  if (vertices.size() <= 12)
    for (std::size_t i = 0; i < vertices.size(); ++i)
      for (std::size_t j = i; j < vertices.size(); ++j) origins.insert(Rational(1, 2) * (vertices[i] + vertices[j]));
  return {origins.begin(), origins.end()};
}

std::optional<Frame> frame_of(const std::vector<IntVector>& normals, const Vector& origin) {
  Frame frame;
  frame.linear = Matrix::from_rows(normals);
  std::optional<Matrix> inverse = frame.linear.inverse();
  if (!inverse) return std::nullopt;
  frame.inverse = std::move(*inverse);
  frame.constant = Rational(-1) * (frame.linear * origin);
  return frame;
}

/// How far the vertices are from the origin of the frame, along its axes and relative to their spread: far terms cancel.
double extent(const Frame& frame, const std::vector<Vector>& vertices) {
  double farthest = 0;
  for (int i = 0; i < frame.linear.rows(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const Vector& vertex : vertices) {
      const double u = (dot(frame.linear.row(i), vertex) + frame.constant[static_cast<std::size_t>(i)]).to_double();
      least = std::min(least, u);
      most = std::max(most, u);
    }
    if (most > least) farthest = std::max(farthest, std::max(std::abs(least), std::abs(most)) / (most - least));
  }
  return farthest;
}

}  // namespace

std::vector<Frame> sparse_frames(const ReferenceSubregion& reference, std::size_t count) {
  LATSPLINE_ASSERT(!reference.weights.empty() && count > 0);
  const auto s = static_cast<std::size_t>(reference.weights.front().variables());
  const Frame identity{Matrix::identity(static_cast<int>(s)), Vector(s), Matrix::identity(static_cast<int>(s))};
  const TermCounter terms(reference.weights);
  // A count costs about this many steps; the number of frames tried keeps the whole within a bound.
  const std::size_t cost = (terms.monomial_count() + reference.weights.size()) * terms.monomial_count() * (s + 1);
  const std::size_t most_tried = std::max<std::size_t>(20'000'000 / std::max<std::size_t>(cost, 1), 1);
  if (most_tried < 8) return {identity};

  struct Rated {
    double terms;
    double extent;
    Frame frame;
  };
  std::size_t tried = 0;
  const auto rate = [&](Frame frame) {
    ++tried;
    check_interrupt();
    const auto number = static_cast<double>(terms(frame));
    const double size = extent(frame, reference.vertices);
    return Rated{number, size, std::move(frame)};
  };
  const std::vector<IntVector> normals = candidate_normals(reference.vertices, s);
  const std::vector<Vector> origins = candidate_origins(reference.vertices, s);
  // First the directions of the axes, about 0; then all origins for the best of them.
  std::vector<std::pair<double, std::vector<IntVector>>> directions;
  for_each_choice(normals.size(), s, [&](const std::vector<std::size_t>& choice) {
    if (2 * tried > most_tried) return;
    std::vector<IntVector> axes;
    for (const std::size_t i : choice) axes.push_back(normals[i]);
    if (std::optional<Frame> frame = frame_of(axes, Vector(s)))
      directions.emplace_back(rate(std::move(*frame)).terms, axes);
  });
  std::stable_sort(directions.begin(), directions.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Rated> rated{rate(identity)};
  for (std::size_t i = 0; i < directions.size() && tried < most_tried; ++i)
    for (const Vector& origin : origins)
      if (tried < most_tried) rated.push_back(rate(*frame_of(directions[i].second, origin)));
  std::vector<Frame> result;
  const auto take = [&](std::size_t most, double weight_of_extent) {
    std::stable_sort(rated.begin(), rated.end(), [&](const Rated& a, const Rated& b) {
      return a.terms * (1 + weight_of_extent * a.extent) < b.terms * (1 + weight_of_extent * b.extent);
    });
    for (std::size_t i = 0; i < rated.size() && result.size() < most; ++i) {
      const bool known = std::any_of(result.begin(), result.end(), [&](const Frame& frame) {
        return frame.linear == rated[i].frame.linear && frame.constant == rated[i].frame.constant;
      });
      if (!known) result.push_back(rated[i].frame);
    }
  };
  take((count + 1) / 2, 0.02);
  take(count - 1, 0.5);
  const bool has_identity = std::any_of(result.begin(), result.end(), [&](const Frame& frame) {
    return frame.linear == identity.linear && frame.constant == identity.constant;
  });
  if (!has_identity) result.push_back(identity);
  return result;
}

}  // namespace latspline
