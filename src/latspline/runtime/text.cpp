#include "latspline/runtime/text.h"

#include <charconv>

namespace latspline {

std::string number_text(double number) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
  return {buffer, result.ptr};
}

std::string site_text(std::span<const std::int64_t> site) {
  std::string text = "(";
  for (std::size_t j = 0; j < site.size(); ++j) text += (j ? ", " : "") + std::to_string(site[j]);
  return text + ")";
}

}  // namespace latspline
