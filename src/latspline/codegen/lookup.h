#pragma once

#include <vector>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// table[position] as an integer; position is in range in every lane. Computed from an immediate where the table fits into one word, read from
/// memory otherwise.
llvm::Value* table_entry(Emitter& e, const std::vector<std::int32_t>& table, llvm::Value* position, const char* name);

/// The same with entries of either sign; UnsupportedError beyond 30 bits.
llvm::Value* signed_table_entry(Emitter& e, const std::vector<std::int64_t>& table, llvm::Value* position,
                                const char* name);

/// The same with numbers, rounded once.
llvm::Value* real_table_entry(Emitter& e, const std::vector<Rational>& table, llvm::Value* position, const char* name);

}  // namespace latspline::codegen
