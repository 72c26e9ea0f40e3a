#include "latspline/plan/weight_program.h"

#include <algorithm>
#include <utility>

#include "latspline/base/error.h"

namespace latspline {

namespace {

/// How many of the fields a, b, c of an instruction are indices of instructions.
int operand_count(Op op) {
  switch (op) {
    case Op::constant:
    case Op::coordinate:
    case Op::coefficient:
      return 0;
    case Op::negate:
      return 1;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
      return 2;
    case Op::fma:
      return 3;
  }
  throw InternalError("unknown operation of a weight program");
}

}  // namespace

OperationCounts count_operations(const WeightProgram& program) {
  OperationCounts counts;
  for (const Instruction& instruction : program.code) {
    switch (instruction.op) {
      case Op::constant:
      case Op::coordinate:
        break;
      case Op::coefficient:
        ++counts.fetches;
        break;
      case Op::add:
      case Op::subtract:
      case Op::negate:
        ++counts.adds;
        break;
      case Op::multiply:
        ++counts.muls;
        break;
      case Op::fma:
        ++counts.fmas;
        break;
    }
  }
  return counts;
}

std::int32_t WeightProgramBuilder::append(Instruction instruction) {
  const auto next = static_cast<std::int32_t>(program_.code.size());
  const int operands = operand_count(instruction.op);
  LATSPLINE_ASSERT(operands < 1 || (instruction.a >= 0 && instruction.a < next));
  LATSPLINE_ASSERT(operands < 2 || (instruction.b >= 0 && instruction.b < next));
  LATSPLINE_ASSERT(operands < 3 || (instruction.c >= 0 && instruction.c < next));
  const auto [entry, added] = known_.try_emplace(
      {static_cast<std::int32_t>(instruction.op), instruction.a, instruction.b, instruction.c}, next);
  if (added) program_.code.push_back(instruction);
  return entry->second;
}

const Rational* WeightProgramBuilder::constant_value(std::int32_t index) const {
  LATSPLINE_ASSERT(index >= 0 && static_cast<std::size_t>(index) < program_.code.size());
  const Instruction& instruction = program_.code[static_cast<std::size_t>(index)];
  return instruction.op == Op::constant ? &program_.constants[static_cast<std::size_t>(instruction.a)] : nullptr;
}

bool WeightProgramBuilder::is_negation(std::int32_t index) const {
  LATSPLINE_ASSERT(index >= 0 && static_cast<std::size_t>(index) < program_.code.size());
  return program_.code[static_cast<std::size_t>(index)].op == Op::negate;
}

std::int32_t WeightProgramBuilder::constant(const Rational& value) {
  if (const auto found = known_constants_.find(value); found != known_constants_.end()) return found->second;
  program_.constants.push_back(value);
  const std::int32_t index = append({Op::constant, static_cast<std::int32_t>(program_.constants.size() - 1)});
  known_constants_.emplace(value, index);
  return index;
}

std::int32_t WeightProgramBuilder::coordinate(int axis) {
  LATSPLINE_ASSERT(axis >= 0);
  return append({Op::coordinate, axis});
}

std::int32_t WeightProgramBuilder::coefficient(int site) {
  LATSPLINE_ASSERT(site >= 0);
  return append({Op::coefficient, site});
}

std::int32_t WeightProgramBuilder::add(std::int32_t a, std::int32_t b) {
  const Rational *left = constant_value(a), *right = constant_value(b);
  if (left && right) return constant(*left + *right);
  if (left && left->is_zero()) return b;
  if (right && right->is_zero()) return a;
  if (is_negation(b)) return subtract(a, program_.code[static_cast<std::size_t>(b)].a);
  if (is_negation(a)) return subtract(b, program_.code[static_cast<std::size_t>(a)].a);
  return append({Op::add, std::min(a, b), std::max(a, b)});
}

std::int32_t WeightProgramBuilder::subtract(std::int32_t a, std::int32_t b) {
  const Rational *left = constant_value(a), *right = constant_value(b);
  if (left && right) return constant(*left - *right);
  if (a == b) return constant(0);
  if (left && left->is_zero()) return negate(b);
  if (right && right->is_zero()) return a;
  if (is_negation(b)) return add(a, program_.code[static_cast<std::size_t>(b)].a);
  return append({Op::subtract, a, b});
}

std::int32_t WeightProgramBuilder::multiply(std::int32_t a, std::int32_t b) {
  const Rational *left = constant_value(a), *right = constant_value(b);
  if (left && right) return constant(*left * *right);
  if (right) {
    std::swap(a, b);
    std::swap(left, right);
  }
  if (left) {
    if (left->is_zero()) return constant(0);
    if (left->is_one()) return b;
    if (*left == Rational(-1)) return negate(b);
  }
  return append({Op::multiply, std::min(a, b), std::max(a, b)});
}

std::int32_t WeightProgramBuilder::negate(std::int32_t a) {
  if (const Rational* value = constant_value(a)) return constant(-*value);
  if (is_negation(a)) return program_.code[static_cast<std::size_t>(a)].a;
  return append({Op::negate, a});
}

std::int32_t WeightProgramBuilder::fma(std::int32_t a, std::int32_t b, std::int32_t c) {
  const Rational *left = constant_value(a), *right = constant_value(b), *summand = constant_value(c);
  if (left && right) return add(constant(*left * *right), c);
  if (summand && summand->is_zero()) return multiply(a, b);
  if (right) {
    std::swap(a, b);
    std::swap(left, right);
  }
  if (left) {
    if (left->is_zero()) return c;
    if (left->is_one()) return add(b, c);
    if (*left == Rational(-1)) return subtract(c, b);
  }
  return append({Op::fma, std::min(a, b), std::max(a, b), c});
}

WeightProgram WeightProgramBuilder::finish(std::vector<std::int32_t> outputs) {
  WeightProgram all = std::exchange(program_, {});
  known_.clear();
  known_constants_.clear();
  std::vector<bool> needed(all.code.size());
  for (const std::int32_t output : outputs) {
    LATSPLINE_ASSERT(output >= 0 && static_cast<std::size_t>(output) < all.code.size());
    needed[static_cast<std::size_t>(output)] = true;
  }
  for (std::size_t i = all.code.size(); i-- > 0;) {
    if (!needed[i]) continue;
    const Instruction& instruction = all.code[i];
    const int operands = operand_count(instruction.op);
    if (operands > 0) needed[static_cast<std::size_t>(instruction.a)] = true;
    if (operands > 1) needed[static_cast<std::size_t>(instruction.b)] = true;
    if (operands > 2) needed[static_cast<std::size_t>(instruction.c)] = true;
  }
  WeightProgram result;
  std::vector<std::int32_t> renumbered(all.code.size(), -1);
  for (std::size_t i = 0; i < all.code.size(); ++i) {
    if (!needed[i]) continue;
    Instruction instruction = all.code[i];
    const int operands = operand_count(instruction.op);
    if (instruction.op == Op::constant) {
      result.constants.push_back(std::move(all.constants[static_cast<std::size_t>(instruction.a)]));
      instruction.a = static_cast<std::int32_t>(result.constants.size() - 1);
    }
    if (operands > 0) instruction.a = renumbered[static_cast<std::size_t>(instruction.a)];
    if (operands > 1) instruction.b = renumbered[static_cast<std::size_t>(instruction.b)];
    if (operands > 2) instruction.c = renumbered[static_cast<std::size_t>(instruction.c)];
    renumbered[i] = static_cast<std::int32_t>(result.code.size());
    result.code.push_back(instruction);
  }
  for (std::int32_t& output : outputs) output = renumbered[static_cast<std::size_t>(output)];
  result.outputs = std::move(outputs);
  return result;
}

}  // namespace latspline
