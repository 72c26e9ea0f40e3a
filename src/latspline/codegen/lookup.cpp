#include "latspline/codegen/lookup.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <bit>

#include "latspline/base/error.h"

namespace latspline::codegen {

llvm::Value* table_entry(Emitter& e, const std::vector<std::int32_t>& table, llvm::Value* position, const char* name) {
  bool identity = true;
  std::int32_t largest = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    LATSPLINE_ASSERT(table[i] >= 0);
    identity = identity && table[i] == static_cast<std::int32_t>(i);
    largest = std::max(largest, table[i]);
  }
  if (identity) return position;
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
  auto* global = new llvm::GlobalVariable(e.module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, name);
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  llvm::Value* address = e.ir.CreateInBoundsGEP(e.ir.getInt32Ty(), global, position);
  if (e.lanes > 1) return e.ir.CreateMaskedGather(e.indices, address, llvm::Align(4));
  return e.ir.CreateZExt(e.load_constant(e.ir.getInt32Ty(), address), e.index);
}

}  // namespace latspline::codegen
