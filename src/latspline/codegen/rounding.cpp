#include "latspline/codegen/rounding.h"

#include <map>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

/// The best site of one axis among those congruent to `offset` modulo the period.
struct AxisCandidate {
  llvm::Value* floored = nullptr;  ///< k, an integral scalar: the coordinate is offset + period k
  llvm::Value* y = nullptr;        ///< what remains of x - center
};

AxisCandidate round_axis(Emitter& e, llvm::Value* x, std::int64_t period, std::int64_t offset, const Rational& center) {
  // k = floor((x - center - offset) / period + 1/2)
  const Rational origin = center + Rational(offset);
  const Rational shift = Rational(1, 2) - origin / Rational(period);
  llvm::Value* t = x;
  if (period != 1) {
    t = e.fma(x, e.real(Rational(1, period)), e.real(shift));
  } else if (!shift.is_zero()) {
    t = e.ir.CreateFAdd(x, e.real(shift));
  }
  AxisCandidate candidate;
  candidate.floored = e.floor(t);
  candidate.y =
      period == 1 ? e.ir.CreateFSub(x, candidate.floored) : e.fma(e.real(Rational(-period)), candidate.floored, x);
  if (!origin.is_zero()) candidate.y = e.ir.CreateFSub(candidate.y, e.real(origin));
  return candidate;
}

llvm::Value* squared_length(Emitter& e, const Values& y) {
  llvm::Value* sum = nullptr;
  for (llvm::Value* component : y)
    sum = sum == nullptr ? e.ir.CreateFMul(component, component) : e.fma(component, component, sum);
  return sum;
}

RoundedPoint round_to_cosets(Emitter& e, const Values& x, const IntVector& shift) {
  const RoundingStep& cosets = e.plan.rounding;
  const Vector center = e.plan.rounding.center + to_rational(shift);
  // Cosets share offsets along an axis.
  std::map<std::pair<std::size_t, std::int64_t>, AxisCandidate> candidates;
  const auto candidate = [&](std::size_t j, std::int64_t offset) -> const AxisCandidate& {
    const auto [entry, is_new] = candidates.try_emplace({j, offset});
    if (is_new) entry->second = round_axis(e, x[j], cosets.period[j], offset, center[j]);
    return entry->second;
  };

  RoundedPoint best;
  Values floored;
  Values offset;
  llvm::Value* distance = nullptr;
  for (std::size_t k = 0; k < cosets.offsets.size(); ++k) {
    Values y;
    for (std::size_t j = 0; j < x.size(); ++j) y.push_back(candidate(j, cosets.offsets[k][j]).y);
    llvm::Value* closer = nullptr;
    if (cosets.offsets.size() > 1) {
      llvm::Value* length = squared_length(e, y);
      if (k > 0) {
        closer = e.ir.CreateFCmpOLT(length, distance);
        distance = e.ir.CreateSelect(closer, length, distance);
      } else {
        distance = length;
      }
    }
    for (std::size_t j = 0; j < x.size(); ++j) {
      const std::int64_t l = cosets.offsets[k][j];
      if (k == 0) {
        floored.push_back(candidate(j, l).floored);
        offset.push_back(e.integer(l));
      } else {
        floored[j] = e.choose(closer, candidate(j, l).floored, floored[j]);
        offset[j] = e.choose(closer, e.integer(l), offset[j]);
        y[j] = e.choose(closer, y[j], best.y[j]);
      }
    }
    best.y = y;
    llvm::Value* number = e.integer(static_cast<std::int64_t>(k));
    best.coset = k == 0 ? number : e.choose(closer, number, best.coset);
  }
  for (std::size_t j = 0; j < x.size(); ++j) {
    best.step.push_back(e.to_index(floored[j]));
    best.site.push_back(e.ir.CreateAdd(e.times(cosets.period[j], best.step[j]), offset[j]));
    if (shift[j] != 0) best.site[j] = e.ir.CreateAdd(best.site[j], e.integer(shift[j]));
  }
  // Without a coset matrix the cosets of the sites that are rounded to are those of the storage.
  if (e.plan.shifts.size() > 1) {
    best.step.clear();
    best.coset = nullptr;
  }
  return best;
}

RoundedPoint round_to_parallelepiped(Emitter& e, const Values& x, const IntVector& shift) {
  const RoundingStep& rounding = e.plan.rounding;
  const Vector center = rounding.center + to_rational(shift);
  LATSPLINE_ASSERT(rounding.edges.size() == x.size() && rounding.edges_inverse.size() == x.size());
  Values multiple;        // E^-1 (x - center), rounded down
  Values multiple_index;  // the same as integers
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vector& row = rounding.edges_inverse[i];
    multiple.push_back(e.floor(e.affine(row, x, -dot(row, center))));
    multiple_index.push_back(e.to_index(multiple.back()));
  }
  RoundedPoint rounded;
  for (std::size_t i = 0; i < x.size(); ++i) {
    llvm::Value* y = x[i];
    llvm::Value* site = nullptr;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const std::int64_t edge = rounding.edges[i][j];
      if (edge == 0) continue;
      y = edge == 1    ? e.ir.CreateFSub(y, multiple[j])
          : edge == -1 ? e.ir.CreateFAdd(y, multiple[j])
                       : e.fma(e.real(Rational(-edge)), multiple[j], y);
      site = e.plus(site, e.times(edge, multiple_index[j]));
    }
    if (!center[i].is_zero()) y = e.ir.CreateFSub(y, e.real(center[i]));
    if (shift[i] != 0) site = e.plus(site, e.integer(shift[i]));
    rounded.y.push_back(y);
    rounded.site.push_back(site);
  }
  return rounded;
}

}  // namespace

RoundedPoint round_point(Emitter& e, const Values& x, const IntVector& shift) {
  switch (e.plan.rounding.kind) {
    case RoundingKind::voronoi_cosets:
      return round_to_cosets(e, x, shift);
    case RoundingKind::parallelepiped:
      return round_to_parallelepiped(e, x, shift);
  }
  throw InternalError("rounding kind out of range");
}

}  // namespace latspline::codegen
