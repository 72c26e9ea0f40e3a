#include "latspline/codegen/loop.h"

#include <llvm/IR/Constants.h>

namespace latspline::codegen {

llvm::MDNode* loop_metadata(llvm::LLVMContext& context) {
  const auto named = [&](const char* name) { return llvm::MDNode::get(context, llvm::MDString::get(context, name)); };
  const auto off = [&](const char* name) {
    return llvm::MDNode::get(context, {llvm::MDString::get(context, name),
                                       llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(context))});
  };
  llvm::MDNode* node = llvm::MDNode::getDistinct(
      context,
      {nullptr, named("llvm.loop.mustprogress"), named("llvm.loop.unroll.disable"), off("llvm.loop.vectorize.enable")});
  node->replaceOperandWith(0, node);
  return node;
}

}  // namespace latspline::codegen
