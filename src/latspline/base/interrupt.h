#pragma once

namespace latspline {

/// Asks every long computation of this process to stop; safe to call from a signal handler.
void request_interrupt() noexcept;

/// Withdraws the request.
void clear_interrupt() noexcept;

bool interrupt_requested() noexcept;

/// Throws Interrupted if a stop was requested. Long loops call it now and then.
void check_interrupt();

}  // namespace latspline
