#include "latspline/codegen/lookup.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

/// The table in the kernel's own read-only memory.
llvm::Constant* constant_array(Emitter& e, llvm::Constant* data, const char* name) {
  auto* global = new llvm::GlobalVariable(e.module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data,
                                          name, nullptr, llvm::GlobalValue::NotThreadLocal, e.traits.constant_space);
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

}  // namespace

llvm::Value* table_entry(Emitter& e, const std::vector<std::int32_t>& table, llvm::Value* position, const char* name) {
  bool identity = true;
  std::int32_t largest = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    LATSPLINE_ASSERT(table[i] >= 0);
    identity = identity && table[i] == static_cast<std::int32_t>(i);
    largest = std::max(largest, table[i]);
  }
  if (identity) return position;
  if (std::all_of(table.begin(), table.end(), [&](std::int32_t entry) { return entry == table.front(); }))
    return e.integer(table.front());
  const auto width = static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(largest)));
  if (width == 0) return e.integer(0);
  if (width * table.size() <= (e.lanes == 1 ? 64U : 32U)) {
    std::uint64_t packed = 0;
    for (std::size_t i = 0; i < table.size(); ++i) packed |= static_cast<std::uint64_t>(table[i]) << (i * width);
    llvm::Value* shift = e.times(static_cast<std::int64_t>(width), position);
    llvm::Value* shifted = e.ir.CreateLShr(e.integer(static_cast<std::int64_t>(packed)), shift);
    return e.ir.CreateAnd(shifted, e.integer((std::int64_t{1} << width) - 1));
  }
  const std::vector<std::uint32_t> entries(table.begin(), table.end());
  llvm::Constant* data = llvm::ConstantDataArray::get(e.ir.getContext(), entries);
  llvm::Value* address = e.ir.CreateInBoundsGEP(e.ir.getInt32Ty(), constant_array(e, data, name), position);
  if (e.lanes > 1) return e.ir.CreateMaskedGather(e.indices, address, llvm::Align(4));
  return e.ir.CreateZExt(e.load_constant(e.ir.getInt32Ty(), address), e.index);
}

llvm::Value* signed_table_entry(Emitter& e, const std::vector<std::int64_t>& table, llvm::Value* position,
                                const char* name) {
  const auto [least, greatest] = std::minmax_element(table.begin(), table.end());
  if (*least == *greatest) return e.integer(*least);
  if (*least < std::numeric_limits<std::int32_t>::min() / 2 || *greatest > std::numeric_limits<std::int32_t>::max() / 2)
    throw UnsupportedError("code generation: the table of " + std::string(name) + " has entries beyond 30 bits");
  std::vector<std::int32_t> from_least;
  for (const std::int64_t entry : table) from_least.push_back(static_cast<std::int32_t>(entry - *least));
  llvm::Value* entry = table_entry(e, from_least, position, name);
  return *least == 0 ? entry : e.ir.CreateAdd(entry, e.integer(*least));
}

llvm::Value* real_table_entry(Emitter& e, const std::vector<Rational>& table, llvm::Value* position, const char* name) {
  bool integers = true;
  bool equal = true;
  for (const Rational& entry : table) {
    integers = integers && entry.is_integer() && entry.abs() < Rational(1 << 20);
    equal = equal && entry == table.front();
  }
  if (equal) return e.real(table.front());
  if (integers) {
    std::vector<std::int64_t> entries;
    for (const Rational& entry : table) entries.push_back(entry.to_int64());
    return e.ir.CreateSIToFP(signed_table_entry(e, entries, position, name), e.reals);
  }
  std::vector<llvm::Constant*> entries;
  for (const Rational& entry : table)
    entries.push_back(llvm::ConstantFP::get(
        e.scalar, e.scalar->isFloatTy() ? static_cast<double>(entry.to_float()) : entry.to_double()));
  auto* type = llvm::ArrayType::get(e.scalar, entries.size());
  llvm::Constant* data = llvm::ConstantArray::get(type, entries);
  llvm::Value* address = e.ir.CreateInBoundsGEP(e.scalar, constant_array(e, data, name), position);
  if (e.lanes > 1) return e.ir.CreateMaskedGather(e.reals, address, llvm::Align(e.scalar->isFloatTy() ? 4 : 8));
  return e.load_constant(e.scalar, address);
}

}  // namespace latspline::codegen
