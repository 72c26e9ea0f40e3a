#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace latspline::bench {

/// Seconds that `work` takes.
template <typename Work>
double seconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Least, median and greatest of some measurements.
struct Spread {
  double least = 0;
  double median = 0;
  double greatest = 0;
};

inline Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

}  // namespace latspline::bench
