#include "latspline/base/interrupt.h"

#include <atomic>

#include "latspline/base/error.h"

namespace latspline {
namespace {
// A signal belongs to the process, so its flag does too.
std::atomic<bool> interrupt_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);
}  // namespace

void request_interrupt() noexcept { interrupt_flag.store(true, std::memory_order_relaxed); }
void clear_interrupt() noexcept { interrupt_flag.store(false, std::memory_order_relaxed); }
bool interrupt_requested() noexcept { return interrupt_flag.load(std::memory_order_relaxed); }

void check_interrupt() {
  if (interrupt_requested()) throw Interrupted();
}

}  // namespace latspline
