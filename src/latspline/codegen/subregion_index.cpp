#include "latspline/codegen/subregion_index.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <bit>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

std::int64_t reduced(std::int64_t value, std::int64_t modulus) {
  const std::int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

/// The sum of the weights of the planes that y is beyond, modulo the modulus.
llvm::Value* plane_sum(Emitter& e, const Values& y) {
  const SubregionIndex& index = e.plan.index;
  // Without a negative weight and with a total below the modulus there is nothing to reduce.
  std::int64_t total = 0;
  bool plain = true;
  for (const IndexPlane& plane : index.planes) {
    if (plane.weight < 0 || plane.weight >= index.modulus) plain = false;
    if (plain) total += plane.weight;
    if (total >= index.modulus) plain = false;
  }
  llvm::Value* sum = nullptr;
  for (const IndexPlane& plane : index.planes) {
    llvm::Value* beyond = e.ir.CreateFCmpOGE(e.affine(plane.normal, y), e.real(plane.offset));
    const std::int64_t weight = plain ? plane.weight : reduced(plane.weight, index.modulus);
    llvm::Value* term = std::has_single_bit(static_cast<std::uint64_t>(weight))
                            ? e.ir.CreateShl(e.ir.CreateZExt(beyond, e.index),
                                             e.integer(std::countr_zero(static_cast<std::uint64_t>(weight))))
                            : e.ir.CreateSelect(beyond, e.integer(weight), e.integer(0));
    sum = e.plus(sum, term);
  }
  if (sum == nullptr) return e.integer(0);
  return plain ? sum : e.ir.CreateURem(sum, e.integer(index.modulus));
}

/// table[position], from an immediate where the table fits into one word.
llvm::Value* look_up(Emitter& e, const std::vector<std::int32_t>& table, llvm::Value* position) {
  bool identity = true;
  std::int32_t largest = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    identity = identity && table[i] == static_cast<std::int32_t>(i);
    largest = std::max(largest, table[i]);
  }
  if (identity) return position;
  const auto width = static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(largest)));
  if (width == 0) return e.integer(0);
  if (width * table.size() <= 64) {
    std::uint64_t packed = 0;
    for (std::size_t i = 0; i < table.size(); ++i) packed |= static_cast<std::uint64_t>(table[i]) << (i * width);
    llvm::Value* shift = e.times(static_cast<std::int64_t>(width), position);
    llvm::Value* shifted = e.ir.CreateLShr(e.integer(static_cast<std::int64_t>(packed)), shift);
    return e.ir.CreateAnd(shifted, e.integer((std::int64_t{1} << width) - 1));
  }
  std::vector<std::uint32_t> entries(table.begin(), table.end());
  llvm::Constant* data = llvm::ConstantDataArray::get(e.ir.getContext(), entries);
  auto* global = new llvm::GlobalVariable(e.module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data,
                                          "subregions");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  llvm::Value* address = e.ir.CreateInBoundsGEP(data->getType(), global, {e.integer(0), position});
  return e.ir.CreateZExt(e.load_constant(e.ir.getInt32Ty(), address), e.index);
}

}  // namespace

std::vector<std::int32_t> complete_index_table(const SubregionIndex& index) {
  LATSPLINE_ASSERT(index.modulus >= 1 && index.table.size() == static_cast<std::size_t>(index.modulus));
  // Breadth first from the used entries, one plane more or less at a time.
  std::vector<std::int32_t> table = index.table;
  std::vector<std::size_t> reached;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i] >= 0) reached.push_back(i);
  }
  LATSPLINE_ASSERT(!reached.empty());
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto from = static_cast<std::int64_t>(reached[next]);
    for (const IndexPlane& plane : index.planes) {
      const std::int64_t weight = reduced(plane.weight, index.modulus);
      for (const std::int64_t step : {weight, index.modulus - weight}) {
        const auto to = static_cast<std::size_t>((from + step) % index.modulus);
        if (table[to] >= 0) continue;
        table[to] = table[reached[next]];
        reached.push_back(to);
      }
    }
  }
  // Indices that no sum of weights makes.
  for (std::int32_t& entry : table) {
    if (entry < 0) entry = table[reached.front()];
  }
  return table;
}

llvm::Value* subregion_number(Emitter& e, const Values& y) {
  if (e.plan.references.size() == 1) return nullptr;
  const std::vector<std::int32_t> table = complete_index_table(e.plan.index);
  for (const std::int32_t entry : table) LATSPLINE_ASSERT(static_cast<std::size_t>(entry) < e.plan.references.size());
  return look_up(e, table, plane_sum(e, y));
}

}  // namespace latspline::codegen
