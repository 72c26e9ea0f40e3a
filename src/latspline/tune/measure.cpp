#include "latspline/tune/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <type_traits>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/jit/jit.h"
#include "latspline/tune/workload.h"

namespace latspline {
namespace {

constexpr int least_rounds = 3;
constexpr int most_rounds = 41;
constexpr double hopeless = 1.5;

struct Candidate {
  Tuning tuning;
  Kernel kernel;
  std::vector<double> nanoseconds[4];
  std::vector<double> ratios;  ///< to the first candidate, of the same round
  bool alive = true;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Lanes of the widest vectors that any machine has: more than this machine's own are slow, not wrong.
int most_lanes(const Plan& plan) { return plan.options.scalar == Scalar::f32 ? 16 : 8; }

template <typename T>
std::vector<TuningTime> measured(const Plan& plan, const MeasureOptions& options) {
  std::vector<Candidate> candidates;
  const std::vector<Tuning> space = search_space(plan, most_lanes(plan));
  for (const Tuning& tuning : space) {
    check_interrupt();
    if (options.progress)
      options.progress("compiling " + std::to_string(candidates.size() + 1) + " of " + std::to_string(space.size()));
    Candidate candidate;
    candidate.tuning = tuning;
    candidate.kernel = jit_compile(tuned(plan, tuning));
    candidates.push_back(std::move(candidate));
  }
  double determinant = 1 / static_cast<double>(plan.cosets.offsets.size());
  for (const std::int64_t period : plan.cosets.period) determinant *= static_cast<double>(period);
  const Workload<T> work =
      make_workload<T>(lattice_shape(plan), determinant, static_cast<latspline_boundary>(plan.options.boundary),
                       options.samples, options.points, 0.5);
  std::vector<T> values(options.points);
  std::vector<T> gradients(work.random.size());
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < most_rounds; ++round) {
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (round >= least_rounds && spent > options.seconds) break;
    if (options.progress) options.progress("round " + std::to_string(round + 1));
    double first = 0;
    for (Candidate& candidate : candidates) {
      if (!candidate.alive) continue;
      check_interrupt();
      double product = 1;
      for (int k = 0; k < 4; ++k) {
        const std::vector<T>& points = k < 2 ? work.random : work.rays;
        T* slopes = k % 2 == 0 ? nullptr : gradients.data();
        // Once to bring in what the one before has driven out of the caches.
        time_call<T>(candidate.kernel, work.volume, points, values, slopes);
        const double time = time_call<T>(candidate.kernel, work.volume, points, values, slopes);
        candidate.nanoseconds[k].push_back(time);
        product *= time;
      }
      const double mean = std::pow(product, 0.25);
      if (&candidate == &candidates.front()) first = mean;
      candidate.ratios.push_back(mean / first);
    }
    if (round + 1 < least_rounds) continue;
    double best = 1;
    for (const Candidate& candidate : candidates)
      if (candidate.alive) best = std::min(best, median(candidate.ratios));
    // The first stays, as all are compared with it.
    for (Candidate& candidate : candidates)
      if (&candidate != &candidates.front() && median(candidate.ratios) > hopeless * best) candidate.alive = false;
  }
  std::vector<TuningTime> result;
  for (const Candidate& candidate : candidates) {
    TuningTime time;
    time.tuning = candidate.tuning;
    const auto [least, greatest] = std::minmax_element(candidate.ratios.begin(), candidate.ratios.end());
    time.least = *least;
    time.median = median(candidate.ratios);
    time.greatest = *greatest;
    for (int k = 0; k < 4; ++k) time.nanoseconds[k] = median(candidate.nanoseconds[k]);
    time.rounds = static_cast<int>(candidate.ratios.size());
    result.push_back(time);
  }
  return result;
}

}  // namespace

std::vector<TuningTime> measure_tunings(const Plan& plan, const MeasureOptions& options) {
  if (plan.options.fetch == Fetch::callback)
    throw UnsupportedError("kernels with --fetch callback have nothing to tune: they take one point after the other");
  return plan.options.scalar == Scalar::f32 ? measured<float>(plan, options) : measured<double>(plan, options);
}

const TuningTime& best_tuning(const std::vector<TuningTime>& times) {
  constexpr double noticeable = 0.98;
  const auto best = std::min_element(times.begin(), times.end(),
                                     [](const TuningTime& a, const TuningTime& b) { return a.median < b.median; });
  return best->median < noticeable ? *best : times.front();
}

}  // namespace latspline
