#pragma once

#include <cstddef>
#include <functional>

namespace latspline {

/// Calls body(begin, end) for the blocks [0, block), [block, 2 block), .. of [0, count) on all cores (oneTBB; the
/// caller's arena is respected). Blocks depend on `block` alone, never on the number of threads. Stops between blocks
/// with Interrupted when a stop was requested. `progress`, unless empty, is called now and then by the calling thread
/// with the part done in [0, 1]. The first exception of body ends the loop and is thrown here.
void parallel_blocks(std::size_t count, std::size_t block, const std::function<void(std::size_t, std::size_t)>& body,
                     const std::function<void(double)>& progress = {});

/// The sum of body(begin, end) over the same blocks, added in their order: it does not depend on the number of threads.
double parallel_sum(std::size_t count, std::size_t block, const std::function<double(std::size_t, std::size_t)>& body);

/// The largest of body(begin, end) over the same blocks, at least 0.
double parallel_max(std::size_t count, std::size_t block, const std::function<double(std::size_t, std::size_t)>& body);

}  // namespace latspline
