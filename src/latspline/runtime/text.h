#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace latspline {

/// The shortest decimal that reads back as the same double.
std::string number_text(double number);

/// "(1, -2, 0)"
std::string site_text(std::span<const std::int64_t> site);

}  // namespace latspline
