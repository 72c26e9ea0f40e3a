#include "latspline/codegen/lane_fetch.h"

#include <algorithm>

#include "latspline/base/error.h"
#include "latspline/codegen/addresses.h"
#include "latspline/plan/fold_steps.h"

namespace latspline::codegen {
namespace {

llvm::Align element_alignment(const Emitter& e) { return llvm::Align(e.scalar->isFloatTy() ? 4 : 8); }

}  // namespace

llvm::Value* concatenated(Emitter& e, std::vector<llvm::Value*> parts) {
  while (parts.size() > 1) {
    std::vector<llvm::Value*> doubled;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const auto width = llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements();
      std::vector<int> mask;
      for (unsigned k = 0; k < 2 * width; ++k) mask.push_back(static_cast<int>(k));
      doubled.push_back(e.ir.CreateShuffleVector(parts[i], parts[i + 1], mask));
    }
    parts = doubled;
  }
  return parts.front();
}

namespace {

/// The same choice from every block of `choice.size()` elements; choices from the block's length on are from b.
llvm::Value* blockwise(Emitter& e, llvm::Value* a, llvm::Value* b, std::initializer_list<int> choice) {
  const int width = static_cast<int>(choice.size());
  std::vector<int> mask;
  for (int block = 0; block < e.lanes; block += width) {
    for (const int c : choice) mask.push_back(c < width ? block + c : e.lanes + block + c - width);
  }
  return e.ir.CreateShuffleVector(a, b, mask);
}

}  // namespace

std::vector<llvm::Value*> transposed(Emitter& e, const std::vector<llvm::Value*>& rows, std::size_t width) {
  std::vector<llvm::Value*> v;  // v[r]: rows r, r + width, r + 2 width, ..
  for (std::size_t r = 0; r < width; ++r) {
    std::vector<llvm::Value*> parts;
    for (std::size_t lane = r; lane < rows.size(); lane += width) parts.push_back(rows[lane]);
    v.push_back(concatenated(e, parts));
  }
  if (width == 2) return {blockwise(e, v[0], v[1], {0, 2}), blockwise(e, v[0], v[1], {1, 3})};
  if (e.scalar->isFloatTy()) {
    llvm::Value* a0 = blockwise(e, v[0], v[1], {0, 4, 1, 5});
    llvm::Value* a1 = blockwise(e, v[0], v[1], {2, 6, 3, 7});
    llvm::Value* b0 = blockwise(e, v[2], v[3], {0, 4, 1, 5});
    llvm::Value* b1 = blockwise(e, v[2], v[3], {2, 6, 3, 7});
    return {blockwise(e, a0, b0, {0, 1, 4, 5}), blockwise(e, a0, b0, {2, 3, 6, 7}), blockwise(e, a1, b1, {0, 1, 4, 5}),
            blockwise(e, a1, b1, {2, 3, 6, 7})};
  }
  // Within 128 bits first, then whole halves of 256.
  llvm::Value* a0 = blockwise(e, v[0], v[1], {0, 4, 2, 6});
  llvm::Value* a1 = blockwise(e, v[0], v[1], {1, 5, 3, 7});
  llvm::Value* b0 = blockwise(e, v[2], v[3], {0, 4, 2, 6});
  llvm::Value* b1 = blockwise(e, v[2], v[3], {1, 5, 3, 7});
  return {blockwise(e, a0, b0, {0, 1, 4, 5}), blockwise(e, a1, b1, {0, 1, 4, 5}), blockwise(e, a0, b0, {2, 3, 6, 7}),
          blockwise(e, a1, b1, {2, 3, 6, 7})};
}

LaneFetch::LaneFetch(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const RoundedPoint& rounded,
                     const Fold& fold)
    : uniform_(uniform), fold_(fold) {
  for (int j = 0; j < e.dimension; ++j) {
    const Vector axis = Matrix::identity(e.dimension).column(j);
    moves_.push_back(
        std::any_of(e.plan.fold.begin(), e.plan.fold.end(),
                    [&](const Reflection& r) { return !r.functional[static_cast<std::size_t>(j)].is_zero(); }) ||
        std::any_of(e.plan.transforms.begin(), e.plan.transforms.end(),
                    [&](const Transform& t) { return t.linear * axis != axis; }));
  }
  const std::vector<IntVector>& bases = step_bases(e.plan);
  base_.resize(bases.size());
  for (const ReferenceSubregion& reference : e.plan.references) {
    LATSPLINE_ASSERT(reference.coset.size() == reference.sites.size() &&
                     reference.step.size() == reference.sites.size());
    for (const std::int32_t base : reference.coset) {
      const auto b = static_cast<std::size_t>(base);
      llvm::Value*& slot = base_.at(b);
      if (slot == nullptr) slot = site_element(e, fields, rounded, fold, bases[b]);
    }
  }
}

bool LaneFetch::moves() const {
  return std::any_of(moves_.begin(), moves_.end(), [](bool moves) { return moves; });
}

void LaneFetch::find_runs(const ReferenceSubregion& reference, std::size_t longest) {
  std::vector<std::size_t> order;
  for (std::size_t m = 0; m < reference.sites.size(); ++m) order.push_back(m);
  const auto row = [&](std::size_t m) {
    const IntVector& k = reference.step[m];
    return std::pair(reference.coset[m], IntVector(k.rbegin(), k.rend()));
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row(a) < row(b); });
  runs_.clear();
  run_of_.assign(order.size(), 0);
  for (const std::size_t m : order) {
    bool follows = false;
    if (!runs_.empty() && runs_.back().size() < longest) {
      const std::size_t last = runs_.back().back();
      IntVector next = reference.step[last];
      ++next[0];
      follows = reference.coset[last] == reference.coset[m] && next == reference.step[m];
    }
    if (!follows) runs_.emplace_back();
    runs_.back().push_back(m);
    run_of_[m] = runs_.size() - 1;
  }
}

void LaneFetch::start_subregion(Emitter& e, const ReferenceSubregion& reference, llvm::Value* active) {
  reference_ = &reference;
  active_ = active;
  partial_.clear();
  lane_elements_.clear();
  safe_elements_.clear();
  coefficients_.assign(reference.sites.size(), nullptr);
  std::size_t longest = std::min<std::size_t>(4, static_cast<std::size_t>(e.lanes));
  if (active != nullptr) longest = e.scalar->isFloatTy() && e.traits.fast_gather ? 2 : 1;
  find_runs(reference, moves_[0] ? 1 : longest);
}

LaneFetch::Place LaneFetch::place(Emitter& e, std::size_t site) {
  const IntVector& k = reference_->step[site];
  const std::int32_t base = reference_->coset[site];
  Place result{uniform_.coefficients, base_.at(static_cast<std::size_t>(base))};
  if (e.plan.stride_scale != 1) {
    result.element = e.ir.CreateAdd(result.element, fold_.elements(e, k));
    return result;
  }
  IntVector added(k.size(), 0);
  for (std::size_t j = k.size(); j-- > 0;) {
    if (k[j] == 0) continue;
    if (!moves_[j]) {
      llvm::Value* offset = e.ir.CreateMul(e.ir.getInt64(static_cast<std::uint64_t>(k[j])), uniform_.stride[j]);
      result.address = e.ir.CreateGEP(e.scalar, result.address, offset);
      continue;
    }
    added[j] = k[j];
    llvm::Value*& slot = partial_[{base, added}];
    if (slot == nullptr) slot = e.ir.CreateAdd(result.element, e.times(k[j], fold_.stride()[j]));
    result.element = slot;
  }
  return result;
}

llvm::Value* LaneFetch::gathered(Emitter& e, const Place& from, llvm::Type* type) {
  return e.ir.CreateMaskedGather(type, e.ir.CreateGEP(e.scalar, from.address, from.element), element_alignment(e),
                                 active_);
}

llvm::Value* LaneFetch::loaded(Emitter& e, const Place& from) {
  llvm::Value* element = from.element;
  if (active_ != nullptr) {
    // A masked load a lane would be a branch a lane: read near the site 0 instead.
    llvm::Value*& safe = safe_elements_[element];
    if (safe == nullptr) safe = e.ir.CreateSelect(active_, element, llvm::Constant::getNullValue(element->getType()));
    element = safe;
  }
  llvm::Value* result = llvm::PoisonValue::get(e.reals);
  std::uint64_t lane = 0;
  for (llvm::Value* one : lane_elements(e, element)) {
    llvm::Value* c =
        e.ir.CreateAlignedLoad(e.scalar, e.ir.CreateGEP(e.scalar, from.address, one), element_alignment(e));
    result = e.ir.CreateInsertElement(result, c, lane++);
  }
  return result;
}

void LaneFetch::fetch_pair(Emitter& e, const Run& run) {
  const auto lanes = static_cast<unsigned>(e.lanes);
  llvm::Type* wide = llvm::FixedVectorType::get(e.ir.getInt64Ty(), lanes);
  llvm::Value* pairs = gathered(e, place(e, run[0]), wide);
  llvm::Value* numbers = e.ir.CreateBitCast(pairs, llvm::FixedVectorType::get(e.scalar, 2 * lanes));
  for (std::size_t c = 0; c < 2; ++c) {
    std::vector<int> mask;
    for (unsigned lane = 0; lane < lanes; ++lane) mask.push_back(static_cast<int>(2 * lane + c));
    coefficients_[run[c]] = e.ir.CreateShuffleVector(numbers, mask);
  }
}

const std::vector<llvm::Value*>& LaneFetch::lane_elements(Emitter& e, llvm::Value* element) {
  std::vector<llvm::Value*>& elements = lane_elements_[element];
  if (elements.empty()) {
    // By way of memory: a load takes the place of the two instructions that moving a lane to a general register takes. Volatile, lest it be undone.
    llvm::Value* place = e.room(element->getType());
    e.ir.CreateStore(element, place, true);
    for (std::uint64_t lane = 0; lane < static_cast<std::uint64_t>(e.lanes); ++lane) {
      llvm::Value* one =
          e.ir.CreateLoad(e.ir.getInt32Ty(), e.ir.CreateConstGEP1_64(e.ir.getInt32Ty(), place, lane), true);
      elements.push_back(e.ir.CreateSExt(one, e.index));
    }
  }
  return elements;
}

void LaneFetch::fetch_rows(Emitter& e, const Run& run) {
  const std::size_t width = run.size() == 2 ? 2 : 4;
  llvm::Type* row = llvm::FixedVectorType::get(e.scalar, static_cast<unsigned>(width));
  const Place from = place(e, run[0]);
  std::vector<llvm::Value*> rows;
  for (llvm::Value* element : lane_elements(e, from.element)) {
    llvm::Value* address = e.ir.CreateGEP(e.scalar, from.address, element);
    if (run.size() == width) {
      rows.push_back(e.ir.CreateAlignedLoad(row, address, element_alignment(e)));
      continue;
    }
    // What follows the run need not be there.
    llvm::Constant* three[] = {e.ir.getTrue(), e.ir.getTrue(), e.ir.getTrue(), e.ir.getFalse()};
    rows.push_back(e.ir.CreateMaskedLoad(row, address, element_alignment(e), llvm::ConstantVector::get(three)));
  }
  const std::vector<llvm::Value*> columns = transposed(e, rows, width);
  for (std::size_t c = 0; c < run.size(); ++c) coefficients_[run[c]] = columns[c];
}

llvm::Value* LaneFetch::coefficient(Emitter& e, std::size_t site) {
  if (coefficients_[site] != nullptr) return coefficients_[site];
  const Run& run = runs_[run_of_[site]];
  const bool gathers_pair =
      run.size() == 2 && e.scalar->isFloatTy() && (e.traits.fast_pair_gather || active_ != nullptr);
  if (run.size() == 1) {
    coefficients_[site] = e.traits.fast_gather ? gathered(e, place(e, site), e.reals) : loaded(e, place(e, site));
  } else if (gathers_pair) {
    fetch_pair(e, run);
  } else {
    fetch_rows(e, run);
  }
  return coefficients_[site];
}

}  // namespace latspline::codegen
