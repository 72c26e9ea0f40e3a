#pragma once

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// Which points a thread of a grid evaluates: first, first + step, .. below the count.
struct GridPosition {
  llvm::Value* first = nullptr;
  llvm::Value* step = nullptr;
};

/// The thread's number in a one-dimensional grid and the number of threads, as 64-bit integers, by what the grid's kind offers.
GridPosition grid_position(Emitter& e);

}  // namespace latspline::codegen
