#include "latspline/runtime/parallel.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cmath>
#include <numeric>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

TEST(Parallel, BlocksCoverTheRangeOnce) {
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 1000u}) {
    std::vector<std::atomic<int>> seen(count);
    parallel_blocks(count, 8, [&](std::size_t begin, std::size_t end) {
      EXPECT_EQ(begin % 8, 0u);
      EXPECT_LE(end - begin, 8u);
      for (std::size_t i = begin; i < end; ++i) ++seen[i];
    });
    for (const auto& times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(Parallel, SumsAreTheSameForAnyNumberOfThreads) {
  const auto sum = [](int threads) {
    tbb::task_arena arena(threads);
    return arena.execute([] {
      return parallel_sum(100000, 64, [](std::size_t begin, std::size_t end) {
        double part = 0;
        for (std::size_t i = begin; i < end; ++i) part += std::sin(static_cast<double>(i)) * 1e3;
        return part;
      });
    });
  };
  EXPECT_EQ(sum(1), sum(4));
}

TEST(Parallel, MaxOfBlocks) {
  const auto last = [](std::size_t, std::size_t end) { return static_cast<double>(end); };
  EXPECT_EQ(parallel_max(1001, 10, last), 1001);
  EXPECT_EQ(parallel_max(0, 10, last), 0);
}

TEST(Parallel, AnExceptionEndsTheLoop) {
  const auto body = [](std::size_t begin, std::size_t) {
    if (begin == 320) throw InputError("block 320");
  };
  EXPECT_THROW(parallel_blocks(1000, 10, body), InputError);
}

TEST(Parallel, StopsOnRequest) {
  std::atomic<int> blocks{0};
  const auto body = [&](std::size_t, std::size_t) {
    ++blocks;
    request_interrupt();
  };
  EXPECT_THROW(parallel_blocks(100000, 1, body), Interrupted);
  clear_interrupt();
  EXPECT_LT(blocks, 100000);
}

TEST(Parallel, ProgressEndsAtOne) {
  double last = 0;
  parallel_blocks(
      1000, 10, [](std::size_t, std::size_t) {},
      [&](double part) {
        EXPECT_GE(part, last);
        last = part;
      });
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace latspline
