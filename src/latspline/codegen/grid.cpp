#include "latspline/codegen/grid.h"

#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "latspline/base/error.h"

namespace latspline::codegen {
namespace {

llvm::Value* register_value(Emitter& e, llvm::Intrinsic::ID id) {
  return e.ir.CreateZExt(e.ir.CreateIntrinsic(e.ir.getInt32Ty(), id, {}), e.index);
}

GridPosition in_blocks(Emitter& e, llvm::Value* block, llvm::Value* block_count, llvm::Value* size,
                       llvm::Value* thread) {
  return {e.ir.CreateAdd(e.ir.CreateMul(block, size), thread), e.ir.CreateMul(block_count, size)};
}

/// The OpenCL C function `name` of a dimension's number, by its Itanium name: what SPIR-V's built-in variables are made from.
llvm::Value* opencl_call(Emitter& e, const char* name) {
  llvm::FunctionType* type = llvm::FunctionType::get(e.index, {e.ir.getInt32Ty()}, false);
  llvm::FunctionCallee callee = e.module.getOrInsertFunction(name, type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* call = e.ir.CreateCall(callee, {e.ir.getInt32(0)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

/// A field of the arguments that the runtime appends to a kernel's own.
/// Source: "User Guide for AMDGPU Backend", hidden kernel arguments of code object version 5.
llvm::Value* hip_argument(Emitter& e, std::size_t offset, llvm::Type* type) {
  llvm::Value* arguments = e.ir.CreateIntrinsic(e.ir.getPtrTy(4), llvm::Intrinsic::amdgcn_implicitarg_ptr, {});
  llvm::Value* address = e.ir.CreateConstInBoundsGEP1_64(e.ir.getInt8Ty(), arguments, offset);
  return e.ir.CreateZExt(e.load_constant(type, address), e.index);
}

}  // namespace

GridPosition grid_position(Emitter& e) {
  switch (e.traits.grid) {
    case Grid::none:
      break;
    case Grid::cuda:
      return in_blocks(e, register_value(e, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x),
                       register_value(e, llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x),
                       register_value(e, llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x),
                       register_value(e, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x));
    case Grid::hip:
      return in_blocks(e, register_value(e, llvm::Intrinsic::amdgcn_workgroup_id_x),
                       hip_argument(e, 0, e.ir.getInt32Ty()), hip_argument(e, 12, e.ir.getInt16Ty()),
                       register_value(e, llvm::Intrinsic::amdgcn_workitem_id_x));
    case Grid::opencl:
      return {opencl_call(e, "_Z13get_global_idj"), opencl_call(e, "_Z15get_global_sizej")};
  }
  throw InternalError("a thread's position was asked for outside a grid");
}

}  // namespace latspline::codegen
