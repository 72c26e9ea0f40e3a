#include "latspline/exact/arrangement.h"

#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// Those of the hyperplanes that cut the interior; of equal normals side by side the extent of the polytope is found once.
std::vector<const Hyperplane*> cutting(const Polytope& polytope, const std::vector<const Hyperplane*>& hyperplanes,
                                       std::size_t first) {
  std::vector<const Hyperplane*> result;
  const Vector* normal = nullptr;
  Rational low;
  Rational high;
  for (std::size_t i = first; i < hyperplanes.size(); ++i) {
    const Hyperplane& hyperplane = *hyperplanes[i];
    if (normal == nullptr || *normal != hyperplane.normal) {
      normal = &hyperplane.normal;
      low = polytope.minimum(*normal);
      high = polytope.maximum(*normal);
    }
    if (low < hyperplane.offset && hyperplane.offset < high) result.push_back(&hyperplane);
  }
  return result;
}

/// `hyperplanes`: the others are known to miss the interior.
void slice_from(const Polytope& polytope, const std::vector<const Hyperplane*>& hyperplanes, std::size_t first,
                std::size_t limit, std::vector<Polytope>& pieces) {
  check_interrupt();
  if (pieces.size() > limit) return;
  const std::vector<const Hyperplane*> left = cutting(polytope, hyperplanes, first);
  if (left.empty()) {
    pieces.push_back(polytope);
    return;
  }
  const Hyperplane& hyperplane = *left.front();
  slice_from(*polytope.clipped({Rational(-1) * hyperplane.normal, -hyperplane.offset}), left, 1, limit, pieces);
  slice_from(*polytope.clipped({hyperplane.normal, hyperplane.offset}), left, 1, limit, pieces);
}

}  // namespace

std::vector<Polytope> slice(const Polytope& polytope, const std::vector<Hyperplane>& hyperplanes, std::size_t limit) {
  std::vector<Polytope> pieces;
  std::vector<const Hyperplane*> all;
  for (const Hyperplane& hyperplane : hyperplanes) all.push_back(&hyperplane);
  slice_from(polytope, all, 0, limit, pieces);
  return pieces;
}

}  // namespace latspline
