#pragma once

#include <optional>
#include <vector>

#include "latspline/plan/plan.h"

namespace latspline::codegen {

/// A weight program read as a program on rows. The sites of the sub-region form rows of neighbours along axis 0, all of the same columns, and the program treats the
/// columns of a row alike until their results meet: then one instruction on vectors does what the program does once for each column.
struct RowProgram {
  /// One instruction for all columns. Operands: see `Operand`.
  struct Operand {
    enum class Kind { none, weight, row, result } kind = Kind::none;
    std::size_t number = 0;  ///< weight: an instruction of the program; row: of `rows`; result: of `code`
    bool operator<(const Operand& other) const {
      return kind != other.kind ? kind < other.kind : number < other.number;
    }
  };
  struct RowInstruction {
    Op op = Op::add;
    Operand a, b, c;
    std::vector<std::size_t> members;  ///< by column: the program's instruction
    bool exported = false;             ///< what follows needs the columns one by one
  };
  std::size_t columns = 0;
  std::vector<std::vector<std::size_t>> rows;  ///< by column: the site
  std::vector<RowInstruction> code;
  std::vector<std::size_t>
      weights;  ///< instructions of the program whose results are operands of `code`, without constants
};

/// Reads the program in rows; nullopt where it has no such form, or where most of the work would come after the rows.
std::optional<RowProgram> row_program(const ReferenceSubregion& reference, const WeightProgram& program);

}  // namespace latspline::codegen
