#pragma once

#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace latspline::test {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Lines of which some part matches the ECMAScript pattern.
inline std::vector<std::string> matching_lines(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> matching;
  for (const std::string& line : lines_of(text)) {
    if (std::regex_search(line, expression)) matching.push_back(line);
  }
  return matching;
}

inline std::size_t count_lines(const std::string& text, const std::string& pattern) {
  return matching_lines(text, pattern).size();
}

}  // namespace latspline::test
