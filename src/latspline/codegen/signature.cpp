#include "latspline/codegen/signature.h"

#include "latspline/abi/kernel_abi.h"

namespace latspline::codegen {

Signature declare_kernel(Emitter& e) {
  llvm::LLVMContext& context = e.ir.getContext();
  // status kernel(volume, points, point_stride, axis_stride, count, values, gradients, hessians)
  llvm::FunctionType* type = llvm::FunctionType::get(
      e.ir.getInt32Ty(), {e.pointer, e.pointer, e.index, e.index, e.index, e.pointer, e.pointer, e.pointer}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, e.traits.function, e.module);

  Signature s;
  s.function = function;
  const char* const names[] = {"volume", "points", "point_stride", "axis_stride",
                               "count",  "values", "gradients",    "hessians"};
  llvm::Value** const members[] = {&s.volume, &s.points, &s.point_stride, &s.axis_stride,
                                   &s.count,  &s.values, &s.gradients,    &s.hessians};
  for (unsigned i = 0; i < 8; ++i) {
    function->getArg(i)->setName(names[i]);
    *members[i] = function->getArg(i);
  }
  for (const unsigned argument : {0u, 1u, 5u, 6u, 7u}) {
    function->addParamAttr(argument, llvm::Attribute::NoAlias);
    function->addParamAttr(argument, llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
    function->addParamAttr(argument, argument <= 1 ? llvm::Attribute::ReadOnly : llvm::Attribute::WriteOnly);
  }
  // The volume may be null, but where it is not, all of it is there.
  function->addParamAttr(0, llvm::Attribute::getWithDereferenceableOrNullBytes(context, sizeof(latspline_volume)));
  function->addFnAttr(llvm::Attribute::NoUnwind);
  // A callback may do anything, evaluate another volume with this kernel among it.
  if (e.plan.options.fetch != Fetch::callback) function->addFnAttr(llvm::Attribute::NoRecurse);
  function->addFnAttr(llvm::Attribute::MustProgress);
  function->addFnAttr("target-cpu", e.traits.cpu);
  if (!e.traits.features.empty()) function->addFnAttr("target-features", e.traits.features);

  e.ir.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  return s;
}

}  // namespace latspline::codegen
