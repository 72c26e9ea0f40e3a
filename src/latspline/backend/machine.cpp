#include "latspline/backend/machine.h"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "latspline/base/error.h"

namespace latspline::backend {
namespace {

void register_targets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
  });
}

/// "+a,-b,..", sorted.
std::string host_features() {
  std::vector<std::string> features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    features.push_back((feature.getValue() ? "+" : "-") + feature.getKey().str());
  std::sort(features.begin(), features.end());
  std::string text;
  for (const std::string& feature : features) text += (text.empty() ? "" : ",") + feature;
  return text;
}

/// LLVM only warns about names that it does not know.
void check_names(const llvm::MCSubtargetInfo& known, const Target& target, const std::string& cpu) {
  if (!cpu.empty() && !known.isCPUStringValid(cpu)) {
    throw InputError("target \"" + to_string(target) + "\": LLVM knows no cpu \"" + cpu + "\" of this architecture; " +
                     "\"llc -march=.. -mcpu=help\" lists those it accepts");
  }
  llvm::SmallVector<llvm::StringRef, 8> features;
  llvm::StringRef(target.features).split(features, ',', -1, false);
  for (const llvm::StringRef feature : features) {
    const llvm::StringRef name = feature.drop_front();
    const auto all = known.getAllProcessorFeatures();
    const bool exists = std::any_of(all.begin(), all.end(), [&](const auto& entry) { return name == entry.Key; });
    if (!exists) {
      throw InputError("target \"" + to_string(target) + "\": LLVM knows no feature \"" + name.str() +
                       "\" of this architecture; \"llc -march=.. -mattr=help\" lists those it accepts");
    }
  }
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_machine(const Target& target) {
  register_targets();
  const llvm::Triple triple(target.triple);
  std::string reason;
  const llvm::Target* llvm_target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (llvm_target == nullptr)
    throw UnsupportedError("target \"" + to_string(target) + "\": this LLVM cannot generate code for it: " + reason);

  std::string cpu = target.cpu;
  std::string features = target.features;
  // SPIR-V knows no cpus, and WebAssembly's vectors are there unless taken away.
  if (target.architecture == Architecture::spirv64 && cpu == "generic") cpu.clear();
  if (target.architecture == Architecture::wasm32) features = features.empty() ? "+simd128" : "+simd128," + features;
  if (cpu == "host") {
    cpu = llvm::sys::getHostCPUName().str();
    const std::string found = host_features();
    if (!found.empty()) features = features.empty() ? found : found + "," + features;
  }
  llvm::TargetOptions options;
  options.MCOptions.AsmVerbose = true;
  const auto make = [&](const std::string& with_cpu, const std::string& with_features) {
    return std::unique_ptr<llvm::TargetMachine>(llvm_target->createTargetMachine(
        triple, with_cpu, with_features, options, llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  };
  // A machine of no particular cpu, to ask what names there are without LLVM printing a warning.
  const std::unique_ptr<llvm::TargetMachine> generic = make(is_grid(target.architecture) ? "" : "generic", "");
  if (generic == nullptr)
    throw UnsupportedError("target \"" + to_string(target) + "\": this LLVM has no code generator for it");
  check_names(*generic->getMCSubtargetInfo(), target, cpu);
  std::unique_ptr<llvm::TargetMachine> machine = make(cpu, features);
  LATSPLINE_ASSERT(machine != nullptr);
  return machine;
}

codegen::KernelTraits kernel_traits(const llvm::TargetMachine& machine, const std::string& function) {
  codegen::KernelTraits traits;
  traits.function = function;
  traits.triple = machine.getTargetTriple().str();
  traits.data_layout = machine.createDataLayout().getStringRepresentation();
  traits.cpu = machine.getTargetCPU().str();
  traits.features = machine.getTargetFeatureString().str();
  if (machine.getTargetTriple().isX86()) {
    const llvm::MCSubtargetInfo& subtarget = *machine.getMCSubtargetInfo();
    traits.has_fma = subtarget.checkFeatures("+fma");
    traits.has_floor = subtarget.checkFeatures("+sse4.1");
    traits.vector_bits = subtarget.checkFeatures("+avx512dq,+avx512vl,+avx512bw") ? 512
                         : subtarget.checkFeatures("+avx2")                       ? 256
                                                                                  : 128;
    const bool gathers = !subtarget.checkFeatures("+prefer-no-gather");
    traits.fast_gather = gathers && (traits.vector_bits == 512 || subtarget.checkFeatures("+avx2,+fast-gather"));
    traits.fast_pair_gather = gathers && subtarget.checkFeatures("+avx2,+fast-gather");
  }
  // LLVM's numbers of address spaces, by target.
  if (machine.getTargetTriple().isNVPTX()) {
    traits.grid = codegen::Grid::cuda;
    traits.global_space = 1;
    traits.constant_space = 4;
  } else if (machine.getTargetTriple().isAMDGPU()) {
    traits.grid = codegen::Grid::hip;
    traits.global_space = 1;
    traits.constant_space = 4;
  } else if (machine.getTargetTriple().isSPIRV()) {
    traits.grid = codegen::Grid::opencl;
    traits.global_space = 1;
    traits.constant_space = 2;
  } else if (machine.getTargetTriple().isWasm()) {
    traits.has_fma = false;
  }
  traits.calls_caller = traits.grid == codegen::Grid::none && !machine.getTargetTriple().isWasm();
  return traits;
}

}  // namespace latspline::backend
