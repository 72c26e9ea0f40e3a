#include "tools/commands/targets.h"

#include <cstdio>

#include "latspline/target/target.h"

namespace latspline::tools {

void add_targets(CLI::App& app) {
  CLI::App* command = app.add_subcommand("targets", "print the machines that code is generated for");
  command->footer("Example: latspline targets");
  command->callback([] {
    std::printf("%-10s %-28s %s\n", "target", "triple", "supports");
    for (const char* name : {"host", "x86_64", "aarch64"})
      std::printf("%-10s %-28s %s\n", name, parse_target(name).triple.c_str(),
                  "fetch array; f32, f64; dimension 1 to 6; emit object, header, llvm, assembly");
  });
}

}  // namespace latspline::tools
