#include "latspline/codegen/lane_bins.h"

#include <algorithm>
#include <vector>

#include "latspline/codegen/lane_evaluation.h"
#include "latspline/codegen/loop.h"

namespace latspline::codegen {
namespace {

/// Points of a block: enough to fill the lanes of each of several sub-regions, few enough for the first-level cache.
constexpr int block_points = 256;

/// What `Bin::automatic` asks the sorting to save, in operations and fetches of a point: where it saves a hundred, both ways take the same time
/// (docs/performance.md).
constexpr int worthwhile = 120;

/// What a block needs in memory, by point and, behind `order`, by place in the order.
class Block {
 public:
  Block(Emitter& e, Derivatives derivatives)
      : e_(e),
        references_(e.plan.references.size()),
        numbers_(e.room(array(e.ir.getInt32Ty(), block_points))),
        order_(e.room(array(e.ir.getInt32Ty(), block_points + e.lanes))),
        places_(e.room(array(e.ir.getInt32Ty(), block_points))),
        begin_(e.room(array(e.index, static_cast<int>(references_) + 1))),
        next_(e.room(array(e.index, static_cast<int>(references_) + 1))) {
    for (int j = 0; j < e.dimension; ++j) x_.push_back(e.room(array(e.scalar, block_points)));
    for (int k = 0; k < output_count(e.dimension, derivatives); ++k)
      results_.push_back(e.room(array(e.scalar, block_points + e.lanes)));
  }

  void keep_point(llvm::Value* i, const Values& x, llvm::Value* numbers) {
    for (std::size_t j = 0; j < x.size(); ++j) store(x[j], at(e_.scalar, x_[j], i));
    store(numbers, at(e_.ir.getInt32Ty(), numbers_, i));
  }

  /// order: the points by sub-region; places: where a point is in it; begin: where a sub-region's points begin.
  void sort(llvm::Value* size) {
    llvm::Value* zero = e_.ir.getInt64(0);
    llvm::Value* one = e_.ir.getInt64(1);
    const auto word = [&](llvm::Value* where, llvm::Value* i) { return at(e_.index, where, i); };
    const auto number = [&](llvm::Value* i) {
      return e_.ir.CreateZExt(e_.ir.CreateLoad(e_.ir.getInt32Ty(), at(e_.ir.getInt32Ty(), numbers_, i)), e_.index);
    };
    llvm::Value* references = e_.ir.getInt64(references_);
    for_each_step(e_, zero, references, 1, [&](llvm::Value* r) { e_.ir.CreateStore(zero, word(next_, r)); });
    for_each_step(e_, zero, size, 1, [&](llvm::Value* i) {
      llvm::Value* counter = word(next_, number(i));
      e_.ir.CreateStore(e_.ir.CreateAdd(e_.ir.CreateLoad(e_.index, counter), one), counter);
    });
    e_.ir.CreateStore(zero, begin_);
    for_each_step(e_, zero, references, 1, [&](llvm::Value* r) {
      llvm::Value* begin = e_.ir.CreateLoad(e_.index, word(begin_, r));
      llvm::Value* end = e_.ir.CreateAdd(begin, e_.ir.CreateLoad(e_.index, word(next_, r)));
      e_.ir.CreateStore(begin, word(next_, r));
      e_.ir.CreateStore(end, word(begin_, e_.ir.CreateAdd(r, one)));
    });
    for_each_step(e_, zero, size, 1, [&](llvm::Value* i) {
      llvm::Value* counter = word(next_, number(i));
      llvm::Value* place = e_.ir.CreateLoad(e_.index, counter);
      e_.ir.CreateStore(e_.ir.CreateAdd(place, one), counter);
      e_.ir.CreateStore(e_.ir.CreateTrunc(i, e_.ir.getInt32Ty()), at(e_.ir.getInt32Ty(), order_, place));
      e_.ir.CreateStore(e_.ir.CreateTrunc(place, e_.ir.getInt32Ty()), at(e_.ir.getInt32Ty(), places_, i));
    });
  }

  llvm::Value* begin(std::size_t reference) const {
    return e_.ir.CreateLoad(e_.index, at(e_.index, begin_, e_.ir.getInt64(reference)));
  }

  /// The points at the places from `p` on, of those before `end`; the first of them in place of those from `end` on.
  Values points_from(llvm::Value* p, llvm::Value* end) const {
    std::vector<llvm::Constant*> count;
    for (int lane = 0; lane < e_.lanes; ++lane) count.push_back(e_.ir.getInt32(static_cast<std::uint32_t>(lane)));
    llvm::Value* left = e_.ir.CreateTrunc(e_.ir.CreateSub(end, p), e_.ir.getInt32Ty());
    llvm::Value* there = e_.ir.CreateICmpSLT(llvm::ConstantVector::get(count), splat(left));
    llvm::Value* address = at(e_.ir.getInt32Ty(), order_, p);
    llvm::Value* first = e_.ir.CreateLoad(e_.ir.getInt32Ty(), address);
    llvm::Value* points =
        e_.ir.CreateSelect(there, e_.ir.CreateAlignedLoad(indices(), address, llvm::Align(4)), splat(first));
    Values x;
    for (llvm::Value* coordinates : x_) x.push_back(gathered(coordinates, points));
    return x;
  }

  /// Results for the places from `p` on. What lies beyond the sub-region's is overwritten by the next one's, or read by nobody.
  void keep_results(llvm::Value* p, const Outputs& outputs) {
    for (std::size_t k = 0; k < outputs.size(); ++k) store(outputs[k], at(e_.scalar, results_[k], p));
  }

  /// Those of the points from `i` on.
  Outputs results_of(llvm::Value* i) const {
    llvm::Value* places = e_.ir.CreateAlignedLoad(indices(), at(e_.ir.getInt32Ty(), places_, i), llvm::Align(4));
    Outputs outputs;
    for (llvm::Value* results : results_) outputs.push_back(gathered(results, places));
    return outputs;
  }

 private:
  static llvm::Type* array(llvm::Type* type, int count) {
    return llvm::ArrayType::get(type, static_cast<std::uint64_t>(count));
  }
  llvm::Type* indices() const {
    return llvm::FixedVectorType::get(e_.ir.getInt32Ty(), static_cast<unsigned>(e_.lanes));
  }
  llvm::Value* splat(llvm::Value* one) const { return e_.ir.CreateVectorSplat(static_cast<unsigned>(e_.lanes), one); }
  llvm::Value* at(llvm::Type* type, llvm::Value* where, llvm::Value* i) const {
    return e_.ir.CreateGEP(type, where, i);
  }
  llvm::Align alignment() const { return llvm::Align(e_.scalar->isFloatTy() ? 4 : 8); }
  void store(llvm::Value* vector, llvm::Value* address) { e_.ir.CreateAlignedStore(vector, address, llvm::Align(4)); }
  llvm::Value* gathered(llvm::Value* from, llvm::Value* at_elements) const {
    return e_.ir.CreateMaskedGather(e_.reals, e_.ir.CreateGEP(e_.scalar, from, at_elements), alignment());
  }

  Emitter& e_;
  std::size_t references_;
  llvm::Value* numbers_;
  llvm::Value* order_;
  llvm::Value* places_;
  llvm::Value* begin_;
  llvm::Value* next_;
  Values x_;
  std::vector<llvm::Value*> results_;
};

}  // namespace

bool uses_bins(const Emitter& e) {
  const Plan& plan = e.plan;
  if (plan.references.size() < 2 || plan.shifts.size() != 1 || plan.options.bin == Bin::off) return false;
  if (plan.options.bin == Bin::on) return true;
  if (!plan.options.branches) return false;
  int all = 0;
  int most = 0;
  for (const ReferenceSubregion& reference : plan.references) {
    const OperationCounts counts = count_operations(reference.value);
    const int operations = counts.arithmetic() + counts.fetches;
    all += operations;
    most = std::max(most, operations);
  }
  return all - most >= worthwhile;
}

void evaluate_in_bins(Emitter& e, const Signature& signature, const LanePoints& vectors, const VolumeFields& uniform,
                      const VolumeFields& fields, Derivatives derivatives) {
  Block block(e, derivatives);
  for_each_step(e, e.ir.getInt64(0), signature.count, block_points, [&](llvm::Value* begin) {
    // The last block is no smaller than a vector: it may repeat points of the one before.
    llvm::Value* latest = e.ir.CreateSub(signature.count, e.ir.getInt64(static_cast<std::uint64_t>(e.lanes)));
    llvm::Value* first = e.ir.CreateSelect(e.ir.CreateICmpSLT(begin, latest), begin, latest);
    llvm::Value* left = e.ir.CreateSub(signature.count, first);
    llvm::Value* most = e.ir.getInt64(block_points);
    llvm::Value* size = e.ir.CreateSelect(e.ir.CreateICmpSLT(left, most), left, most);

    for_each_vector(e, size, [&](llvm::Value* i) {
      const Values x = vectors.load(e, signature.points, e.ir.CreateAdd(first, i));
      block.keep_point(i, x, reference_numbers(e, fields, x));
    });
    block.sort(size);
    for (std::size_t r = 0; r < e.plan.references.size(); ++r) {
      llvm::Value* end = block.begin(r + 1);
      for_each_step(e, block.begin(r), end, e.lanes, [&](llvm::Value* p) {
        block.keep_results(p, evaluate_lanes(e, uniform, fields, block.points_from(p, end), derivatives, r));
      });
    }
    for_each_vector(e, size, [&](llvm::Value* i) {
      store_outputs(e, signature, vectors, e.ir.CreateAdd(first, i), derivatives, block.results_of(i));
    });
  });
}

}  // namespace latspline::codegen
