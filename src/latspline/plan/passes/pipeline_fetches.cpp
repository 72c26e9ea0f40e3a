#include "latspline/plan/passes/pipeline_fetches.h"

#include <algorithm>

namespace latspline {
namespace {

/// The operands of an instruction that are instructions themselves.
std::vector<std::int32_t> operands(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::constant:
    case Op::coordinate:
    case Op::coefficient:
      return {};
    case Op::negate:
      return {instruction.a};
    case Op::add:
    case Op::subtract:
    case Op::multiply:
      return {instruction.a, instruction.b};
    case Op::fma:
      return {instruction.a, instruction.b, instruction.c};
  }
  return {};
}

/// Arithmetic keeps its order. A fetch is issued as soon as fewer than `depth` fetched coefficients wait for their first use.
WeightProgram pipelined(WeightProgram program, int depth) {
  std::vector<std::int32_t> fetches;
  std::vector<std::int32_t> others;
  for (std::size_t i = 0; i < program.code.size(); ++i)
    (program.code[i].op == Op::coefficient ? fetches : others).push_back(static_cast<std::int32_t>(i));
  // In the order of first use.
  std::vector<std::int32_t> first_use(program.code.size(), static_cast<std::int32_t>(program.code.size()));
  for (std::size_t i = program.code.size(); i-- > 0;)
    for (std::int32_t operand : operands(program.code[i]))
      first_use[static_cast<std::size_t>(operand)] = static_cast<std::int32_t>(i);
  if (depth > 0)
    std::stable_sort(fetches.begin(), fetches.end(), [&](std::int32_t a, std::int32_t b) {
      return first_use[static_cast<std::size_t>(a)] < first_use[static_cast<std::size_t>(b)];
    });

  std::vector<std::int32_t> renumbered(program.code.size(), -1);
  std::vector<Instruction> code;
  const auto emit = [&](std::int32_t index) {
    Instruction instruction = program.code[static_cast<std::size_t>(index)];
    const bool has_operands = !operands(instruction).empty();
    for (std::int32_t* operand : {&instruction.a, &instruction.b, &instruction.c})
      if (has_operands && *operand >= 0) *operand = renumbered[static_cast<std::size_t>(*operand)];
    renumbered[static_cast<std::size_t>(index)] = static_cast<std::int32_t>(code.size());
    code.push_back(instruction);
  };
  std::size_t issued = 0;
  std::vector<bool> used(program.code.size(), false);
  int waiting = 0;
  for (std::int32_t index : others) {
    while (issued < fetches.size() && (depth == 0 || waiting < depth)) {
      emit(fetches[issued++]);
      ++waiting;
    }
    for (std::int32_t operand : operands(program.code[static_cast<std::size_t>(index)])) {
      if (program.code[static_cast<std::size_t>(operand)].op != Op::coefficient) continue;
      while (renumbered[static_cast<std::size_t>(operand)] < 0) {
        emit(fetches[issued++]);
        ++waiting;
      }
      if (used[static_cast<std::size_t>(operand)]) continue;
      used[static_cast<std::size_t>(operand)] = true;
      --waiting;
    }
    emit(index);
  }
  while (issued < fetches.size()) emit(fetches[issued++]);
  program.code = std::move(code);
  for (std::int32_t& output : program.outputs) output = renumbered[static_cast<std::size_t>(output)];
  return program;
}

}  // namespace

Plan pipeline_fetches(Plan plan) {
  for (ReferenceSubregion& reference : plan.references) {
    for (const Derivatives derivatives : derivatives_of(plan)) {
      WeightProgram& program = reference.program(derivatives);
      program = pipelined(std::move(program), plan.options.pipeline_depth);
    }
  }
  return plan;
}

}  // namespace latspline
