#pragma once

#include <stdexcept>
#include <string>

namespace latspline {

/// The caller's fault: the message names the item, its value and what would be accepted. Exit code 1.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A right request for something that is not built: the message names feature and target. Exit code 2.
class UnsupportedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A fault of latspline itself. Exit code 3.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// The work was stopped on request (Ctrl-C). Exit code 130.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace latspline

/// Checks an invariant of latspline in every build; throws InternalError.
#define LATSPLINE_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::latspline::assertion_failed(#condition, __FILE__, __LINE__))
