#include "latspline/plan/passes/shared_sums.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

/// Ratios are compared in a prime field while searching; the exact values decide when a part is taken out.
constexpr std::uint64_t prime = 2147483647;

std::uint64_t inverse_residue(std::uint64_t value) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1, value = value * value % prime)
    if ((exponent & 1) != 0) result = result * value % prime;
  return result;
}

/// The distinct rationals that occur, by number.
class Values {
 public:
  std::int32_t number(const Rational& value) {
    const auto [entry, added] = numbers_.try_emplace(value, static_cast<std::int32_t>(values_.size()));
    if (added) {
      values_.push_back(value);
      const std::uint64_t residue =
          of_integer(value.numerator()) * inverse_residue(of_integer(value.denominator())) % prime;
      residues_.push_back(residue);
      inverses_.push_back(inverse_residue(residue));
    }
    return entry->second;
  }
  const Rational& operator[](std::int32_t number) const { return values_[static_cast<std::size_t>(number)]; }
  /// b / a in the prime field.
  std::uint64_t ratio(std::int32_t a, std::int32_t b) const {
    return inverses_[static_cast<std::size_t>(a)] * residues_[static_cast<std::size_t>(b)] % prime;
  }

 private:
  static std::uint64_t of_integer(const Rational& integer) {
    const Rational p(static_cast<std::int64_t>(prime));
    return static_cast<std::uint64_t>((integer - (integer / p).floor() * p).to_int64());
  }
  std::vector<Rational> values_;
  std::vector<std::uint64_t> residues_;
  std::vector<std::uint64_t> inverses_;
  std::map<Rational, std::int32_t> numbers_;
};

/// Counts how often each key occurs.
class Counter {
 public:
  void clear(std::size_t most_keys) {
    while (slots_.size() < 2 * most_keys) slots_.resize(2 * slots_.size());
    ++round_;
  }
  int increment(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 40) & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.round != round_) slot = {key, round_, 0};
      if (slot.key == key) return ++slot.count;
    }
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint64_t round = 0;
    int count = 0;
  };
  std::vector<Slot> slots_ = std::vector<Slot>(128);
  std::uint64_t round_ = 0;
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
  bool stale = false;  ///< entries were taken from one of the two since; `matches` is seldom too small then
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
      for (std::size_t i = 0; i < lines_[side].size() && work_left_ > 0; ++i) search(side, i, i + 1);
    }
    while (work_left_ > 0) {
      check_interrupt();
      const std::optional<std::pair<Side, std::int32_t>> choice = choose();
      if (!choice) break;
      const auto [side, i] = *choice;
      const Match match = best_[side][static_cast<std::size_t>(i)];
      if (match.stale)
        search(side, static_cast<std::size_t>(i), 0);
      else
        share(side, i, match.partner);
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
  void touch(std::int32_t row, std::int32_t column) {
    if (best_[rows].empty()) return;
    best_[rows][static_cast<std::size_t>(row)].stale = true;
    best_[columns][static_cast<std::size_t>(column)].stale = true;
  }
  void set(std::int32_t row, std::int32_t column, std::int32_t value) {
    put(lines_[rows][static_cast<std::size_t>(row)], {column, value});
    put(lines_[columns][static_cast<std::size_t>(column)], {row, value});
    touch(row, column);
  }
  void erase(std::int32_t row, std::int32_t column) {
    drop(lines_[rows][static_cast<std::size_t>(row)], column);
    drop(lines_[columns][static_cast<std::size_t>(column)], row);
    touch(row, column);
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

  /// Calls visit(entry of a, entry of b) where both lines have one.
  template <typename Visit>
  static void for_common(const Line& a, const Line& b, const Visit& visit) {
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
      if (i->line < j->line)
        ++i;
      else if (j->line < i->line)
        ++j;
      else
        visit(*i++, *j++);
    }
  }

  /// In how many entries the lines agree up to one factor, at most.
  int agreement(const Line& a, const Line& b) {
    const std::size_t shorter = std::min(a.size(), b.size());
    work_left_ -= static_cast<std::int64_t>(a.size() + b.size());
    int most = 0;
    counter_.clear(shorter);
    for_common(a, b, [&](const Entry& x, const Entry& y) {
      most = std::max(most, counter_.increment(values_.ratio(x.value, y.value)));
    });
    return most;
  }

  /// The best partner of line i among the lines from `begin` on; what it finds serves the partners, too.
  void search(Side side, std::size_t i, std::size_t begin) {
    std::vector<Match>& best = best_[side];
    const std::vector<Line>& lines = lines_[side];
    if (begin == 0) best[i] = {};
    if (lines[i].size() < 2) return;
    for (std::size_t j = begin; j < lines.size(); ++j) {
      // A line that is too short to do better need not be looked at.
      if (j == i || std::min(lines[i].size(), lines[j].size()) < 2) continue;
      const bool helps_i = static_cast<int>(lines[j].size()) > best[i].matches;
      const bool helps_j = static_cast<int>(lines[i].size()) > best[j].matches;
      if (!helps_i && !helps_j) continue;
      const int matches = agreement(lines[i], lines[j]);
      if (matches > best[i].matches) best[i] = {matches, static_cast<std::int32_t>(j)};
      if (matches > best[j].matches) best[j] = {matches, static_cast<std::int32_t>(i)};
    }
  }

  /// The line whose best match saves most. Among equals, variants 0 to 3 take rows or (bit 0) columns first, the first or (bit 1) the last of them; others
  /// draw lots.
  std::optional<std::pair<Side, std::int32_t>> choose() const {
    const auto lot = [&](std::size_t side, std::size_t i) -> std::uint64_t {
      if (variant_ >= 4)
        return (2 * i + side + 1) * (static_cast<std::uint64_t>(variant_) * 0x9E3779B97F4A7C15u | 1) >> 20;
      const std::size_t position = (variant_ & 2) != 0 ? i : best_[side].size() - 1 - i;
      return position + ((variant_ & 1) == side ? best_[0].size() + best_[1].size() : 0);
    };
    int most = 1;
    std::uint64_t best_lot = 0;
    std::optional<std::pair<Side, std::int32_t>> result;
    for (const Side side : {rows, columns}) {
      for (std::size_t i = 0; i < best_[side].size(); ++i) {
        const int matches = best_[side][i].matches;
        if (matches < most || matches < 2) continue;
        const std::uint64_t own = lot(side, i);
        if (matches == most && own <= best_lot) continue;
        most = matches;
        best_lot = own;
        result = {side, static_cast<std::int32_t>(i)};
      }
    }
    return result;
  }

  void share(Side side, std::int32_t i, std::int32_t j) {
    const Line& a = lines_[side][static_cast<std::size_t>(i)];
    const Line& b = lines_[side][static_cast<std::size_t>(j)];
    // The exact factor b / a in which most entries agree.
    std::map<Rational, int> counts;
    for_common(a, b, [&](const Entry& x, const Entry& y) { ++counts[values_[y.value] / values_[x.value]]; });
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    std::vector<Entry> common;
    if (most != counts.end() && most->second >= 2)
      for_common(a, b, [&](const Entry& x, const Entry& y) {
        if (values_[y.value] / values_[x.value] == most->first) common.push_back(x);
      });
    const std::size_t old_count = lines_[rows].size();
    if (!common.empty()) {
      if (side == rows)
        share_rows(i, j, common, most->first);
      else
        share_columns(i, j, common, most->first);
    }
    // Lines whose partner changed look again when their turn comes; the pair and the new row do so now.
    for (const Side s : {rows, columns})
      for (Match& match : best_[s])
        if (match.partner >= 0 && best_[s][static_cast<std::size_t>(match.partner)].stale) match.stale = true;
    search(side, static_cast<std::size_t>(i), 0);
    search(side, static_cast<std::size_t>(j), 0);
    if (lines_[rows].size() > old_count) {
      search(rows, lines_[rows].size() - 1, 0);
      search(columns, lines_[columns].size() - 1, 0);
    }
  }

  void share_rows(std::int32_t i, std::int32_t j, const std::vector<Entry>& common, const Rational& factor) {
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

  void share_columns(std::int32_t i, std::int32_t j, const std::vector<Entry>& common, const Rational& factor) {
    const std::int32_t part = new_row();
    for (const Entry& entry : common) {
      erase(entry.line, i);
      erase(entry.line, j);
      set(entry.line, inputs_ + part, entry.value);
    }
    set(part, i, values_.number(Rational(1)));
    set(part, j, values_.number(factor));
  }

  std::int32_t inputs_;
  int variant_;
  std::int64_t work_left_;
  Values values_;
  std::array<std::vector<Line>, 2> lines_;
  std::array<std::vector<Match>, 2> best_;
  Counter counter_;
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
