#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

struct gzFile_s;

namespace latspline::tools {

/// Reads a file in order, decompressing gzip on the way; a file that is not compressed is read as it is.
class GzReader {
 public:
  /// InputError if the path is no readable regular file.
  explicit GzReader(std::string path);
  ~GzReader();
  GzReader(const GzReader&) = delete;
  GzReader& operator=(const GzReader&) = delete;

  /// Fills as much of `bytes` as the file has; the number filled. InputError for damaged compressed data. Interrupted
  /// on request.
  std::size_t read(std::span<std::byte> bytes);
  /// Moves forwards or backwards to this offset of the decompressed data.
  void seek(std::int64_t offset);
  /// An upper bound of the length of the decompressed data: exact if not compressed, else what the best ratio of
  /// DEFLATE (1032 to 1) allows.
  std::uint64_t largest_length() const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  gzFile_s* file_ = nullptr;
  std::uint64_t stored_ = 0;
};

/// Size of a regular file; InputError naming the path if it is missing, unreadable or no regular file.
std::uint64_t readable_file_size(const std::string& path);

}  // namespace latspline::tools
