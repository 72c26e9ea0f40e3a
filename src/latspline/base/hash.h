#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latspline {

/// 64-bit FNV-1a of the bytes, with a final avalanche. Stable across machines and versions: it names kernels and spaces.
/// Source: Fowler, Noll, Vo; the finaliser is MurmurHash3's fmix64 (Appleby).
std::uint64_t hash64(std::string_view bytes);

/// Sixteen lower-case hexadecimal digits.
std::string hex64(std::uint64_t value);

}  // namespace latspline
