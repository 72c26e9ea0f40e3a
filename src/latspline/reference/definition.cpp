#include "latspline/reference/definition.h"

#include <functional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {

BoxSplineRecursion::BoxSplineRecursion(const BoxSpline& box_spline, const Rational& scale)
    : dimension_(box_spline.dimension()), scale_(scale), centre_(static_cast<std::size_t>(box_spline.dimension())) {
  std::map<Vector, int> counts;
  for (const Vector& direction : box_spline.directions()) {
    ++counts[direction];
    centre_ = centre_ + Rational(1, 2) * direction;
  }
  for (const auto& [direction, count] : counts) {
    directions_.push_back(direction);
    all_.push_back(count);
  }
  for (int j = 0; j < dimension_; ++j) generic_.push_back(Rational(7919 + 104729 * (j + 1) * (j + 2), 1 + 2 * j));

  // Every sub-multiset that can be reached and spans.
  const std::function<void(const Key&)> prepare = [&](const Key& key) {
    if (levels_.count(key) > 0) return;
    check_interrupt();
    Level level;
    std::vector<Vector> columns;
    for (std::size_t i = 0; i < key.size(); ++i) {
      level.count += key[i];
      if (key[i] > 0) columns.push_back(directions_[i]);
    }
    level.spans = Matrix::from_columns(columns).rank() == dimension_;
    if (level.spans) {
      // t = Xi^T (Xi Xi^T)^-1 x, one row per distinct direction.
      Matrix gram(dimension_, dimension_);
      for (std::size_t i = 0; i < key.size(); ++i)
        for (int r = 0; r < dimension_; ++r)
          for (int c = 0; c < dimension_; ++c)
            gram(r, c) += Rational(key[i]) * directions_[i][static_cast<std::size_t>(r)] *
                          directions_[i][static_cast<std::size_t>(c)];
      level.solve = Matrix::from_rows(directions_) * *gram.inverse();
      if (level.count == dimension_) {
        level.volume = Matrix::from_columns(columns).determinant().abs().inverse();
        level.moved = level.solve * generic_;
        for (std::size_t i = 0; i < key.size(); ++i) LATSPLINE_ASSERT(key[i] == 0 || !level.moved[i].is_zero());
      }
    }
    const bool descend = level.spans && level.count > dimension_;
    levels_.emplace(key, std::move(level));
    if (!descend) return;
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (key[i] == 0) continue;
      Key less = key;
      --less[i];
      prepare(less);
    }
  };
  prepare(all_);
}

const BoxSplineRecursion::Level& BoxSplineRecursion::level(const Key& key) const { return levels_.at(key); }

Rational BoxSplineRecursion::value(const Key& key, const Vector& x,
                                   std::map<std::pair<Key, Vector>, Rational>& known) const {
  const Level& here = level(key);
  if (!here.spans) return 0;
  const Vector t = here.solve * x;
  if (here.count == dimension_) {
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (key[i] == 0) continue;
      const bool up = here.moved[i].sign() > 0;
      const bool inside = (t[i].sign() > 0 || (t[i].is_zero() && up)) && (t[i] < Rational(1) || (t[i].is_one() && !up));
      if (!inside) return 0;
    }
    return here.volume;
  }
  const auto found = known.find({key, x});
  if (found != known.end()) return found->second;
  Rational sum;
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (key[i] == 0) continue;
    Key less = key;
    --less[i];
    if (!level(less).spans) continue;
    sum += Rational(key[i]) *
           (t[i] * value(less, x, known) + (Rational(1) - t[i]) * value(less, x - directions_[i], known));
  }
  sum *= Rational(1, here.count - dimension_);
  known.emplace(std::pair{key, x}, sum);
  return sum;
}

Rational BoxSplineRecursion::operator()(const Vector& x) const {
  check_interrupt();
  std::map<std::pair<Key, Vector>, Rational> known;
  return scale_ * value(all_, x + centre_, known);
}

BoxSplineDefinition::BoxSplineDefinition(const BoxSpline& box_spline, const Rational& scale) {
  const auto s = static_cast<std::size_t>(box_spline.dimension());
  const std::vector<Vector>& directions = box_spline.directions();
  // Axes and directions are visited from one axis after the other.
  std::vector<bool> seen(s, false);
  std::vector<bool> used(directions.size(), false);
  for (std::size_t start = 0; start < s; ++start) {
    if (seen[start]) continue;
    std::vector<std::size_t> axes{start};
    std::vector<std::size_t> members;
    seen[start] = true;
    for (std::size_t next = 0; next < axes.size(); ++next) {
      for (std::size_t i = 0; i < directions.size(); ++i) {
        if (used[i] || directions[i][axes[next]].is_zero()) continue;
        used[i] = true;
        members.push_back(i);
        for (std::size_t j = 0; j < s; ++j) {
          if (seen[j] || directions[i][j].is_zero()) continue;
          seen[j] = true;
          axes.push_back(j);
        }
      }
    }
    std::vector<Vector> parts;
    for (const std::size_t i : members) {
      Vector part;
      for (const std::size_t j : axes) part.push_back(directions[i][j]);
      parts.push_back(std::move(part));
    }
    factors_.emplace_back(BoxSpline(std::move(parts)), factors_.empty() ? scale : Rational(1));
    axes_.push_back(std::move(axes));
  }
}

Rational BoxSplineDefinition::operator()(const Vector& x) const {
  Rational product = 1;
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    Vector part;
    for (const std::size_t j : axes_[f]) part.push_back(x[j]);
    product *= factors_[f](part);
    if (product.is_zero()) break;
  }
  return product;
}

}  // namespace latspline
