#include "latspline/plan/passes/shared_sums.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// The distinct rationals that occur, by number, with a table of their ratios: the search compares numbers only.
class Values {
 public:
  std::int32_t number(const Rational& value) {
    const auto [entry, added] = numbers_.try_emplace(value, static_cast<std::int32_t>(values_.size()));
    if (added) values_.push_back(value);
    return entry->second;
  }
  const Rational& operator[](std::int32_t number) const { return values_[static_cast<std::size_t>(number)]; }
  /// The number of b / a.
  std::int32_t ratio(std::int32_t a, std::int32_t b) {
    if (a >= table_size || b >= table_size) return number((*this)[b] / (*this)[a]);
    if (ratios_.empty()) ratios_.assign(static_cast<std::size_t>(table_size) * table_size, -1);
    std::int32_t& known = ratios_[static_cast<std::size_t>(a) * table_size + static_cast<std::size_t>(b)];
    if (known < 0) known = number((*this)[b] / (*this)[a]);
    return known;
  }
  std::size_t size() const { return values_.size(); }

 private:
  static constexpr std::int32_t table_size = 512;
  std::vector<Rational> values_;
  std::map<Rational, std::int32_t> numbers_;
  std::vector<std::int32_t> ratios_;
};

struct Entry {
  std::int32_t line;  // of the other side
  std::int32_t value;
};
using Line = std::vector<Entry>;  // increasing in `line`

/// The best partner of a line: they agree up to a factor in `matches` entries.
struct Match {
  int matches = 0;
  std::int32_t partner = -1;
};

enum Side : std::size_t { rows = 0, columns = 1 };

class Sharing {
 public:
  Sharing(const SharedSums& sums, int variant, std::int64_t work_limit)
      : inputs_(sums.inputs), variant_(variant), work_left_(work_limit) {
    const auto count = sums.rows.size();
    lines_[rows].resize(count);
    lines_[columns].resize(static_cast<std::size_t>(inputs_) + count);
    for (std::size_t r = 0; r < count; ++r)
      for (const auto& [node, factor] : sums.rows[r]) set(static_cast<std::int32_t>(r), node, values_.number(factor));
  }

  SharedSums run() {
    for (const Side side : {rows, columns}) {
      best_[side].resize(lines_[side].size());
      for (std::size_t i = 0; i < lines_[side].size(); ++i) changed_[side].push_back(static_cast<std::int32_t>(i));
    }
    while (refresh()) {
      check_interrupt();
      const std::optional<std::pair<Side, std::int32_t>> choice = choose();
      if (!choice) break;
      if (choice->first == rows)
        share_rows(choice->second, best_[rows][static_cast<std::size_t>(choice->second)].partner);
      else
        share_columns(choice->second, best_[columns][static_cast<std::size_t>(choice->second)].partner);
    }
    SharedSums result;
    result.inputs = inputs_;
    for (const Line& line : lines_[rows]) {
      auto& row = result.rows.emplace_back();
      for (const Entry& entry : line) row.emplace_back(entry.line, values_[entry.value]);
    }
    return result;
  }

 private:
  static auto find(Line& line, std::int32_t other) {
    return std::lower_bound(line.begin(), line.end(), other, [](const Entry& e, std::int32_t l) { return e.line < l; });
  }
  static void put(Line& line, Entry entry) {
    const auto place = find(line, entry.line);
    if (place != line.end() && place->line == entry.line)
      place->value = entry.value;
    else
      line.insert(place, entry);
  }
  static void drop(Line& line, std::int32_t other) {
    const auto place = find(line, other);
    if (place != line.end() && place->line == other) line.erase(place);
  }
  void mark(std::int32_t row, std::int32_t column) {
    changed_[rows].push_back(row);
    changed_[columns].push_back(column);
  }
  void set(std::int32_t row, std::int32_t column, std::int32_t value) {
    put(lines_[rows][static_cast<std::size_t>(row)], {column, value});
    put(lines_[columns][static_cast<std::size_t>(column)], {row, value});
    mark(row, column);
  }
  void erase(std::int32_t row, std::int32_t column) {
    drop(lines_[rows][static_cast<std::size_t>(row)], column);
    drop(lines_[columns][static_cast<std::size_t>(column)], row);
    mark(row, column);
  }
  /// row += factor * column; the entry may exist.
  void accumulate(std::int32_t row, std::int32_t column, const Rational& factor) {
    Line& line = lines_[rows][static_cast<std::size_t>(row)];
    const auto place = find(line, column);
    if (place == line.end() || place->line != column) return set(row, column, values_.number(factor));
    const Rational total = values_[place->value] + factor;
    if (total.is_zero())
      erase(row, column);
    else
      set(row, column, values_.number(total));
  }
  std::int32_t new_row() {
    const auto row = static_cast<std::int32_t>(lines_[rows].size());
    for (const Side side : {rows, columns}) {
      lines_[side].emplace_back();
      best_[side].emplace_back();
    }
    return row;
  }

  /// The factor b / a in which the lines agree most often, and how often.
  std::pair<int, std::int32_t> agreement(const Line& a, const Line& b) {
    work_left_ -= static_cast<std::int64_t>(a.size() + b.size());
    std::pair<int, std::int32_t> most{0, -1};
    touched_.clear();
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
      if (i->line < j->line) {
        ++i;
      } else if (j->line < i->line) {
        ++j;
      } else {
        const std::int32_t ratio = values_.ratio(i->value, j->value);
        if (static_cast<std::size_t>(ratio) >= counts_.size()) counts_.resize(2 * static_cast<std::size_t>(ratio) + 16, 0);
        int& count = counts_[static_cast<std::size_t>(ratio)];
        if (count++ == 0) touched_.push_back(ratio);
        if (count > most.first) most = {count, ratio};
        ++i;
        ++j;
      }
    }
    for (const std::int32_t ratio : touched_) counts_[static_cast<std::size_t>(ratio)] = 0;
    return most;
  }

  /// Brings best_ up to date with the changed lines; false if the work limit is reached.
  bool refresh() {
    for (const Side side : {rows, columns}) {
      std::vector<std::int32_t>& changed = changed_[side];
      std::vector<Line>& lines = lines_[side];
      std::vector<Match>& best = best_[side];
      std::vector<bool> is_changed(lines.size(), false);
      for (const std::int32_t line : changed) is_changed[static_cast<std::size_t>(line)] = true;
      for (std::size_t i = 0; i < lines.size(); ++i)
        if (best[i].partner >= 0 && is_changed[static_cast<std::size_t>(best[i].partner)]) is_changed[i] = true;
      changed.clear();
      for (std::size_t i = 0; i < lines.size(); ++i)
        if (is_changed[i]) best[i] = {};
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!is_changed[i] || lines[i].size() < 2) continue;
        for (std::size_t j = 0; j < lines.size(); ++j) {
          if (j == i || lines[j].size() < 2 || (is_changed[j] && j < i)) continue;
          const int matches = agreement(lines[i], lines[j]).first;
          if (matches > best[i].matches) best[i] = {matches, static_cast<std::int32_t>(j)};
          if (matches > best[j].matches) best[j] = {matches, static_cast<std::int32_t>(i)};
        }
        if (work_left_ < 0) return false;
      }
    }
    return true;
  }

  /// The line whose best match saves most. Variants: bit 0: columns before rows; bit 1: the last line before the first.
  std::optional<std::pair<Side, std::int32_t>> choose() const {
    int most = 1;
    std::optional<std::pair<Side, std::int32_t>> result;
    for (const Side side : {(variant_ & 1) != 0 ? columns : rows, (variant_ & 1) != 0 ? rows : columns}) {
      for (std::size_t k = 0; k < best_[side].size(); ++k) {
        const std::size_t i = (variant_ & 2) != 0 ? best_[side].size() - 1 - k : k;
        if (best_[side][i].matches <= most) continue;
        most = best_[side][i].matches;
        result = {side, static_cast<std::int32_t>(i)};
      }
    }
    return result;
  }

  /// The entries of line i in which line j has `ratio` times the value.
  std::vector<Entry> matching(const Line& a, const Line& b, std::int32_t ratio) {
    std::vector<Entry> result;
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
      if (i->line < j->line) {
        ++i;
      } else if (j->line < i->line) {
        ++j;
      } else {
        if (values_.ratio(i->value, j->value) == ratio) result.push_back(*i);
        ++i;
        ++j;
      }
    }
    return result;
  }

  void share_rows(std::int32_t i, std::int32_t j) {
    const std::int32_t ratio =
        agreement(lines_[rows][static_cast<std::size_t>(i)], lines_[rows][static_cast<std::size_t>(j)]).second;
    const std::vector<Entry> common =
        matching(lines_[rows][static_cast<std::size_t>(i)], lines_[rows][static_cast<std::size_t>(j)], ratio);
    const Rational factor = values_[ratio];
    if (common.size() == lines_[rows][static_cast<std::size_t>(i)].size()) {
      for (const Entry& entry : common) erase(j, entry.line);
      accumulate(j, inputs_ + i, factor);
      return;
    }
    if (common.size() == lines_[rows][static_cast<std::size_t>(j)].size()) {
      for (const Entry& entry : common) erase(i, entry.line);
      accumulate(i, inputs_ + j, factor.inverse());
      return;
    }
    const std::int32_t part = new_row();
    for (const Entry& entry : common) {
      erase(i, entry.line);
      erase(j, entry.line);
      set(part, entry.line, entry.value);
    }
    set(i, inputs_ + part, values_.number(Rational(1)));
    set(j, inputs_ + part, values_.number(factor));
  }

  void share_columns(std::int32_t i, std::int32_t j) {
    const std::int32_t ratio =
        agreement(lines_[columns][static_cast<std::size_t>(i)], lines_[columns][static_cast<std::size_t>(j)]).second;
    const std::vector<Entry> common =
        matching(lines_[columns][static_cast<std::size_t>(i)], lines_[columns][static_cast<std::size_t>(j)], ratio);
    const std::int32_t part = new_row();
    for (const Entry& entry : common) {
      erase(entry.line, i);
      erase(entry.line, j);
      set(entry.line, inputs_ + part, entry.value);
    }
    set(part, i, values_.number(Rational(1)));
    set(part, j, ratio);
  }

  std::int32_t inputs_;
  int variant_;
  std::int64_t work_left_;
  Values values_;
  std::array<std::vector<Line>, 2> lines_;
  std::array<std::vector<Match>, 2> best_;
  std::array<std::vector<std::int32_t>, 2> changed_;
  std::vector<int> counts_;  // per number of a ratio; all 0 between calls
  std::vector<std::int32_t> touched_;
};

}  // namespace

int addition_count(const SharedSums& sums) {
  std::size_t count = 0;
  for (const auto& row : sums.rows) count += row.empty() ? 0 : row.size() - 1;
  return static_cast<int>(count);
}

SharedSums share_sums(SharedSums sums, int variant, std::int64_t work_limit) {
  for (const auto& row : sums.rows)
    for (const auto& [node, factor] : row) LATSPLINE_ASSERT(node >= 0 && node < sums.inputs && !factor.is_zero());
  return Sharing(sums, variant, work_limit).run();
}

}  // namespace latspline
