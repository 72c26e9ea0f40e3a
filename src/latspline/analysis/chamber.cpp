#include "latspline/analysis/chamber.h"

#include <algorithm>
#include <optional>
#include <set>

#include "latspline/base/error.h"

namespace latspline {
namespace {

/// A generic direction, decreasing, so that the chamber of the signed permutations is y_1 >= .. >= y_s >= 0.
Vector generic_direction(int dimension) {
  const std::vector<std::int64_t> entries = {100003, 65537, 40009, 20011, 9001, 3001};
  return to_rational(IntVector(entries.begin(), entries.begin() + dimension));
}

/// The reflection that A is, its functional oriented to be positive at `positive`; nullopt if A is none.
std::optional<Reflection> as_reflection(const Matrix& a, const Vector& positive) {
  // The trace tells most other maps apart at once: a reflection has s - 1 eigenvalues 1 and one -1.
  Rational trace;
  for (int i = 0; i < a.rows(); ++i) trace += a(i, i);
  if (trace != Rational(a.rows() - 2)) return std::nullopt;
  const Matrix difference = Matrix::identity(a.rows()) - a;
  if (difference.rank() != 1 || !(a * a == Matrix::identity(a.rows()))) return std::nullopt;
  for (int i = 0; i < a.rows(); ++i) {
    const Vector row = difference.row(i);
    if (content(row).is_zero()) continue;
    Vector functional = to_rational(primitive(row));
    const Rational sign = dot(functional, positive).sign();
    LATSPLINE_ASSERT(!sign.is_zero());
    functional = sign * functional;
    // difference = direction functional^T.
    Vector direction(static_cast<std::size_t>(a.rows()));
    for (int j = 0; j < a.columns(); ++j) {
      const Rational& entry = functional[static_cast<std::size_t>(j)];
      if (entry.is_zero()) continue;
      for (int k = 0; k < a.rows(); ++k) direction[static_cast<std::size_t>(k)] = difference(k, j) / entry;
      break;
    }
    return Reflection{std::move(functional), std::move(direction)};
  }
  return std::nullopt;
}

Vector reflected(const Reflection& reflection, const Vector& y) {
  return y - dot(reflection.functional, y) * reflection.direction;
}

/// Comparators (i, j), i < j, that sort n values downwards: the optimal networks for up to 6.
/// Source: Knuth, "The Art of Computer Programming", volume 3, 5.3.4.
std::vector<std::pair<int, int>> sorting_network(int n) {
  switch (n) {
    case 2:
      return {{0, 1}};
    case 3:
      return {{0, 2}, {0, 1}, {1, 2}};
    case 4:
      return {{0, 2}, {1, 3}, {0, 1}, {2, 3}, {1, 2}};
    case 5:
      return {{0, 3}, {1, 4}, {0, 2}, {1, 3}, {0, 1}, {2, 4}, {1, 2}, {3, 4}, {2, 3}};
    case 6:
      return {{0, 5}, {1, 3}, {2, 4}, {1, 2}, {3, 4}, {0, 3}, {2, 5}, {0, 1}, {2, 3}, {4, 5}, {1, 2}, {3, 4}};
    default:
      return {};
  }
}

const Reflection* find(const std::vector<Reflection>& reflections, const Vector& functional) {
  for (const Reflection& reflection : reflections)
    if (reflection.functional == functional) return &reflection;
  return nullptr;
}

/// Absolute values where e_j is a root, then a sorting network on each set of coordinates that swaps connect.
std::vector<Reflection> absolute_values_and_sorts(const std::vector<Reflection>& reflections, int dimension) {
  const auto s = static_cast<std::size_t>(dimension);
  std::vector<Reflection> fold;
  for (std::size_t j = 0; j < s; ++j) {
    Vector e(s);
    e[j] = 1;
    if (const Reflection* reflection = find(reflections, e)) fold.push_back(*reflection);
  }
  const auto swap = [&](std::size_t i, std::size_t j) {
    Vector difference(s);
    difference[i] = 1;
    difference[j] = -1;
    return find(reflections, difference);
  };
  std::vector<bool> taken(s, false);
  for (std::size_t i = 0; i < s; ++i) {
    if (taken[i]) continue;
    std::vector<std::size_t> members{i};
    for (std::size_t j = i + 1; j < s; ++j)
      if (!taken[j] && swap(i, j) != nullptr) members.push_back(j);
    for (std::size_t j : members) taken[j] = true;
    for (const auto& [a, b] : sorting_network(static_cast<int>(members.size())))
      if (const Reflection* reflection =
              swap(members[static_cast<std::size_t>(a)], members[static_cast<std::size_t>(b)]))
        fold.push_back(*reflection);
  }
  return fold;
}

/// A reduced word of the longest element in the simple reflections.
std::vector<Reflection> longest_word(const std::vector<Reflection>& reflections, const Vector& inside) {
  std::vector<Reflection> simple;
  for (const Reflection& candidate : reflections) {
    // A root is simple if its reflection makes one positive root negative only (itself).
    int negative = 0;
    for (const Reflection& other : reflections)
      negative += dot(other.functional, reflected(candidate, inside)).sign() < 0;
    if (negative == 1) simple.push_back(candidate);
  }
  std::vector<Reflection> word;
  Vector y = Rational(-1) * inside;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Reflection& reflection : simple) {
      if (dot(reflection.functional, y).sign() >= 0) continue;
      y = reflected(reflection, y);
      word.push_back(reflection);
      moved = true;
      break;
    }
    LATSPLINE_ASSERT(word.size() <= reflections.size());
  }
  return word;
}

/// The fold, and after it reflections that take the points (each an image of a point of the chamber's interior) into the chamber, the one at a time that leaves
/// the fewest mirrors between them and the chamber. A point that is there stays, so every step gains at least one mirror.
std::vector<Reflection> completed(std::vector<Reflection> fold, std::set<Vector> points,
                                  const std::vector<Reflection>& reflections) {
  const auto mirrors_before = [&](const std::set<Vector>& of) {
    std::ptrdiff_t count = 0;
    for (const Vector& y : of)
      count += std::count_if(reflections.begin(), reflections.end(),
                             [&](const Reflection& r) { return dot(r.functional, y).sign() < 0; });
    return count;
  };
  std::ptrdiff_t left = mirrors_before(points);
  while (left > 0) {
    const Reflection* best = nullptr;
    std::set<Vector> best_points;
    for (const Reflection& reflection : reflections) {
      std::set<Vector> moved;
      for (const Vector& y : points) moved.insert(folded({reflection}, y));
      const std::ptrdiff_t count = mirrors_before(moved);
      if (count >= left) continue;
      left = count;
      best = &reflection;
      best_points = std::move(moved);
    }
    LATSPLINE_ASSERT(best != nullptr);
    fold.push_back(*best);
    points = std::move(best_points);
  }
  return fold;
}

}  // namespace

Chamber chamber_of(const std::vector<Matrix>& maps) {
  Chamber chamber;
  if (maps.empty()) return chamber;
  const int s = maps.front().rows();
  const Vector inside = generic_direction(s);
  for (const Matrix& a : maps)
    if (auto reflection = as_reflection(a, inside)) chamber.reflections.push_back(std::move(*reflection));
  if (chamber.reflections.empty()) return chamber;

  // The functionals are positive at `inside`. A list of reflections folds all of space if it
  // brings the image of `inside` under every element of the reflection group back into the chamber.
  std::set<Vector> seen{inside};
  std::vector<Vector> orbit{inside};
  for (std::size_t next = 0; next < orbit.size(); ++next) {
    for (const Reflection& reflection : chamber.reflections) {
      Vector image = reflected(reflection, orbit[next]);
      if (seen.insert(image).second) orbit.push_back(std::move(image));
    }
  }
  const auto images = [&](const std::vector<Reflection>& fold) {
    std::set<Vector> result;
    for (const Vector& y : orbit) result.insert(folded(fold, y));
    return result;
  };
  chamber.fold = absolute_values_and_sorts(chamber.reflections, s);
  const std::set<Vector> left = images(chamber.fold);
  if (left.size() == 1) return chamber;
  // Trying every reflection on every point is quadratic in their numbers.
  constexpr std::size_t few = 16;
  const bool completes = left.size() <= few;
  if (completes) chamber.fold = completed(std::move(chamber.fold), left, chamber.reflections);
  if (!completes || chamber.fold.size() >= chamber.reflections.size())
    chamber.fold = longest_word(chamber.reflections, inside);
  LATSPLINE_ASSERT(images(chamber.fold).size() == 1);
  return chamber;
}

Matrix to_matrix(const Reflection& reflection) {
  const int s = static_cast<int>(reflection.functional.size());
  Matrix result = Matrix::identity(s);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j)
      result(i, j) -=
          reflection.direction[static_cast<std::size_t>(i)] * reflection.functional[static_cast<std::size_t>(j)];
  return result;
}

Vector folded(const std::vector<Reflection>& fold, Vector y) {
  for (const Reflection& reflection : fold)
    if (dot(reflection.functional, y).sign() < 0) y = reflected(reflection, y);
  return y;
}

}  // namespace latspline
