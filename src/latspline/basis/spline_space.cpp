#include "latspline/basis/spline_space.h"

#include <algorithm>

#include "latspline/base/hash.h"

namespace latspline {

std::uint64_t SplineSpace::identity() const {
  std::vector<Vector> directions = basis.directions();
  for (Vector& direction : directions) {
    const auto first = std::find_if(direction.begin(), direction.end(), [](const Rational& x) { return !x.is_zero(); });
    if (first->sign() < 0) direction = Rational(-1) * direction;
  }
  std::sort(directions.begin(), directions.end());
  std::string text = "lattice " + lattice.hermite().to_string() + "\nbox";
  for (const Vector& direction : directions) text += "\n" + to_string(direction);
  return hash64(text);
}

}  // namespace latspline
