#pragma once

#include <string>

#include "latspline/target/target.h"

namespace latspline::backend {

/// What a driver or an engine loads, from the relocatable object of one kernel: an AMD code object, or a WebAssembly module that exports the kernel, its memory
/// (64 KiB of stack first) and __heap_base, from which on the memory is free. Linked by LLD in this process, one at a time, through files in the system's
/// temporary folder. InputError if that folder cannot be written to.
std::string linked(const std::string& object, Architecture architecture, const std::string& function);

}  // namespace latspline::backend
