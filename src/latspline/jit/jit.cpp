#include "latspline/jit/jit.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "latspline/backend/machine.h"
#include "latspline/backend/module.h"
#include "latspline/base/error.h"
#include "latspline/base/hash.h"

namespace latspline {
namespace {

void check(llvm::Error error, const char* what) {
  if (error) throw InternalError(std::string("JIT, ") + what + ": " + llvm::toString(std::move(error)));
}

template <typename T>
T checked(llvm::Expected<T> expected, const char* what) {
  if (!expected) check(expected.takeError(), what);
  return std::move(*expected);
}

std::string object_file(const Plan& plan, const Target& target, const std::string& function) {
  const std::unique_ptr<llvm::TargetMachine> machine = backend::make_machine(target);
  llvm::LLVMContext context;
  const auto module = backend::build_module(context, plan, *machine, function, true);
  return backend::machine_code(*module, *machine, llvm::CodeGenFileType::ObjectFile);
}

}  // namespace

Kernel jit_compile(const Plan& plan, const Target& target) {
  Kernel kernel;
  kernel.name = backend::function_name(plan, {});
  kernel.dimension = static_cast<std::uint32_t>(plan.dimension);
  kernel.space = plan.space;
  kernel.boundary = static_cast<latspline_boundary>(plan.options.boundary);

  // One execution session a kernel: nothing is shared among kernels or threads, and the code goes when its last user goes. A kernel calls
  // no function of this process and has nothing to initialise, so neither this process's symbols nor a platform is set up.
  const std::string object = object_file(plan, target, kernel.name);
  std::shared_ptr<llvm::orc::LLJIT> jit = checked(llvm::orc::LLJITBuilder()
                                                      .setLinkProcessSymbolsByDefault(false)
                                                      .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                                                      .create(),
                                                  "making the session");
  check(jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object, kernel.name)), "linking the kernel");
  const llvm::orc::ExecutorAddr address = checked(jit->lookup(kernel.name), "looking up the kernel");
  switch (plan.options.scalar) {
    case Scalar::f32:
      kernel.f32 = address.toPtr<latspline_kernel_f32>();
      break;
    case Scalar::f64:
      kernel.f64 = address.toPtr<latspline_kernel_f64>();
      break;
  }
  kernel.code = std::move(jit);
  return kernel;
}

LatticeShape lattice_shape(const Plan& plan) {
  LatticeShape shape;
  shape.dimension = static_cast<std::uint32_t>(plan.dimension);
  shape.coset_count = static_cast<std::uint32_t>(plan.cosets.offsets.size());
  std::copy(plan.cosets.period.begin(), plan.cosets.period.end(), shape.period.begin());
  for (std::size_t j = 0; j < plan.reach.size(); ++j) shape.reach[j] = plan.reach[j].to_double();
  for (const IntVector& offset : plan.cosets.offsets)
    shape.offsets.insert(shape.offsets.end(), offset.begin(), offset.end());
  shape.space = plan.space;
  shape.axis_mirror = plan.axis_mirror;
  return shape;
}

std::string host_cpu() {
  const std::unique_ptr<llvm::TargetMachine> machine = backend::make_machine(host_target());
  return machine->getTargetCPU().str() + "-" + hex64(hash64(machine->getTargetFeatureString().str()));
}

}  // namespace latspline
