#pragma once

#include <vector>

#include "latspline/exact/matrix.h"
#include "latspline/exact/polytope.h"

namespace latspline {

/// If <functional, y> < 0 then y becomes y - <functional, y> direction, the reflection with <functional, direction> = 2.
/// Folding into the chamber applies the list in order; y = 0 on the mirror is left alone. |y_j| has functional e_j and
/// direction 2 e_j; sorting y_i >= y_j has functional e_i - e_j and direction e_i - e_j.
struct Reflection {
  Vector functional;
  Vector direction;
  bool operator==(const Reflection&) const = default;
};

/// A fundamental domain of a finite reflection group: {y : <functional, y> >= 0 for all reflections}.
struct Chamber {
  std::vector<Reflection> reflections;  ///< one per positive root
  std::vector<Reflection> fold;         ///< conditional reflections that, applied in order, bring every point into the chamber
};

/// The chamber of the reflections among `maps` (a finite group; other elements are ignored). If every e_j and e_i - e_j is
/// among them it is y_1 >= y_2 >= .. >= y_s >= 0, folded by absolute values and a sorting network; else these are completed by a few more reflections,
/// or the fold is a reduced word of the longest element, whichever is shorter (conditional reflections act as the 0-Hecke monoid, in which that word is absorbing).
/// Source: Humphreys, "Reflection Groups and Coxeter Groups", Cambridge 1990, 1.6-1.8.
Chamber chamber_of(const std::vector<Matrix>& maps);

/// The linear map of a reflection: I - direction functional^T.
Matrix to_matrix(const Reflection& reflection);
/// y after the conditional reflections.
Vector folded(const std::vector<Reflection>& fold, Vector y);

}  // namespace latspline
