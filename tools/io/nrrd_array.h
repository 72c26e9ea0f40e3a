#pragma once

#include <teem/nrrd.h>

#include <memory>
#include <mutex>
#include <string>

#include "tools/io/lattice_data.h"

namespace latspline::tools {

/// Teem's I/O and its error stack are global: whoever calls it holds this lock.
std::unique_lock<std::mutex> lock_teem();

struct NrrdDelete {
  void operator()(Nrrd* nrrd) const { nrrdNuke(nrrd); }
};
/// Owns the array's memory.
using NrrdPointer = std::unique_ptr<Nrrd, NrrdDelete>;

/// Reads a NRRD file with an attached or one detached data file, encoding raw or gzip, of numbers. Call with the lock
/// held. InputError with Teem's own words for a wrong header or a truncated payload; a payload that cannot be in the
/// file is refused before memory is taken for it. UnsupportedError for other encodings, several data files and blocks.
NrrdPointer load_nrrd(const std::string& path);

/// The numbers of the array in storage order.
Values nrrd_values(const Nrrd& nrrd);

enum class NrrdEncodingChoice { raw, gzip };

/// Writes atomically. Call with the lock held. InputError that names the path if anything fails.
void save_nrrd(const std::string& path, const Nrrd& nrrd, NrrdEncodingChoice encoding);

/// Teem's pending error text, emptied.
std::string take_teem_error();

}  // namespace latspline::tools
