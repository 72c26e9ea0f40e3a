#pragma once

#include <functional>
#include <vector>

#include "latspline/tune/tuning.h"

namespace latspline {

struct MeasureOptions {
  double seconds = 10;                         ///< for measuring, after what it takes to compile and to fill a volume
  std::size_t samples = std::size_t{1} << 21;  ///< sites of the volume, about
  std::size_t points = 20000;                  ///< of a call
  /// Where it stands, in words; an exception that it throws ends the search.
  std::function<void(const std::string&)> progress = nullptr;
};

/// Of one tuning: times relative to the first one's, measured in the same round, over value and value with gradient, at random points and along rays (geometric mean).
struct TuningTime {
  Tuning tuning;
  double least = 0;  ///< over the rounds
  double median = 0;
  double greatest = 0;
  double nanoseconds[4] = {0, 0, 0, 0};  ///< medians a point: random value, with gradient; rays value, with gradient
  int rounds = 0;                        ///< fewer for those that were given up early
};

/// Measures the search space of a lowered plan on this machine, one thread. All kernels take turns, so that a drift of the machine's speed meets all alike; those half as slow again as the best are given
/// up after three rounds. In the order of the search space.
std::vector<TuningTime> measure_tunings(const Plan& plan, const MeasureOptions& options = {});

/// The fastest of them; the first, where none is faster than it by 2 %.
const TuningTime& best_tuning(const std::vector<TuningTime>& times);

}  // namespace latspline
