#include "latspline/basis/box_spline.h"

#include <algorithm>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

bool is_zero(const Vector& v) {
  return std::all_of(v.begin(), v.end(), [](const Rational& x) { return x.is_zero(); });
}

}  // namespace

BoxSpline::BoxSpline(std::vector<Vector> directions) : directions_(std::move(directions)) {
  if (directions_.empty()) throw InputError("a box spline needs directions; the list is empty");
  dimension_ = static_cast<int>(directions_.front().size());
  if (dimension_ < 1 || dimension_ > max_dimension)
    throw InputError("direction (" + to_string(directions_.front()) + ") has " + std::to_string(dimension_) +
                     " entries; 1 to 6 are accepted");
  for (const Vector& direction : directions_) {
    if (static_cast<int>(direction.size()) != dimension_)
      throw InputError("direction (" + to_string(direction) + ") has " + std::to_string(direction.size()) +
                       " entries, the first direction has " + std::to_string(dimension_));
    if (is_zero(direction)) throw InputError("direction (" + to_string(direction) + ") is zero");
  }
  const int rank = Matrix::from_columns(directions_).rank();
  if (rank < dimension_)
    throw InputError("the " + std::to_string(directions_.size()) +
                     " directions of the box spline span a space of dimension " + std::to_string(rank) +
                     "; they must span all " + std::to_string(dimension_) + " dimensions");
}

BoxSpline BoxSpline::b_spline(int dimension, int degree) {
  if (degree < 0 || degree > 9)
    throw InputError("B-spline degree " + std::to_string(degree) + " is out of range; 0 to 9 are accepted");
  std::vector<Vector> directions;
  for (int repeat = 0; repeat <= degree; ++repeat) {
    for (int j = 0; j < dimension; ++j) {
      Vector e(static_cast<std::size_t>(dimension));
      e[static_cast<std::size_t>(j)] = 1;
      directions.push_back(std::move(e));
    }
  }
  return BoxSpline(std::move(directions));
}

std::vector<IntVector> BoxSpline::hyperplane_normals() const {
  if (dimension_ == 1) return {IntVector{1}};
  std::set<IntVector> lines;
  for (const Vector& direction : directions_) lines.insert(primitive(direction));
  const std::vector<IntVector> distinct(lines.begin(), lines.end());
  std::set<IntVector> normals;
  // Independent subsets of dimension - 1 lines, grown one by one.
  std::vector<Vector> chosen;
  const auto grow = [&](const auto& self, std::size_t next) -> void {
    check_interrupt();
    if (static_cast<int>(chosen.size()) == dimension_ - 1) {
      normals.insert(primitive(Matrix::from_rows(chosen).kernel().front()));
      return;
    }
    for (std::size_t i = next; i < distinct.size(); ++i) {
      chosen.push_back(to_rational(distinct[i]));
      if (Matrix::from_rows(chosen).rank() == static_cast<int>(chosen.size())) self(self, i + 1);
      chosen.pop_back();
    }
  };
  grow(grow, 0);
  return {normals.begin(), normals.end()};
}

int BoxSpline::continuity() const {
  std::size_t least = directions_.size();
  for (const IntVector& normal : hyperplane_normals()) {
    std::size_t outside = 0;
    for (const Vector& direction : directions_) outside += dot(direction, normal).is_zero() ? 0 : 1;
    least = std::min(least, outside);
  }
  return static_cast<int>(least) - 2;
}

Rational BoxSpline::half_width(const Vector& functional) const {
  Rational sum;
  for (const Vector& direction : directions_) sum += dot(functional, direction).abs();
  return sum * Rational(1, 2);
}

}  // namespace latspline
