#include "latspline/analysis/order.h"

#include <functional>
#include <optional>

#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// All exponents of total degree `degree` in s variables.
std::vector<Exponents> exponents_of_degree(int s, int degree) {
  std::vector<Exponents> result;
  Exponents alpha{};
  const std::function<void(int, int)> choose = [&](int j, int left) {
    if (j == s - 1) {
      alpha[static_cast<std::size_t>(j)] = static_cast<std::uint16_t>(left);
      result.push_back(alpha);
      return;
    }
    for (int e = 0; e <= left; ++e) {
      alpha[static_cast<std::size_t>(j)] = static_cast<std::uint16_t>(e);
      choose(j + 1, left - e);
    }
  };
  choose(0, degree);
  return result;
}

}  // namespace

int approximation_order(const BoxSpline& box_spline) { return box_spline.continuity() + 2; }

int approximation_order(const RegionOfEvaluation& region, const std::vector<Subregion>& subregions, int degree) {
  const int s = static_cast<int>(region.rounding.center.size());
  for (int k = 1; k <= degree; ++k) {
    for (const Exponents& alpha : exponents_of_degree(s, k)) {
      std::optional<Rational> moment;
      for (const Subregion& subregion : subregions) {
        check_interrupt();
        Polynomial sum(s);
        for (std::size_t m = 0; m < subregion.sites.size(); ++m) {
          // x - m = y + (center - m).
          const Vector offset = region.rounding.center - to_rational(subregion.sites[m]);
          Polynomial term = subregion.weights[m];
          for (int j = 0; j < s; ++j) {
            const auto index = static_cast<std::size_t>(j);
            if (alpha[index] > 0) term *= (Polynomial::variable(s, j) + Polynomial::constant(s, offset[index])).pow(alpha[index]);
          }
          sum += term;
        }
        if (sum.degree() > 0) return k;
        const Rational value = sum.coefficient(Exponents{});
        if (moment && *moment != value) return k;
        moment = value;
      }
    }
  }
  return degree + 1;
}

}  // namespace latspline
