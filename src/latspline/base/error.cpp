#include "latspline/base/error.h"

namespace latspline {

void assertion_failed(const char* condition, const char* file, int line) {
  throw InternalError(std::string("assertion failed: ") + condition + " (" + file + ":" + std::to_string(line) +
                      "); this is a bug in latspline");
}

}  // namespace latspline
