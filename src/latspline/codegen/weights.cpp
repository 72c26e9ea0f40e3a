#include "latspline/codegen/weights.h"

#include "latspline/base/error.h"

namespace latspline::codegen {

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
    llvm::Value* result = nullptr;
    const auto item = static_cast<std::size_t>(instruction.a);
    switch (instruction.op) {
      case Op::constant:
        result = e.real(program.quantized.at(item));
        break;
      case Op::coordinate:
        LATSPLINE_ASSERT(item < y.size());
        result = y[item];
        break;
      case Op::coefficient:
        LATSPLINE_ASSERT(item < reference.sites.size());
        if (time == FetchTime::planned) result = coefficient(item);
        break;
      case Op::add:
        result = e.ir.CreateFAdd(operand(instruction.a), operand(instruction.b));
        break;
      case Op::subtract:
        result = e.ir.CreateFSub(operand(instruction.a), operand(instruction.b));
        break;
      case Op::multiply:
        result = e.ir.CreateFMul(operand(instruction.a), operand(instruction.b));
        break;
      case Op::negate:
        result = e.ir.CreateFNeg(operand(instruction.a));
        break;
      case Op::fma:
        result = e.fma(operand(instruction.a), operand(instruction.b), operand(instruction.c));
        break;
    }
    results.push_back(result);
  }
  Outputs outputs;
  for (const std::int32_t output : program.outputs) outputs.push_back(operand(output));
  return outputs;
}

}  // namespace latspline::codegen
