#include "tools/io/nrrd_array.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "tools/io/atomic_file.h"
#include "tools/io/gz_reader.h"

namespace latspline::tools {
namespace {

struct StateDelete {
  void operator()(NrrdIoState* state) const { nrrdIoStateNix(state); }
};
using StatePointer = std::unique_ptr<NrrdIoState, StateDelete>;

void require_magic(const std::string& path) {
  GzReader reader(path);
  std::array<std::byte, 8> head{};
  const std::size_t got = reader.read(head);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), got);
  if (!text.starts_with("NRRD000"))
    throw InputError("'" + path + "' is no NRRD file: it must begin with NRRD0001 to NRRD0006");
}

/// Teem takes the name "-" for standard input.
std::string teem_name(const std::string& path) { return path == "-" ? "./-" : path; }

void load(Nrrd& nrrd, const std::string& path, NrrdIoState& state) {
  nrrdStateVerboseIO = 0;
  if (nrrdLoad(&nrrd, teem_name(path).c_str(), &state) != 0) {
    throw InputError("cannot read '" + path + "' as NRRD: " + take_teem_error());
  }
}

std::string data_file(const std::string& path, const NrrdIoState& state) {
  if (state.dataFNFormat != nullptr || state.dataFNArr->len > 1) {
    throw UnsupportedError(
        "'" + path +
        "': reading of NRRD data from several files is not built; accepted: one data file, or data in the same file");
  }
  if (state.dataFNArr->len == 0) return path;
  const std::filesystem::path name = state.dataFN[0];
  return name.is_absolute() ? name.string() : (std::filesystem::path(path).parent_path() / name).string();
}

/// Refuses what the header promises and the data file cannot hold.
void check_header(const Nrrd& nrrd, const NrrdIoState& state, const std::string& path) {
  if (nrrd.type == nrrdTypeBlock || nrrd.type == nrrdTypeDefault) {
    throw UnsupportedError(
        "'" + path + "': NRRD field 'type' is block; accepted: the integer types of 8 to 64 bits, float and double");
  }
  const bool gzip = state.encoding == nrrdEncodingGzip;
  if (!gzip && state.encoding != nrrdEncodingRaw) {
    throw UnsupportedError("'" + path + "': NRRD field 'encoding' is " + state.encoding->name +
                           "; accepted: raw, gzip");
  }
  std::vector<std::int64_t> sizes;
  for (unsigned j = 0; j < nrrd.dim; ++j) sizes.push_back(static_cast<std::int64_t>(nrrd.axis[j].size));
  const std::size_t bytes_per_value = nrrdTypeSize[nrrd.type];
  const std::uint64_t bytes = checked_count(path, sizes, bytes_per_value) * bytes_per_value;
  const std::string data = data_file(path, state);
  const std::uint64_t stored = readable_file_size(data);
  constexpr std::uint64_t deflate_ratio = 1040;
  const std::uint64_t most = gzip ? stored * deflate_ratio : stored;
  if (bytes > most) {
    throw InputError("'" + data + "' is truncated: the NRRD header (sizes, type) promises " + std::to_string(bytes) +
                     " bytes of values, the file can hold " + std::to_string(most));
  }
}

template <typename Stored, typename Value>
Values copy_values(const Nrrd& nrrd) {
  const std::span<const Stored> stored(static_cast<const Stored*>(nrrd.data), nrrdElementNumber(&nrrd));
  std::vector<Value> values(stored.size());
  for (std::size_t i = 0; i < stored.size(); ++i) values[i] = static_cast<Value>(stored[i]);
  return values;
}

}  // namespace

std::unique_lock<std::mutex> lock_teem() {
  static std::mutex mutex;
  return std::unique_lock(mutex);
}

std::string take_teem_error() {
  const std::unique_ptr<char, void (*)(void*)> text(biffGetDone(NRRD), std::free);
  std::string error = text ? text.get() : "unknown error";
  while (!error.empty() && error.back() == '\n') error.pop_back();
  return error;
}

NrrdPointer load_nrrd(const std::string& path) {
  require_magic(path);
  {
    const StatePointer state(nrrdIoStateNew());
    const NrrdPointer header(nrrdNew());
    nrrdIoStateSet(state.get(), nrrdIoStateSkipData, 1);
    load(*header, path, *state);
    check_header(*header, *state, path);
  }
  const StatePointer state(nrrdIoStateNew());
  NrrdPointer nrrd(nrrdNew());
  load(*nrrd, path, *state);
  check_interrupt();
  return nrrd;
}

Values nrrd_values(const Nrrd& nrrd) {
  switch (nrrd.type) {
    case nrrdTypeChar:
      return copy_values<signed char, float>(nrrd);
    case nrrdTypeUChar:
      return copy_values<unsigned char, float>(nrrd);
    case nrrdTypeShort:
      return copy_values<short, float>(nrrd);
    case nrrdTypeUShort:
      return copy_values<unsigned short, float>(nrrd);
    case nrrdTypeInt:
      return copy_values<int, double>(nrrd);
    case nrrdTypeUInt:
      return copy_values<unsigned, double>(nrrd);
    case nrrdTypeLLong:
      return copy_values<airLLong, double>(nrrd);
    case nrrdTypeULLong:
      return copy_values<airULLong, double>(nrrd);
    case nrrdTypeFloat:
      return copy_values<float, float>(nrrd);
    case nrrdTypeDouble:
      return copy_values<double, double>(nrrd);
    default:
      throw InternalError("a NRRD type passed the check and has no conversion");
  }
}

void save_nrrd(const std::string& path, const Nrrd& nrrd, NrrdEncodingChoice encoding) {
  AtomicFile file(path);
  const StatePointer state(nrrdIoStateNew());
  nrrdStateVerboseIO = 0;
  nrrdIoStateFormatSet(state.get(), nrrdFormatNRRD);
  nrrdIoStateEncodingSet(state.get(), encoding == NrrdEncodingChoice::gzip ? nrrdEncodingGzip : nrrdEncodingRaw);
  if (encoding == NrrdEncodingChoice::gzip) nrrdIoStateSet(state.get(), nrrdIoStateZlibLevel, 1);
  errno = 0;
  if (nrrdWrite(file.stream(), &nrrd, state.get()) != 0) {
    const int error = errno;
    const std::string text = take_teem_error();
    throw InputError("cannot write '" + path +
                     "': " + (error != 0 ? std::strerror(error) + std::string(" (") + text + ")" : text));
  }
  file.commit();
}

}  // namespace latspline::tools
