#include "latspline/codegen/lane_loop.h"

#include "latspline/abi/kernel_abi.h"
#include "latspline/codegen/lane_bins.h"
#include "latspline/codegen/lane_evaluation.h"
#include "latspline/codegen/loop.h"

namespace latspline::codegen {
namespace {

llvm::Value* load_int64(Emitter& e, const VolumeFields& fields, std::size_t offset, std::size_t axis) {
  return load_field(e, fields.volume, e.index, offset + sizeof(std::int64_t) * axis, "number");
}

}  // namespace

llvm::Value* fits_lanes(Emitter& e, const Signature& signature, const VolumeFields& fields, int lanes) {
  llvm::Value* fits = e.ir.CreateICmpUGE(signature.count, e.integer(lanes));
  llvm::Value* span = nullptr;
  for (std::size_t j = 0; j < fields.stride.size(); ++j) {
    llvm::Value* padding = load_int64(e, fields, offsetof(latspline_volume, padding), j);
    llvm::Value* extent = load_int64(e, fields, offsetof(latspline_volume, extent), j);
    llvm::Value* sites = e.plus(extent, e.times(2, padding));
    span = e.plus(span, e.ir.CreateMul(sites, fields.stride[j]));
    // Sites next to those, and the sums on the way to an address, must be countable, too.
    llvm::Value* length = e.times(e.plan.cosets.period[j], sites);
    fits = e.ir.CreateAnd(fits, e.ir.CreateICmpULT(length, e.integer(std::int64_t{1} << 30)));
    fits = e.ir.CreateAnd(fits, e.ir.CreateFCmpOLE(fields.lower[j], fields.upper[j]));
  }
  if (fields.coset_stride != nullptr)
    span = e.plus(span, e.times(static_cast<std::int64_t>(e.plan.cosets.offsets.size()), fields.coset_stride));
  return e.ir.CreateAnd(fits, e.ir.CreateICmpULT(span, e.integer(std::int64_t{1} << 31)));
}

void emit_lane_loop(Emitter& e, const Signature& signature, const VolumeFields& uniform, int lanes,
                    Derivatives derivatives, llvm::BasicBlock* done) {
  e.set_lanes(lanes);
  const VolumeFields fields = in_lanes(e, uniform);
  const LanePoints vectors(e, signature);
  if (uses_bins(e)) {
    evaluate_in_bins(e, signature, vectors, uniform, fields, derivatives);
  } else {
    for_each_vector(e, signature.count, [&](llvm::Value* i) {
      const Values x = vectors.load(e, signature.points, i);
      store_outputs(e, signature, vectors, i, derivatives, evaluate_lanes(e, uniform, fields, x, derivatives));
    });
  }
  e.ir.CreateBr(done);
  e.set_lanes(1);
}

}  // namespace latspline::codegen
