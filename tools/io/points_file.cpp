#include "tools/io/points_file.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <span>
#include <string_view>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "tools/io/gz_reader.h"
#include "tools/io/nrrd_array.h"

namespace latspline::tools {
namespace {

std::string read_standard_input() {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    text.append(buffer.data(), got);
    check_interrupt();
  }
  if (std::ferror(stdin) != 0) throw InputError("cannot read the points from standard input");
  return text;
}

std::vector<double> read_nrrd_points(const std::string& path, std::uint32_t dimension) {
  const auto lock = lock_teem();
  const NrrdPointer nrrd = load_nrrd(path);
  const bool fits = (nrrd->dim == 2 && nrrd->axis[0].size == dimension) || (nrrd->dim == 1 && dimension == 1);
  if (!fits) {
    std::string sizes;
    for (unsigned j = 0; j < nrrd->dim; ++j) sizes += (j > 0 ? " " : "") + std::to_string(nrrd->axis[j].size);
    throw InputError("'" + path + "': a NRRD array of the sizes " + sizes + " holds no points; accepted: the sizes " +
                     std::to_string(dimension) + " (the coordinates) and N (the points)");
  }
  const Values values = nrrd_values(*nrrd);
  std::vector<double> points(value_count(values));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = value_at(values, i);
  return points;
}

}  // namespace

std::vector<double> parse_points(const std::string& text, std::uint32_t dimension, const std::string& source) {
  std::vector<double> points;
  std::string_view rest = text;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = rest.find('\n');
    std::string_view words = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    words = words.substr(0, words.find('#'));
    std::uint32_t count = 0;
    const auto wrong = [&](const std::string& what) {
      return InputError("'" + source + "', line " + std::to_string(line) + ": " + what +
                        "; accepted: " + std::to_string(dimension) + " numbers separated by blanks");
    };
    constexpr std::string_view blanks = " \t\r\f\v";
    for (std::size_t start = words.find_first_not_of(blanks); start != std::string_view::npos;
         start = words.find_first_not_of(blanks)) {
      const std::size_t stop = std::min(words.find_first_of(blanks, start), words.size());
      std::string_view word = words.substr(start, stop - start);
      words = words.substr(stop);
      const std::string shown(word);
      if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
      double number = 0;
      const auto [last, error] = std::from_chars(word.data(), word.data() + word.size(), number);
      if (error != std::errc() || last != word.data() + word.size()) throw wrong("'" + shown + "' is no number");
      points.push_back(number);
      ++count;
    }
    if (count != 0 && count != dimension) throw wrong("a point of " + std::to_string(count) + " coordinates");
  }
  return points;
}

std::vector<double> read_points(const std::string& path, std::uint32_t dimension) {
  if (path == "-") return parse_points(read_standard_input(), dimension, "standard input");
  GzReader reader(path);
  std::string text(8, '\0');
  text.resize(reader.read(std::as_writable_bytes(std::span(text))));
  if (text.starts_with("NRRD000")) return read_nrrd_points(path, dimension);
  constexpr std::size_t chunk = 1 << 20;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + chunk);
    const std::size_t got = reader.read(std::as_writable_bytes(std::span(text).subspan(before)));
    text.resize(before + got);
    if (got < chunk) break;
  }
  return parse_points(text, dimension, path);
}

}  // namespace latspline::tools
