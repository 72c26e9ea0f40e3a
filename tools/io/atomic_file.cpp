#include "tools/io/atomic_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline::tools {
namespace {

[[noreturn]] void fail_writing(const std::string& path, int error) {
  throw InputError("cannot write '" + path +
                   "': " + (error != 0 ? std::strerror(error) : "the stream reports an error"));
}

/// The permissions that a plain open() would give a new file.
mode_t default_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw InputError("the output path is empty; accepted: the name of a file to write");
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    throw InputError("cannot write '" + path_ + "': it is a folder; accepted: the name of a file");
  }
  // A link is written through, so that it keeps pointing at the result.
  const auto target = std::filesystem::is_symlink(path_, ignored) ? std::filesystem::weakly_canonical(path_, ignored)
                                                                  : std::filesystem::path(path_);
  if (!target.empty()) path_ = target.string();
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored)) {
    // A device or a pipe has no old content to keep; to rename a file over it would destroy it.
    stream_ = std::fopen(path_.c_str(), "wb");
    if (stream_ == nullptr) fail_writing(path_, errno);
    return;
  }
  temporary_ = path_ + ".XXXXXX";
  const int descriptor = mkstemp(temporary_.data());
  if (descriptor < 0) fail_writing(path_, errno);
  struct stat old{};
  const mode_t mode = stat(path_.c_str(), &old) == 0 ? (old.st_mode & 0777) : default_mode();
  if (fchmod(descriptor, mode) != 0 || (stream_ = fdopen(descriptor, "wb")) == nullptr) {
    const int error = errno;
    close(descriptor);
    unlink(temporary_.c_str());
    fail_writing(path_, error);
  }
}

AtomicFile::~AtomicFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::fail() const { fail_writing(path_, errno); }

void AtomicFile::commit() {
  check_interrupt();
  errno = 0;
  if (std::ferror(stream_) != 0 || std::fflush(stream_) != 0) fail();
  if (!temporary_.empty() && fsync(fileno(stream_)) != 0) fail();
  std::FILE* stream = std::exchange(stream_, nullptr);
  if (std::fclose(stream) != 0) fail();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  temporary_.clear();
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
      fail_writing("standard output", errno);
    }
    return;
  }
  AtomicFile file(path);
  std::fwrite(text.data(), 1, text.size(), file.stream());
  file.commit();
}

}  // namespace latspline::tools
