#pragma once

#include <string>
#include <string_view>

namespace latspline {

enum class Architecture { x86_64, aarch64 };

/// A machine to generate code for. Text form: "host", or architecture[:cpu[:features]], e.g. "x86_64:haswell:+fast-gather".
struct Target {
  Architecture architecture = Architecture::x86_64;
  std::string triple;    ///< LLVM triple, e.g. "x86_64-unknown-linux-gnu"
  std::string cpu;       ///< LLVM cpu name; "generic" if not given; "host" is resolved by the backend
  std::string features;  ///< LLVM feature list, e.g. "+avx2,+fma"; may be empty
  bool operator==(const Target&) const = default;
};

/// The machine this program runs on; cpu is "host".
Target host_target();
/// InputError lists what is accepted; UnsupportedError names a known machine that is not built.
Target parse_target(std::string_view text);
std::string to_string(const Target& target);

}  // namespace latspline
