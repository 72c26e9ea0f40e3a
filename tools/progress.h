#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

namespace latspline::tools {

/// A line on stderr that says how far long work is. Nothing is shown during the first second, nor if stderr is no
/// terminal, nor if `quiet`. Thread-safe; the line is wiped when the object goes.
class Progress {
 public:
  Progress(std::string label, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `part` of the work is done, in [0, 1]. Throws Interrupted if a stop was requested.
  void operator()(double part);
  /// A function for libraries that report progress; refers to this object.
  std::function<void(double)> callback();

 private:
  std::string label_;
  bool enabled_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
  std::mutex mutex_;
};

/// One line on stderr unless `quiet`.
void say(bool quiet, const std::string& text);

}  // namespace latspline::tools
