#pragma once

#include <cstdio>
#include <string>

namespace latspline::tools {

/// A file that appears whole or not at all: it is written under a temporary name in the folder of `path` and renamed by
/// commit(). Without commit() (an error, an interrupt) the temporary file is removed and whatever stood at `path` is
/// untouched. A device or a pipe is written directly.
class AtomicFile {
 public:
  /// InputError if the temporary file cannot be made.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// For writing. Errors of the stream are found by commit().
  std::FILE* stream() const { return stream_; }
  /// Flushes, syncs to the disk and renames. InputError that names the path if any write failed (a full disk);
  /// Interrupted if a stop was requested.
  void commit();
  /// Throws the InputError for a write that failed just now with `errno`.
  [[noreturn]] void fail() const;

 private:
  std::string path_;
  std::string temporary_;
  std::FILE* stream_ = nullptr;
};

/// Writes the whole text atomically; the path "-" is standard output.
void write_text(const std::string& path, const std::string& text);

}  // namespace latspline::tools
