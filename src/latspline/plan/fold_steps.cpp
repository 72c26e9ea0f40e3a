#include "latspline/plan/fold_steps.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "latspline/base/error.h"

namespace latspline {
namespace {

/// The images of the row vectors under products of the reflections, the rows themselves among them.
std::set<Vector> orbit(const std::vector<Vector>& rows, const std::vector<Reflection>& reflections) {
  // The largest group here, of A6*, has orbits of a few dozen.
  constexpr std::size_t most = 20000;
  std::set<Vector> seen(rows.begin(), rows.end());
  std::vector<Vector> open(seen.begin(), seen.end());
  for (std::size_t next = 0; next < open.size(); ++next) {
    for (const Reflection& reflection : reflections) {
      Vector image = open[next] - dot(open[next], reflection.direction) * reflection.functional;
      if (seen.insert(image).second) open.push_back(std::move(image));
    }
    if (open.size() > most) throw InternalError("plan: the fold generates no finite group, or far too large a one");
  }
  return seen;
}

bool is_integer(const Vector& v) {
  return std::all_of(v.begin(), v.end(), [](const Rational& entry) { return entry.is_integer(); });
}

}  // namespace

FoldSteps::FoldSteps(const Plan& plan) {
  const IntVector& period = plan.cosets.period;
  const bool all_kept = std::all_of(plan.fold.begin(), plan.fold.end(),
                                    [&](const Reflection& r) { return keeps_cosets(to_matrix(r), period); }) &&
                        std::all_of(plan.transforms.begin(), plan.transforms.end(),
                                    [&](const Transform& t) { return keeps_cosets(t.linear, period); });
  if (all_kept) return;
  // Rows of D^-1, of D^-1 F^-1 for the fold's F, then of D^-1 F^-1 T^-1 for the transforms T.
  std::vector<Vector> rows;
  for (std::size_t j = 0; j < period.size(); ++j) {
    Vector row(period.size());
    row[j] = Rational(1, period[j]);
    rows.push_back(std::move(row));
  }
  std::set<Vector> images;
  for (const Vector& row : orbit(rows, plan.fold)) {
    images.insert(row);
    for (const Transform& transform : plan.transforms) images.insert(transform.linear.inverse()->transposed() * row);
  }
  for (Vector row : images) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] *= Rational(period[j]);
    if (is_integer(row)) continue;
    for (const Rational& entry : row) scale_ = std::lcm(scale_, entry.denominator().to_int64());
    rows_.push_back(std::move(row));
  }
}

bool FoldSteps::keeps(const IntVector& k) const {
  const Vector step = to_rational(k);
  return std::all_of(rows_.begin(), rows_.end(), [&](const Vector& row) { return dot(row, step).is_integer(); });
}

const std::vector<IntVector>& step_bases(const Plan& plan) {
  return plan.bases.empty() ? plan.cosets.offsets : plan.bases;
}

}  // namespace latspline
