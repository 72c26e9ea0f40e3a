#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "latspline/exact/rational.h"

namespace latspline {

/// One straight-line operation. Operands are indices of earlier instructions of the same program.
enum class Op : std::uint8_t {
  constant,     ///< constants[a]
  coordinate,   ///< y_a, coordinate a of the folded point
  coefficient,  ///< the coefficient of the sub-region's site a; this is where its fetch is issued
  add,          ///< a + b
  subtract,     ///< a - b
  multiply,     ///< a * b
  negate,       ///< -a
  fma           ///< a * b + c with one rounding
};

struct Instruction {
  Op op = Op::constant;
  std::int32_t a = -1;
  std::int32_t b = -1;
  std::int32_t c = -1;
  bool operator==(const Instruction&) const = default;
};

/// A straight-line program over the coordinates y and the coefficients c of one reference sub-region. Its outputs are the
/// value sum_m c_m w_m(y), or that and its derivatives by y_0 .. y_{s-1}.
struct WeightProgram {
  std::vector<Rational> constants;
  /// Filled by quantize_coefficients: constants rounded once to the plan's scalar (a float is stored exactly in a double). Empty before.
  std::vector<double> quantized;
  std::vector<Instruction> code;
  /// Instruction indices: value first, then d/dy_0, d/dy_1, ..
  std::vector<std::int32_t> outputs;
  bool operator==(const WeightProgram&) const = default;
};

/// Exact numbers of operations of a program.
struct OperationCounts {
  int adds = 0;  ///< additions, subtractions and negations
  int muls = 0;
  int fmas = 0;
  int fetches = 0;
  /// An fma counts once.
  int arithmetic() const { return adds + muls + fmas; }
  bool operator==(const OperationCounts&) const = default;
};
OperationCounts count_operations(const WeightProgram& program);

/// Appends instructions and shares equal ones (value numbering); folds constants 0, 1 and -1 where the result is exact.
class WeightProgramBuilder {
 public:
  std::int32_t constant(const Rational& value);
  std::int32_t coordinate(int axis);
  std::int32_t coefficient(int site);
  std::int32_t add(std::int32_t a, std::int32_t b);
  std::int32_t subtract(std::int32_t a, std::int32_t b);
  std::int32_t multiply(std::int32_t a, std::int32_t b);
  std::int32_t negate(std::int32_t a);
  std::int32_t fma(std::int32_t a, std::int32_t b, std::int32_t c);
  /// Moves the program out, without the instructions that no output needs.
  WeightProgram finish(std::vector<std::int32_t> outputs);

 private:
  std::int32_t append(Instruction instruction);
  const Rational* constant_value(std::int32_t index) const;
  bool is_negation(std::int32_t index) const;
  WeightProgram program_;
  std::map<std::array<std::int32_t, 4>, std::int32_t> known_;  ///< operation and operands -> instruction
  std::map<Rational, std::int32_t> known_constants_;           ///< value -> its instruction
};

}  // namespace latspline
