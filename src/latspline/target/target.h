#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latspline {

enum class Architecture {
  x86_64,
  aarch64,
  nvptx64,  ///< NVIDIA, as PTX text for the driver
  amdgcn,   ///< AMD, as a code object
  spirv64,  ///< OpenCL devices, as SPIR-V 1.2
  wasm32    ///< WebAssembly
};

/// A machine to generate code for. Text form: "host", or architecture[:cpu[:features]], e.g. "x86_64:haswell:+fast-gather".
struct Target {
  Architecture architecture = Architecture::x86_64;
  std::string triple;    ///< LLVM triple, e.g. "x86_64-unknown-linux-gnu"
  std::string cpu;       ///< LLVM cpu name; "generic", sm_75 or gfx90a if not given; "host" is resolved by the backend
  std::string features;  ///< LLVM feature list, e.g. "+avx2,+fma"; may be empty
  bool operator==(const Target&) const = default;
};

/// The machine this program runs on; cpu is "host".
Target host_target();
/// InputError lists what is accepted; UnsupportedError names a known machine that is not built.
Target parse_target(std::string_view text);
std::string to_string(const Target& target);
/// Every architecture, the host's own first.
std::vector<Architecture> architectures();
std::string_view to_string(Architecture architecture);
/// Whether a kernel is one of a grid of threads that a driver starts, not a function that is called.
bool is_grid(Architecture architecture);

}  // namespace latspline
