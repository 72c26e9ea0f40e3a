#include "tools/commands/targets.h"

#include <cstdio>
#include <string>

#include "latspline/backend/emit.h"
#include "latspline/target/target.h"

namespace latspline::tools {
namespace {

/// What the tests do with a target's kernels.
const char* tested(Architecture architecture) {
  switch (architecture) {
    case Architecture::x86_64:
      return "run on the host";
    case Architecture::aarch64:
      return "run in an emulator";
    case Architecture::nvptx64:
      return "assembled by ptxas, not run";
    case Architecture::amdgcn:
      return "linked, not run";
    case Architecture::spirv64:
      return "validated, run by PoCL";
    case Architecture::wasm32:
      return "run in node";
  }
  return "";
}

}  // namespace

void add_targets(CLI::App& app) {
  CLI::App* command = app.add_subcommand("targets", "print the machines that code is generated for");
  command->footer("Example: latspline targets");
  command->callback([] {
    std::printf("%-10s %-28s %-10s %-15s %-8s %-10s %-32s %s\n", "target", "triple", "cpu", "fetch", "scalar",
                "dimension", "emit", "in the tests");
    for (const Architecture architecture : architectures()) {
      const Target target = parse_target(to_string(architecture));
      std::string kinds;
      for (const std::string& kind : emitted_kinds(architecture)) kinds += (kinds.empty() ? "" : ",") + kind;
      const bool calls = !is_grid(architecture) && architecture != Architecture::wasm32;
      std::printf("%-10s %-28s %-10s %-15s %-8s %-10s %-32s %s\n", std::string(to_string(architecture)).c_str(),
                  target.triple.c_str(), target.cpu.c_str(), calls ? "array,callback" : "array", "f32,f64", "1-6",
                  kinds.c_str(), tested(architecture));
    }
    std::printf("host is this machine's cpu: %s\n", host_target().triple.c_str());
  });
}

}  // namespace latspline::tools
