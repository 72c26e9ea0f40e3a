#include "latspline/basis/cone_pieces.h"

#include <cmath>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/exact/side_test.h"

namespace latspline {

ConePieces::ConePieces(ConeSum cones) : dimension_(cones.dimension) {
  for (Cone& cone : cones.cones) {
    Prepared prepared;
    prepared.inverse = std::move(cone.inverse);
    for (Apex& apex : cone.apexes) {
      prepared.apexes.push_back(prepared.inverse * apex.point);
      for (const Rational& entry : prepared.apexes.back()) prepared.near_apexes.push_back(entry.to_double());
      prepared.powers.push_back(std::move(apex.power));
    }
    cones_.push_back(std::move(prepared));
  }
  const auto is_generic = [&](const Vector& g) {
    for (Prepared& cone : cones_) {
      cone.direction = cone.inverse * g;
      for (const Rational& entry : cone.direction)
        if (entry.is_zero()) return false;
    }
    return true;
  };
  for (int attempt = 0;; ++attempt) {
    LATSPLINE_ASSERT(attempt < 1000);
    Vector g;
    for (int j = 0; j < dimension_; ++j) g.push_back(Rational(1009 + 137 * j * j + attempt * (2 * j + 1)));
    if (is_generic(g)) break;
  }
}

Polynomial ConePieces::piece(const Vector& c) {
  Polynomial sum(dimension_);
  const Vector origin(static_cast<std::size_t>(dimension_));
  for (Prepared& cone : cones_) {
    check_interrupt();
    const Vector at_c = cone.inverse * c;
    const std::vector<double> near_c = nearest_doubles(at_c);
    std::vector<int> active;
    for (std::size_t v = 0; v < cone.apexes.size(); ++v) {
      bool inside = true;
      for (std::size_t i = 0; i < at_c.size() && inside; ++i) {
        // Doubles decide where they differ by more than they may be wrong.
        const double near_apex = cone.near_apexes[v * at_c.size() + i];
        const double difference = near_c[i] - near_apex;
        if (const double bound = 0x1p-50 * (std::fabs(near_c[i]) + std::fabs(near_apex));
            std::fabs(difference) > bound) {
          inside = difference > 0;
          continue;
        }
        const auto order = at_c[i] <=> cone.apexes[v][i];
        inside = order > 0 || (order == 0 && cone.direction[i].sign() > 0);
      }
      if (inside) active.push_back(static_cast<int>(v));
    }
    if (active.empty()) continue;
    if (!cone.expanded) {
      std::vector<Polynomial> expanded;
      for (std::size_t v = 0; v < cone.apexes.size(); ++v)
        expanded.push_back(cone.powers[v].shifted(Rational(-1) * cone.apexes[v]));
      cone.expanded.emplace(expanded);
      cone.powers.clear();
    }
    sum += cone.expanded->sum(active).substitute_affine(cone.inverse, origin);
  }
  return sum;
}

}  // namespace latspline
