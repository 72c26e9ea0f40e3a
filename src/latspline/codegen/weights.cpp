#include "latspline/codegen/weights.h"

#include "latspline/base/error.h"

namespace latspline::codegen {

llvm::Value* computed(Emitter& e, const WeightProgram& program, const Instruction& instruction, const Values& y,
                      llvm::function_ref<llvm::Value*(std::int32_t)> operand) {
  const auto item = static_cast<std::size_t>(instruction.a);
  switch (instruction.op) {
    case Op::constant:
      return e.real(program.quantized.at(item));
    case Op::coordinate:
      LATSPLINE_ASSERT(item < y.size());
      return y[item];
    case Op::coefficient:
      return nullptr;
    case Op::add:
      return e.ir.CreateFAdd(operand(instruction.a), operand(instruction.b));
    case Op::subtract:
      return e.ir.CreateFSub(operand(instruction.a), operand(instruction.b));
    case Op::multiply:
      return e.ir.CreateFMul(operand(instruction.a), operand(instruction.b));
    case Op::negate:
      return e.ir.CreateFNeg(operand(instruction.a));
    case Op::fma:
      return e.fma(operand(instruction.a), operand(instruction.b), operand(instruction.c));
  }
  throw InternalError("unknown instruction");
}

Outputs weighted_sum(Emitter& e, const ReferenceSubregion& reference, Derivatives derivatives, const Values& y,
                     const Coefficient& coefficient, FetchTime time) {
  const WeightProgram& program = reference.program(derivatives);
  LATSPLINE_ASSERT(static_cast<int>(program.outputs.size()) == output_count(e.dimension, derivatives));
  LATSPLINE_ASSERT(program.quantized.size() == program.constants.size());

  std::vector<llvm::Value*> results;
  results.reserve(program.code.size());
  const auto operand = [&](std::int32_t position) {
    LATSPLINE_ASSERT(position >= 0 && static_cast<std::size_t>(position) < results.size());
    const auto place = static_cast<std::size_t>(position);
    if (results[place] == nullptr) results[place] = coefficient(static_cast<std::size_t>(program.code[place].a));
    return results[place];
  };
  for (const Instruction& instruction : program.code) {
    llvm::Value* result = computed(e, program, instruction, y, operand);
    if (instruction.op == Op::coefficient) {
      LATSPLINE_ASSERT(static_cast<std::size_t>(instruction.a) < reference.sites.size());
      if (time == FetchTime::planned) result = coefficient(static_cast<std::size_t>(instruction.a));
    }
    results.push_back(result);
  }
  Outputs outputs;
  for (const std::int32_t output : program.outputs) outputs.push_back(operand(output));
  return outputs;
}

}  // namespace latspline::codegen
