#include "latspline/codegen/row_program.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

/// The sites in rows along axis 0, in the order of storage; empty unless all rows have the same columns.
std::vector<std::vector<std::size_t>> rows_of(const ReferenceSubregion& reference) {
  std::map<std::pair<std::int32_t, IntVector>, std::map<std::int64_t, std::size_t>> found;
  for (std::size_t m = 0; m < reference.sites.size(); ++m) {
    const IntVector& k = reference.step[m];
    found[{reference.coset[m], IntVector(k.rbegin(), k.rend() - 1)}][k[0]] = m;
  }
  std::vector<std::vector<std::size_t>> rows;
  for (const auto& [place, sites] : found) {
    const auto& first = found.begin()->second;
    if (sites.size() != first.size() || sites.begin()->first != first.begin()->first) return {};
    if (sites.rbegin()->first - sites.begin()->first + 1 != static_cast<std::int64_t>(sites.size())) return {};
    rows.emplace_back();
    for (const auto& [column, site] : sites) rows.back().push_back(site);
  }
  return rows;
}

}  // namespace

std::optional<RowProgram> row_program(const ReferenceSubregion& reference, const WeightProgram& program) {
  RowProgram result;
  result.rows = rows_of(reference);
  if (result.rows.empty()) return std::nullopt;
  result.columns = result.rows.front().size();
  std::vector<std::pair<std::size_t, std::size_t>> place(reference.sites.size());  // of each site: row, column
  for (std::size_t row = 0; row < result.rows.size(); ++row)
    for (std::size_t column = 0; column < result.columns; ++column) place[result.rows[row][column]] = {row, column};

  // What an instruction depends on: weights only, one column, or several.
  enum class Kind { weight, column, mixed };
  struct Seen {
    Kind kind = Kind::weight;
    std::size_t column = 0;
    RowProgram::Operand value;
  };
  using Operand = RowProgram::Operand;
  std::vector<Seen> seen;
  std::map<std::tuple<Op, Operand, Operand, Operand>, std::size_t> known;  // of result.code
  std::set<std::size_t> exported;                                          // instructions
  std::set<std::size_t> weights;
  std::size_t mixed = 0;
  constexpr auto missing = static_cast<std::size_t>(-1);
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const Instruction& instruction = program.code[i];
    if (instruction.op == Op::coefficient) {
      LATSPLINE_ASSERT(instruction.a >= 0 && static_cast<std::size_t>(instruction.a) < place.size());
      const auto [row, column] = place.at(static_cast<std::size_t>(instruction.a));
      seen.push_back({Kind::column, column, {Operand::Kind::row, row}});
      continue;
    }
    std::vector<std::size_t> operands;
    if (instruction.op != Op::constant && instruction.op != Op::coordinate)
      for (const std::int32_t operand : {instruction.a, instruction.b, instruction.c})
        if (operand >= 0) operands.push_back(static_cast<std::size_t>(operand));
    Seen now{Kind::weight, 0, {Operand::Kind::weight, i}};
    for (const std::size_t operand : operands) {
      LATSPLINE_ASSERT(operand < seen.size());
      const Seen& before = seen[operand];
      if (before.kind == Kind::weight) continue;
      if (before.kind == Kind::mixed || (now.kind == Kind::column && now.column != before.column)) {
        now.kind = Kind::mixed;
      } else if (now.kind == Kind::weight) {
        now.kind = Kind::column;
        now.column = before.column;
      }
    }
    if (now.kind == Kind::column) {
      const auto form = [&](std::size_t k) { return k < operands.size() ? seen[operands[k]].value : Operand{}; };
      Operand a = form(0);
      Operand b = form(1);
      // The order of factors and of summands does not matter.
      if (instruction.op != Op::subtract && instruction.op != Op::negate && b < a) std::swap(a, b);
      const std::tuple key{instruction.op, a, b, form(2)};
      auto [entry, fresh] = known.try_emplace(key, result.code.size());
      if (fresh)
        result.code.push_back(
            {instruction.op, a, b, form(2), std::vector<std::size_t>(result.columns, missing), false});
      result.code[entry->second].members[now.column] = i;
      now.value = {Operand::Kind::result, entry->second};
    } else if (now.kind == Kind::mixed) {
      ++mixed;
      for (const std::size_t operand : operands)
        if (seen[operand].kind == Kind::column) exported.insert(operand);
    }
    seen.push_back(now);
  }
  for (const std::int32_t output : program.outputs) {
    LATSPLINE_ASSERT(output >= 0 && static_cast<std::size_t>(output) < seen.size());
    exported.insert(static_cast<std::size_t>(output));
  }

  // An instruction that not all columns have, such as the product with a column's own weight, comes after the rows.
  std::vector<std::size_t> renumbered(result.code.size(), missing);
  std::vector<RowProgram::RowInstruction> kept;
  for (std::size_t r = 0; r < result.code.size(); ++r) {
    RowProgram::RowInstruction instruction = result.code[r];
    const bool complete = std::none_of(instruction.members.begin(), instruction.members.end(),
                                       [](std::size_t m) { return m == missing; });
    bool whole = complete;
    for (Operand* operand : {&instruction.a, &instruction.b, &instruction.c}) {
      if (operand->kind != Operand::Kind::result) continue;
      whole = whole && renumbered[operand->number] != missing;
    }
    if (!whole) {
      for (const std::size_t member : instruction.members) {
        if (member == missing) continue;
        ++mixed;
        for (const Operand& operand : {instruction.a, instruction.b, instruction.c}) {
          if (operand.kind == Operand::Kind::row) return std::nullopt;
          if (operand.kind != Operand::Kind::result) continue;
          const auto& before = result.code[operand.number].members;
          const auto column = static_cast<std::size_t>(
              std::find(instruction.members.begin(), instruction.members.end(), member) - instruction.members.begin());
          exported.insert(before[column]);
        }
      }
      continue;
    }
    for (Operand* operand : {&instruction.a, &instruction.b, &instruction.c}) {
      if (operand->kind == Operand::Kind::result) operand->number = renumbered[operand->number];
      if (operand->kind == Operand::Kind::weight && program.code[operand->number].op != Op::constant)
        weights.insert(operand->number);
    }
    renumbered[r] = kept.size();
    kept.push_back(std::move(instruction));
  }
  result.code = std::move(kept);
  result.weights.assign(weights.begin(), weights.end());
  std::size_t exports = 0;
  for (RowProgram::RowInstruction& instruction : result.code) {
    instruction.exported = std::any_of(instruction.members.begin(), instruction.members.end(),
                                       [&](std::size_t m) { return exported.count(m) != 0; });
    exports += instruction.exported ? 1 : 0;
  }
  // Coefficients that no row instruction takes would have to be fetched one by one.
  for (const std::size_t i : exported)
    if (program.code[i].op == Op::coefficient) return std::nullopt;
  if (result.code.empty() || 3 * exports > result.rows.size() * 2 || mixed > result.code.size() * result.columns / 2)
    return std::nullopt;
  return result;
}

}  // namespace latspline::codegen
