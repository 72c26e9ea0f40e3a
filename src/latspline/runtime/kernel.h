#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "latspline/abi/kernel_abi.h"

namespace latspline {

/// A callable kernel and what it expects. Immutable; copies share the code; safe to use from any number of threads.
/// Made by jit_compile, or by hand around a kernel that was linked ahead of time.
struct Kernel {
  latspline_kernel_f32 f32 = nullptr;  ///< exactly one of f32 and f64 is set
  latspline_kernel_f64 f64 = nullptr;
  std::uint32_t dimension = 0;
  std::uint64_t space = 0;
  latspline_boundary boundary = LATSPLINE_BOUNDARY_MIRROR;
  std::string name;                  ///< symbol
  std::shared_ptr<const void> code;  ///< keeps JIT-compiled code alive; may be null
};

}  // namespace latspline
