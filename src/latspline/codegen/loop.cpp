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

void for_each_step(Emitter& e, llvm::Value* begin, llvm::Value* end, int step,
                   llvm::function_ref<void(llvm::Value*)> body) {
  llvm::BasicBlock* loop = e.block("round");
  llvm::BasicBlock* after = e.block("after");
  llvm::BasicBlock* before = e.ir.GetInsertBlock();
  e.ir.CreateCondBr(e.ir.CreateICmpSLT(begin, end), loop, after);
  e.ir.SetInsertPoint(loop);
  llvm::PHINode* i = e.ir.CreatePHI(e.index, 2, "i");
  i->addIncoming(begin, before);
  body(i);
  llvm::Value* next = e.ir.CreateAdd(i, e.ir.getInt64(static_cast<std::uint64_t>(step)), "next", true, true);
  i->addIncoming(next, e.ir.GetInsertBlock());
  llvm::BranchInst* back = e.ir.CreateCondBr(e.ir.CreateICmpSLT(next, end), loop, after);
  back->setMetadata(llvm::LLVMContext::MD_loop, loop_metadata(e.ir.getContext()));
  e.ir.SetInsertPoint(after);
}

void for_each_vector(Emitter& e, llvm::Value* count, llvm::function_ref<void(llvm::Value*)> body) {
  llvm::Value* width = e.ir.getInt64(static_cast<std::uint64_t>(e.lanes));
  llvm::Value* last = e.ir.CreateSub(count, width, "last", true, false);
  llvm::BasicBlock* before = e.ir.GetInsertBlock();
  llvm::BasicBlock* loop = e.block("points");
  llvm::BasicBlock* after = e.block("after_points");
  e.ir.CreateBr(loop);

  e.ir.SetInsertPoint(loop);
  llvm::PHINode* i = e.ir.CreatePHI(e.index, 2, "i");
  i->addIncoming(e.ir.getInt64(0), before);
  body(i);
  llvm::Value* following = e.ir.CreateAdd(i, width, "following", true, false);
  llvm::Value* beyond = e.ir.CreateICmpUGT(following, last);
  i->addIncoming(e.ir.CreateSelect(beyond, last, following), e.ir.GetInsertBlock());
  llvm::BranchInst* back = e.ir.CreateCondBr(e.ir.CreateICmpEQ(i, last), after, loop);
  back->setMetadata(llvm::LLVMContext::MD_loop, loop_metadata(e.ir.getContext()));
  e.ir.SetInsertPoint(after);
}

}  // namespace latspline::codegen
