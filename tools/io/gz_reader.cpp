#include "tools/io/gz_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline::tools {
namespace {

/// An open descriptor of a regular file and its size.
std::pair<int, std::uint64_t> open_regular(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw InputError("cannot read '" + path + "': " + std::strerror(errno));
  struct stat status{};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor);
    throw InputError("cannot read '" + path + "': it is no regular file");
  }
  return {descriptor, static_cast<std::uint64_t>(status.st_size)};
}

}  // namespace

std::uint64_t readable_file_size(const std::string& path) {
  const auto [descriptor, size] = open_regular(path);
  close(descriptor);
  return size;
}

GzReader::GzReader(std::string path) : path_(std::move(path)) {
  const auto [descriptor, size] = open_regular(path_);
  stored_ = size;
  file_ = gzdopen(descriptor, "rb");
  if (file_ == nullptr) {
    close(descriptor);
    throw InputError("cannot read '" + path_ + "': no memory for decompression");
  }
  gzbuffer(file_, 1U << 17);
}

GzReader::~GzReader() {
  if (file_ != nullptr) gzclose(file_);
}

std::size_t GzReader::read(std::span<std::byte> bytes) {
  constexpr std::size_t chunk = std::size_t{16} << 20;
  std::size_t done = 0;
  while (done < bytes.size()) {
    check_interrupt();
    const auto wanted = static_cast<unsigned>(std::min(chunk, bytes.size() - done));
    const int got = gzread(file_, bytes.data() + done, wanted);
    if (got < 0) {
      int code = 0;
      const std::string text = gzerror(file_, &code);
      throw InputError("cannot read '" + path_ + "': " + (code == Z_ERRNO ? std::strerror(errno) : text));
    }
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void GzReader::seek(std::int64_t offset) {
  if (gzseek(file_, static_cast<z_off_t>(offset), SEEK_SET) != static_cast<z_off_t>(offset)) {
    throw InputError("cannot read '" + path_ + "': it ends before byte " + std::to_string(offset));
  }
}

std::uint64_t GzReader::largest_length() const {
  constexpr std::uint64_t deflate_ratio = 1040;
  return gzdirect(file_) != 0 ? stored_ : stored_ * deflate_ratio;
}

}  // namespace latspline::tools
