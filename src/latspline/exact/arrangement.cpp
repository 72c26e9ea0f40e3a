#include "latspline/exact/arrangement.h"

#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

void slice_from(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes, std::size_t next, std::size_t limit,
                std::vector<Polytope>& pieces) {
  check_interrupt();
  for (; next < hyperplanes.size(); ++next) {
    if (pieces.size() > limit) return;
    const Hyperplane& hyperplane = hyperplanes[next];
    if (polytope.side(hyperplane) != 0) continue;
    slice_from(*polytope.clipped({Rational(-1) * hyperplane.normal, -hyperplane.offset}), hyperplanes, next + 1, limit, pieces);
    slice_from(*polytope.clipped({hyperplane.normal, hyperplane.offset}), hyperplanes, next + 1, limit, pieces);
    return;
  }
  pieces.push_back(polytope);
}

}  // namespace

std::vector<Polytope> slice(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes, std::size_t limit) {
  std::vector<Polytope> pieces;
  slice_from(polytope, hyperplanes, 0, limit, pieces);
  return pieces;
}

}  // namespace latspline
