#include "latspline/runtime/parallel.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

std::vector<double> block_results(std::size_t count, std::size_t block,
                                  const std::function<double(std::size_t, std::size_t)>& body) {
  LATSPLINE_ASSERT(block > 0);
  std::vector<double> results(count / block + (count % block != 0));
  parallel_blocks(count, block, [&](std::size_t begin, std::size_t end) { results[begin / block] = body(begin, end); });
  return results;
}

}  // namespace

void parallel_blocks(std::size_t count, std::size_t block, const std::function<void(std::size_t, std::size_t)>& body,
                     const std::function<void(double)>& progress) {
  LATSPLINE_ASSERT(block > 0);
  using Clock = std::chrono::steady_clock;
  const std::size_t blocks = count / block + (count % block != 0);
  const auto caller = std::this_thread::get_id();
  std::atomic<std::size_t> done{0};
  auto reported = Clock::now();  // touched by the calling thread only
  const auto run = [&](std::size_t b) {
    check_interrupt();
    body(b * block, std::min(count, (b + 1) * block));
    if (!progress) return;
    const std::size_t finished = done.fetch_add(1, std::memory_order_relaxed) + 1;
    if (std::this_thread::get_id() != caller) return;
    const auto now = Clock::now();
    if (now - reported < std::chrono::milliseconds(50)) return;
    reported = now;
    progress(static_cast<double>(finished) / static_cast<double>(blocks));
  };
  if (blocks == 1) {
    run(0);
  } else {
    tbb::parallel_for(std::size_t{0}, blocks, run);
  }
  if (progress) progress(1);
}

double parallel_sum(std::size_t count, std::size_t block, const std::function<double(std::size_t, std::size_t)>& body) {
  double sum = 0;
  for (double part : block_results(count, block, body)) sum += part;
  return sum;
}

double parallel_max(std::size_t count, std::size_t block, const std::function<double(std::size_t, std::size_t)>& body) {
  double largest = 0;
  for (double part : block_results(count, block, body)) largest = std::max(largest, part);
  return largest;
}

}  // namespace latspline
