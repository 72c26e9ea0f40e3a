#include "latspline/codegen/signature.h"

#include <vector>

#include "latspline/abi/kernel_abi.h"

namespace latspline::codegen {

namespace {

/// What marks a kernel of a grid. AMD's registers are counted for groups of 256 threads; ptxas left alone finds the number of registers that spills nothing.
void mark_grid_kernel(llvm::Function& function, Grid grid) {
  switch (grid) {
    case Grid::none:
      return;
    case Grid::cuda:
      function.setCallingConv(llvm::CallingConv::PTX_Kernel);
      return;
    case Grid::hip:
      function.setCallingConv(llvm::CallingConv::AMDGPU_KERNEL);
      function.addFnAttr("amdgpu-flat-work-group-size", "1,256");
      return;
    case Grid::opencl:
      function.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
      return;
  }
}

}  // namespace

Signature declare_kernel(Emitter& e) {
  llvm::LLVMContext& context = e.ir.getContext();
  const bool grid = e.traits.grid != Grid::none;
  Signature s;
  struct Argument {
    const char* name;
    llvm::Type* type;
    llvm::Value** value;
    bool written = false;
  };
  // status kernel(volume, points, point_stride, axis_stride, count, values, gradients, hessians); void, and the storage after the volume, for a grid
  std::vector<Argument> arguments = {{"volume", e.pointer, &s.volume}};
  if (grid) arguments.push_back({"storage", e.pointer, &s.storage});
  arguments.insert(arguments.end(), {{"points", e.pointer, &s.points},
                                     {"point_stride", e.index, &s.point_stride},
                                     {"axis_stride", e.index, &s.axis_stride},
                                     {"count", e.index, &s.count},
                                     {"values", e.pointer, &s.values, true},
                                     {"gradients", e.pointer, &s.gradients, true},
                                     {"hessians", e.pointer, &s.hessians, true}});
  std::vector<llvm::Type*> types;
  for (const Argument& argument : arguments) types.push_back(argument.type);
  llvm::Type* result = grid ? e.ir.getVoidTy() : static_cast<llvm::Type*>(e.ir.getInt32Ty());
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, types, false),
                                          llvm::GlobalValue::ExternalLinkage, e.traits.function, e.module);
  s.function = function;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    function->getArg(i)->setName(argument.name);
    *argument.value = function->getArg(i);
    if (!argument.type->isPointerTy()) continue;
    function->addParamAttr(i, llvm::Attribute::NoAlias);
    function->addParamAttr(i, llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
    function->addParamAttr(i, argument.written ? llvm::Attribute::WriteOnly : llvm::Attribute::ReadOnly);
  }
  // The volume may be null, but where it is not, all of it is there.
  function->addParamAttr(0, llvm::Attribute::getWithDereferenceableOrNullBytes(context, sizeof(latspline_volume)));
  function->addFnAttr(llvm::Attribute::NoUnwind);
  // A callback may do anything, evaluate another volume with this kernel among it.
  if (e.plan.options.fetch != Fetch::callback) function->addFnAttr(llvm::Attribute::NoRecurse);
  function->addFnAttr(llvm::Attribute::MustProgress);
  mark_grid_kernel(*function, e.traits.grid);
  if (!e.traits.cpu.empty()) function->addFnAttr("target-cpu", e.traits.cpu);
  if (!e.traits.features.empty()) function->addFnAttr("target-features", e.traits.features);

  e.ir.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  return s;
}

}  // namespace latspline::codegen
