#include "latspline/analysis/symbol.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// One cosine of each pair of opposite sites, in lattice coordinates.
struct Wave {
  IntVector z;
  Rational exact;
  double amplitude = 0;
};

std::vector<Wave> waves_of(const Lattice& lattice, const std::vector<IntVector>& sites,
                           const std::vector<Rational>& values) {
  std::vector<Wave> waves;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const IntVector z = to_integer(lattice.inverse() * to_rational(sites[i]));
    const auto first = std::find_if(z.begin(), z.end(), [](std::int64_t x) { return x != 0; });
    if (first != z.end() && *first < 0) continue;
    const Rational amplitude = first == z.end() ? values[i] : Rational(2) * values[i];
    waves.push_back({z, amplitude, amplitude.to_double()});
  }
  return waves;
}

/// cos(2 pi r / q) for q in {1, 2, 3, 4, 6}, where it is rational.
Rational cosine(std::int64_t r, std::int64_t q) {
  switch (((12 / q) * (((r % q) + q) % q)) % 12) {
    case 0:
      return 1;
    case 2:
    case 10:
      return Rational(1, 2);
    case 3:
    case 9:
      return 0;
    case 4:
    case 8:
      return Rational(-1, 2);
    case 6:
      return -1;
  }
  return 0;
}

std::optional<Vector> exact_zero(const std::vector<Wave>& waves, std::size_t s) {
  for (const std::int64_t q : {std::int64_t{2}, std::int64_t{3}, std::int64_t{4}, std::int64_t{6}}) {
    if (std::pow(static_cast<double>(q), static_cast<double>(s)) * static_cast<double>(waves.size()) > 2e6) continue;
    IntVector r(s, 0);
    for (bool done = false; !done;) {
      Rational sum;
      for (const Wave& wave : waves) {
        std::int64_t phase = 0;
        for (std::size_t j = 0; j < s; ++j) phase += wave.z[j] * r[j];
        sum += wave.exact * cosine(phase, q);
      }
      if (sum.is_zero()) {
        Vector zero;
        for (const std::int64_t entry : r) zero.emplace_back(entry, q);
        return zero;
      }
      std::size_t i = 0;
      while (i < s && ++r[i] == q) r[i++] = 0;
      done = i == s;
    }
  }
  return std::nullopt;
}

struct Box {
  std::vector<double> center;
  std::vector<double> half;
  double lower = 0;                                                       ///< of p on the box
  bool operator<(const Box& other) const { return lower > other.lower; }  // the worst first
};

}  // namespace

SymbolBounds bound_symbol(const Lattice& lattice, const std::vector<IntVector>& sites,
                          const std::vector<Rational>& values, std::size_t most_boxes) {
  const auto s = static_cast<std::size_t>(lattice.dimension());
  const std::vector<Wave> waves = waves_of(lattice, sites, values);
  SymbolBounds result;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    IntVector opposite = sites[i];
    for (std::int64_t& entry : opposite) entry = -entry;
    const auto found = std::find(sites.begin(), sites.end(), opposite);
    if (found == sites.end() || values[static_cast<std::size_t>(found - sites.begin())] != values[i]) return result;
  }
  result.zero = exact_zero(waves, s);
  if (result.zero) {
    result.least_value = 0;
    return result;
  }
  constexpr double two_pi = 2 * std::numbers::pi;
  // Of the sums in doubles: a generous bound, as no sum has more than a thousand terms of total size 3.
  constexpr double rounding = 1e-11;
  const auto bound = [&](Box& box) {
    double value = 0;
    std::vector<double> slope(s, 0);
    double curvature = 0;
    double amplitude = 0;
    for (const Wave& wave : waves) {
      double phase = 0;
      double reach = 0;  // of the phase over the box
      for (std::size_t j = 0; j < s; ++j) {
        phase += static_cast<double>(wave.z[j]) * box.center[j];
        reach += std::fabs(static_cast<double>(wave.z[j])) * box.half[j];
      }
      const double size = std::fabs(wave.amplitude);
      value += wave.amplitude * std::cos(two_pi * phase);
      const double sine = -wave.amplitude * std::sin(two_pi * phase) * two_pi;
      for (std::size_t j = 0; j < s; ++j) slope[j] += sine * static_cast<double>(wave.z[j]);
      curvature += size * two_pi * two_pi * reach * reach / 2;
      amplitude += size;
    }
    double lower = value - curvature - rounding;
    for (std::size_t j = 0; j < s; ++j) lower -= std::fabs(slope[j]) * box.half[j];
    box.lower = std::max(lower, -amplitude);
    result.least_value = std::min(result.least_value, value);
  };
  std::priority_queue<Box> open;
  Box all{std::vector<double>(s, 0.5), std::vector<double>(s, 0.5), 0};
  all.center[0] = all.half[0] = 0.25;  // p(-t) = p(t)
  bound(all);
  open.push(all);
  for (std::size_t count = 0; count < most_boxes; ++count) {
    if (count % 1024 == 0) check_interrupt();
    Box box = open.top();
    // Good to a tenth.
    if (box.lower > 0 && box.lower >= 0.9 * result.least_value) {
      result.minimum = box.lower;
      return result;
    }
    open.pop();
    const auto longest =
        static_cast<std::size_t>(std::max_element(box.half.begin(), box.half.end()) - box.half.begin());
    box.half[longest] /= 2;
    for (const double side : {-1.0, 1.0}) {
      Box part = box;
      part.center[longest] += side * box.half[longest];
      bound(part);
      open.push(std::move(part));
    }
  }
  result.minimum = std::max(0.0, open.top().lower);
  return result;
}

}  // namespace latspline
