#include "latspline/codegen/lane_rows.h"

#include <algorithm>
#include <bit>
#include <map>

#include "latspline/base/error.h"
#include "latspline/codegen/loop.h"

namespace latspline::codegen {
namespace {

/// One pointer for each lane, in memory: to the site that the steps count from.
llvm::Value* stored_bases(Emitter& e, llvm::Value* coefficients, llvm::Value* elements) {
  const auto lanes = static_cast<unsigned>(e.lanes);
  llvm::Type* wide = llvm::FixedVectorType::get(e.index, lanes);
  llvm::Value* bytes = e.ir.CreateMul(e.ir.CreateSExt(elements, wide),
                                      e.ir.CreateVectorSplat(lanes, e.ir.getInt64(e.scalar->isFloatTy() ? 4 : 8)));
  llvm::Value* first = e.ir.CreateVectorSplat(lanes, e.ir.CreatePtrToInt(coefficients, e.index));
  llvm::Value* place = e.room(wide);
  e.ir.CreateStore(e.ir.CreateAdd(first, bytes), place);
  return place;
}

/// The row instructions for as many points as have room in a vector side by side, and what they need.
class PointRows {
 public:
  PointRows(Emitter& e, const ReferenceSubregion& reference, const WeightProgram& program, const RowProgram& rows,
            LaneFetch& fetch)
      : e_(e), reference_(reference), program_(program), rows_(rows), fetch_(fetch) {
    width_ = std::bit_ceil(rows.columns);
    const auto bits = static_cast<std::size_t>(e.traits.vector_bits);
    points_ = std::clamp<std::size_t>(bits / (8 * row_bytes()), 1, static_cast<std::size_t>(e.lanes));
    row_type_ = llvm::FixedVectorType::get(e.scalar, static_cast<unsigned>(width_));
    strides_ = fetch.uniform().stride;
  }

  /// Before the loop over points: what the loop reads of each lane goes to memory.
  void prepare(const std::vector<llvm::Value*>& results) {
    for (const std::size_t weight : rows_.weights) {
      llvm::Value* place = e_.room(e_.reals);
      e_.ir.CreateStore(results[weight], place);
      weight_places_[weight] = place;
    }
    for (const std::vector<std::size_t>& row : rows_.rows) {
      const std::int32_t coset = reference_.coset[row.front()];
      llvm::Value*& bases = bases_[coset];
      if (bases == nullptr) bases = stored_bases(e_, fetch_.uniform().coefficients, fetch_.base(coset));
    }
    llvm::Type* all = llvm::ArrayType::get(row_type_, static_cast<unsigned>(e_.lanes));
    for (const RowProgram::RowInstruction& instruction : rows_.code)
      exports_.push_back(instruction.exported ? e_.room(all) : nullptr);
  }

  /// How many points the loop's body is for.
  std::size_t points() const { return points_; }

  /// The loop's body: the points from `lane` on.
  void emit(llvm::Value* lane) {
    lane_ = lane;
    weights_.clear();
    loaded_.assign(rows_.rows.size(), nullptr);
    pointers_.clear();
    results_.clear();
    for (std::size_t r = 0; r < rows_.code.size(); ++r) {
      const RowProgram::RowInstruction& instruction = rows_.code[r];
      const RowProgram::Operand* operands[] = {&instruction.a, &instruction.b, &instruction.c};
      const Instruction plain{instruction.op, 0, instruction.b.kind == RowProgram::Operand::Kind::none ? -1 : 1, 2};
      results_.push_back(computed(e_, program_, plain, {}, [&](std::int32_t k) { return operand(*operands[k]); }));
      if (exports_[r] != nullptr)
        e_.ir.CreateAlignedStore(results_.back(), e_.ir.CreateGEP(row_type_, exports_[r], lane),
                                 llvm::Align(points_ * row_bytes()));
    }
  }

  /// After the loop: the columns of the exported instructions, a point in each lane again.
  void collect(std::vector<llvm::Value*>& results) {
    constexpr std::size_t block = 4;
    for (std::size_t r = 0; r < rows_.code.size(); ++r) {
      if (exports_[r] == nullptr) continue;
      for (std::size_t first = 0; first < rows_.columns; first += block) {
        std::vector<llvm::Value*> parts;
        llvm::Type* part = llvm::FixedVectorType::get(e_.scalar, block);
        for (std::uint64_t lane = 0; lane < static_cast<std::uint64_t>(e_.lanes); ++lane) {
          llvm::Value* address = e_.ir.CreateConstGEP1_64(e_.scalar, exports_[r], lane * width_ + first);
          parts.push_back(e_.ir.CreateAlignedLoad(part, address, llvm::Align(row_bytes() * block / width_)));
        }
        const std::vector<llvm::Value*> columns = transposed(e_, parts, block);
        for (std::size_t c = 0; c < block && first + c < rows_.columns; ++c)
          results[rows_.code[r].members[first + c]] = columns[c];
      }
    }
  }

 private:
  std::size_t row_bytes() const { return width_ * (e_.scalar->isFloatTy() ? 4 : 8); }

  llvm::Value* operand(const RowProgram::Operand& operand) {
    using Kind = RowProgram::Operand::Kind;
    switch (operand.kind) {
      case Kind::row:
        return row(operand.number);
      case Kind::result:
        return results_[operand.number];
      case Kind::weight:
        return weight(operand.number);
      case Kind::none:
        break;
    }
    throw InternalError("a row instruction lacks an operand");
  }

  llvm::Value* weight(std::size_t number) {
    llvm::Value*& splat = weights_[number];
    if (splat != nullptr) return splat;
    const Instruction& instruction = program_.code[number];
    if (instruction.op == Op::constant) {
      const double number_itself = program_.quantized.at(static_cast<std::size_t>(instruction.a));
      splat = e_.ir.CreateVectorSplat(static_cast<unsigned>(points_ * width_),
                                      llvm::ConstantFP::get(e_.scalar, number_itself));
      return splat;
    }
    // That of each point, as often as a row has entries.
    llvm::Value* address = e_.ir.CreateGEP(e_.scalar, weight_places_.at(number), lane_);
    llvm::Value* of_points =
        e_.ir.CreateAlignedLoad(llvm::FixedVectorType::get(e_.scalar, static_cast<unsigned>(points_)), address,
                                llvm::Align(points_ * row_bytes() / width_));
    std::vector<int> repeated;
    for (std::size_t k = 0; k < points_ * width_; ++k) repeated.push_back(static_cast<int>(k / width_));
    splat = e_.ir.CreateShuffleVector(of_points, repeated);
    return splat;
  }

  /// The address of the row with the steps k_j of the axes >= `axis`, in coset `coset`, for the point `lane` + p; the last axis is stepped along first.
  llvm::Value* pointer(std::size_t p, std::int32_t coset, IntVector k, std::size_t axis) {
    std::fill(k.begin() + 1, k.begin() + static_cast<std::ptrdiff_t>(axis), 0);
    llvm::Value*& known = pointers_[{p, coset, axis, k}];
    if (known != nullptr) return known;
    if (axis == k.size()) {
      llvm::Value* place = e_.ir.CreateGEP(e_.index, bases_.at(coset), lane_);
      llvm::Value* base = e_.ir.CreateLoad(e_.index, e_.ir.CreateConstGEP1_64(e_.index, place, p));
      llvm::Value* start = e_.ir.CreateIntToPtr(base, e_.pointer);
      known = e_.ir.CreateGEP(e_.scalar, start, e_.ir.getInt64(static_cast<std::uint64_t>(k[0])));
      return known;
    }
    known = pointer(p, coset, k, axis + 1);
    if (k[axis] != 0) {
      llvm::Value* offset = e_.ir.CreateMul(e_.ir.getInt64(static_cast<std::uint64_t>(k[axis])), strides_[axis]);
      known = e_.ir.CreateGEP(e_.scalar, known, offset);
    }
    return known;
  }

  /// A row of each point, side by side.
  llvm::Value* row(std::size_t number) {
    if (loaded_[number] != nullptr) return loaded_[number];
    const std::size_t site = rows_.rows[number].front();
    const llvm::Align alignment(e_.scalar->isFloatTy() ? 4 : 8);
    std::vector<llvm::Constant*> there;
    for (std::size_t c = 0; c < width_; ++c) there.push_back(e_.ir.getInt1(c < rows_.columns));
    std::vector<llvm::Value*> parts;
    for (std::size_t p = 0; p < points_; ++p) {
      llvm::Value* address = pointer(p, reference_.coset[site], reference_.step[site], 1);
      // What follows the row need not be there.
      parts.push_back(rows_.columns == width_
                          ? static_cast<llvm::Value*>(e_.ir.CreateAlignedLoad(row_type_, address, alignment))
                          : e_.ir.CreateMaskedLoad(row_type_, address, alignment, llvm::ConstantVector::get(there),
                                                   llvm::Constant::getNullValue(row_type_)));
    }
    loaded_[number] = concatenated(e_, parts);
    return loaded_[number];
  }

  Emitter& e_;
  const ReferenceSubregion& reference_;
  const WeightProgram& program_;
  const RowProgram& rows_;
  LaneFetch& fetch_;
  std::size_t width_ = 0;
  std::size_t points_ = 1;  ///< whose rows lie side by side in a vector
  llvm::FixedVectorType* row_type_ = nullptr;
  Values strides_;
  std::map<std::size_t, llvm::Value*> weight_places_;  ///< by instruction of the program
  std::map<std::int32_t, llvm::Value*> bases_;         ///< by coset
  std::vector<llvm::Value*> exports_;                  ///< by row instruction; null where it exports nothing

  llvm::Value* lane_ = nullptr;
  std::map<std::size_t, llvm::Value*> weights_;
  std::vector<llvm::Value*> loaded_;
  std::map<std::tuple<std::size_t, std::int32_t, std::size_t, IntVector>, llvm::Value*> pointers_;
  std::vector<llvm::Value*> results_;
};

}  // namespace

std::optional<RowProgram> usable_rows(const Emitter& e, const LaneFetch& fetch, const ReferenceSubregion& reference,
                                      const WeightProgram& program) {
  const Layout layout = e.plan.options.layout;
  if (layout == Layout::points) return std::nullopt;
  std::optional<RowProgram> rows;
  if (!fetch.moves() && e.lanes >= 4) rows = row_program(reference, program);
  if (rows && rows->columns > 8) rows.reset();
  // Measured (docs/performance.md): narrower or fewer rows do not pay for the way through memory.
  const bool pays = rows && rows->columns >= 4 && rows->rows.size() >= 9;
  if (layout == Layout::automatic && !pays) rows.reset();
  return rows;
}

Outputs row_sum(Emitter& e, const ReferenceSubregion& reference, const WeightProgram& program, const RowProgram& rows,
                const Values& y, LaneFetch& fetch) {
  LATSPLINE_ASSERT(program.quantized.size() == program.constants.size());
  std::vector<llvm::Value*> results(program.code.size(), nullptr);
  const auto known = [&](std::int32_t operand) {
    return operand < 0 || results[static_cast<std::size_t>(operand)] != nullptr;
  };
  // Computes what can be computed: first what needs no coefficient, later what follows the rows.
  const auto run = [&] {
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      const Instruction& instruction = program.code[i];
      if (results[i] != nullptr || instruction.op == Op::coefficient) continue;
      const bool number = instruction.op == Op::constant || instruction.op == Op::coordinate;
      if (!number && !(known(instruction.a) && known(instruction.b) && known(instruction.c))) continue;
      results[i] = computed(e, program, instruction, y,
                            [&](std::int32_t operand) { return results[static_cast<std::size_t>(operand)]; });
    }
  };
  run();
  PointRows points(e, reference, program, rows, fetch);
  points.prepare(results);

  for_each_step(e, e.ir.getInt64(0), e.ir.getInt64(static_cast<std::uint64_t>(e.lanes)),
                static_cast<int>(points.points()), [&](llvm::Value* lane) { points.emit(lane); });
  points.collect(results);
  run();
  Outputs outputs;
  for (const std::int32_t output : program.outputs) {
    LATSPLINE_ASSERT(results[static_cast<std::size_t>(output)] != nullptr);
    outputs.push_back(results[static_cast<std::size_t>(output)]);
  }
  return outputs;
}

}  // namespace latspline::codegen
