#include "tools/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "latspline/base/interrupt.h"

namespace latspline::tools {

using Clock = std::chrono::steady_clock;

Progress::Progress(std::string label, bool quiet)
    : label_(std::move(label)), enabled_(!quiet && isatty(STDERR_FILENO) == 1), start_(Clock::now()), last_(start_) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::operator()(double part) {
  check_interrupt();
  if (!enabled_) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  const auto now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  std::fprintf(stderr, "\r%s: %3.0f %%\x1b[K", label_.c_str(), 100 * std::clamp(part, 0.0, 1.0));
  std::fflush(stderr);
}

std::function<void(double)> Progress::callback() {
  return [this](double part) { (*this)(part); };
}

void say(bool quiet, const std::string& text) {
  if (!quiet) std::fprintf(stderr, "%s\n", text.c_str());
}

}  // namespace latspline::tools
