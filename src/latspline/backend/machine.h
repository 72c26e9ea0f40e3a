#pragma once

#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "latspline/codegen/emitter.h"
#include "latspline/target/target.h"

namespace latspline::backend {

/// LLVM's machine for a target, with the cpu "host" replaced by this machine's name and features. InputError for a cpu or feature that the
/// architecture does not have, UnsupportedError where LLVM was built without the architecture.
std::unique_ptr<llvm::TargetMachine> make_machine(const Target& target);

/// What code generation needs to know of the machine.
codegen::KernelTraits kernel_traits(const llvm::TargetMachine& machine, const std::string& function);

}  // namespace latspline::backend
