#include "latspline/codegen/lane_points.h"

#include <array>
#include <vector>

namespace latspline::codegen {
namespace {

enum Layout : std::uint32_t { packed, one_array_per_axis, strided };
constexpr std::array layouts = {packed, one_array_per_axis, strided};

llvm::Align element_alignment(const Emitter& e) { return llvm::Align(e.scalar->isFloatTy() ? 4 : 8); }

/// Takes element e from source[place[e].first], position place[e].second: a chain of two-operand shuffles.
llvm::Value* shuffled(Emitter& e, const Values& source, const std::vector<std::pair<std::size_t, int>>& place) {
  llvm::Value* result = nullptr;
  std::vector<bool> done(place.size(), false);
  for (std::size_t k = 0; k < source.size(); ++k) {
    std::vector<int> mask(place.size(), -1);
    for (std::size_t i = 0; i < place.size(); ++i) {
      const bool comes_now = place[i].first == k;
      if (comes_now) {
        mask[i] = place[i].second + (result == nullptr ? 0 : e.lanes);
        done[i] = true;
      } else if (done[i]) {
        mask[i] = static_cast<int>(i);
      }
    }
    result = result == nullptr ? e.ir.CreateShuffleVector(source[k], mask)
                               : e.ir.CreateShuffleVector(result, source[k], mask);
  }
  return result;
}

}  // namespace

void store_packed(Emitter& e, llvm::Value* array, llvm::Value* i, const Values& components) {
  const std::size_t count = components.size();
  const auto lanes = static_cast<std::size_t>(e.lanes);
  llvm::Value* first = e.ir.CreateGEP(e.scalar, array, e.ir.CreateMul(i, e.ir.getInt64(count)));
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::pair<std::size_t, int>> place;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      place.emplace_back((k * lanes + lane) % count, static_cast<int>((k * lanes + lane) / count));
    e.ir.CreateAlignedStore(shuffled(e, components, place), e.ir.CreateConstGEP1_64(e.reals, first, k),
                            element_alignment(e));
  }
}

LanePoints::LanePoints(Emitter& e, const Signature& signature)
    : point_stride_(signature.point_stride), axis_stride_(signature.axis_stride) {
  const auto equals = [&](llvm::Value* stride, int value) {
    return e.ir.CreateICmpEQ(stride, llvm::ConstantInt::get(e.index, static_cast<std::uint64_t>(value)));
  };
  const auto number = [&](Layout layout) { return e.ir.getInt32(layout); };
  llvm::Value* is_packed = e.ir.CreateAnd(equals(axis_stride_, 1), equals(point_stride_, e.dimension));
  llvm::Value* unpacked = e.ir.CreateSelect(equals(point_stride_, 1), number(one_array_per_axis), number(strided));
  layout_ = e.ir.CreateSelect(is_packed, number(packed), unpacked, "layout");
}

llvm::Value* LanePoints::strided_addresses(Emitter& e, llvm::Value* array, llvm::Value* i, int axis) const {
  const auto wide = [&](llvm::Value* one) { return e.ir.CreateVectorSplat(static_cast<unsigned>(e.lanes), one); };
  std::vector<llvm::Constant*> count;
  for (int lane = 0; lane < e.lanes; ++lane) count.push_back(e.ir.getInt64(static_cast<std::uint64_t>(lane)));
  llvm::Value* first = e.ir.CreateMul(i, point_stride_);
  first = e.ir.CreateAdd(first, e.ir.CreateMul(axis_stride_, e.ir.getInt64(static_cast<std::uint64_t>(axis))));
  llvm::Value* offset = e.ir.CreateMul(llvm::ConstantVector::get(count), wide(point_stride_));
  return e.ir.CreateGEP(e.scalar, array, e.ir.CreateAdd(offset, wide(first)));
}

Values LanePoints::load(Emitter& e, llvm::Value* array, llvm::Value* i) const {
  const llvm::Align alignment = element_alignment(e);
  llvm::BasicBlock* join = e.block("loaded");
  llvm::BasicBlock* impossible = e.block("impossible");
  llvm::SwitchInst* choice = e.ir.CreateSwitch(layout_, impossible, layouts.size());
  e.ir.SetInsertPoint(impossible);
  e.ir.CreateUnreachable();
  const auto s = static_cast<std::size_t>(e.dimension);
  std::vector<std::pair<Values, llvm::BasicBlock*>> cases;
  for (const Layout layout : layouts) {
    llvm::BasicBlock* block = e.block("load");
    choice->addCase(e.ir.getInt32(layout), block);
    e.ir.SetInsertPoint(block);
    Values x;
    if (layout == packed) {
      Values registers;
      llvm::Value* first = e.ir.CreateGEP(e.scalar, array, e.ir.CreateMul(i, point_stride_));
      for (std::size_t k = 0; k < s; ++k) {
        llvm::Value* address = e.ir.CreateConstGEP1_64(e.reals, first, k);
        registers.push_back(e.ir.CreateAlignedLoad(e.reals, address, alignment));
      }
      const auto lanes = static_cast<std::size_t>(e.lanes);
      for (std::size_t j = 0; j < s; ++j) {
        std::vector<std::pair<std::size_t, int>> place;
        for (std::size_t lane = 0; lane < lanes; ++lane)
          place.emplace_back((lane * s + j) / lanes, static_cast<int>((lane * s + j) % lanes));
        x.push_back(shuffled(e, registers, place));
      }
    } else if (layout == one_array_per_axis) {
      llvm::Value* offset = i;
      for (std::size_t j = 0; j < s; ++j) {
        if (j > 0) offset = e.ir.CreateAdd(offset, axis_stride_);
        x.push_back(e.ir.CreateAlignedLoad(e.reals, e.ir.CreateGEP(e.scalar, array, offset), alignment));
      }
    } else {
      for (int j = 0; j < e.dimension; ++j)
        x.push_back(e.ir.CreateMaskedGather(e.reals, strided_addresses(e, array, i, j), alignment));
    }
    cases.emplace_back(x, block);
    e.ir.CreateBr(join);
  }
  e.ir.SetInsertPoint(join);
  Values merged;
  for (std::size_t j = 0; j < s; ++j) {
    llvm::PHINode* x = e.ir.CreatePHI(e.reals, layouts.size(), "x");
    for (const auto& [loaded, from] : cases) x->addIncoming(loaded[j], from);
    merged.push_back(x);
  }
  return merged;
}

void LanePoints::store(Emitter& e, llvm::Value* array, llvm::Value* i, const Values& components) const {
  const llvm::Align alignment = element_alignment(e);
  llvm::BasicBlock* join = e.block("stored");
  llvm::BasicBlock* impossible = e.block("impossible");
  llvm::SwitchInst* choice = e.ir.CreateSwitch(layout_, impossible, layouts.size());
  e.ir.SetInsertPoint(impossible);
  e.ir.CreateUnreachable();
  const auto s = static_cast<std::size_t>(e.dimension);
  for (const Layout layout : layouts) {
    llvm::BasicBlock* block = e.block("store");
    choice->addCase(e.ir.getInt32(layout), block);
    e.ir.SetInsertPoint(block);
    if (layout == packed) {
      store_packed(e, array, i, components);
    } else if (layout == one_array_per_axis) {
      llvm::Value* offset = i;
      for (std::size_t j = 0; j < s; ++j) {
        if (j > 0) offset = e.ir.CreateAdd(offset, axis_stride_);
        e.ir.CreateAlignedStore(components[j], e.ir.CreateGEP(e.scalar, array, offset), alignment);
      }
    } else {
      for (int j = 0; j < e.dimension; ++j)
        e.ir.CreateMaskedScatter(components[static_cast<std::size_t>(j)], strided_addresses(e, array, i, j), alignment);
    }
    e.ir.CreateBr(join);
  }
  e.ir.SetInsertPoint(join);
}

void store_outputs(Emitter& e, const Signature& signature, const LanePoints& vectors, llvm::Value* i,
                   Derivatives derivatives, const Outputs& outputs) {
  const llvm::Align alignment = element_alignment(e);
  const auto first_entry = outputs.begin() + 1 + e.dimension;
  const auto store_gradients = [&] {
    vectors.store(e, signature.gradients, i, Values(outputs.begin() + 1, first_entry));
  };
  switch (derivatives) {
    case Derivatives::none:
      e.ir.CreateAlignedStore(outputs.front(), e.ir.CreateGEP(e.scalar, signature.values, i), alignment);
      break;
    case Derivatives::gradient:
      e.ir.CreateAlignedStore(outputs.front(), value_address(e, signature, i), alignment);
      store_gradients();
      break;
    case Derivatives::hessian:
      e.ir.CreateAlignedStore(outputs.front(), value_address(e, signature, i), alignment);
      if_given(e, signature.gradients, store_gradients);
      store_packed(e, signature.hessians, i, Values(first_entry, outputs.end()));
      break;
  }
}

}  // namespace latspline::codegen
