#include "tools/commands/list.h"

#include <cstdio>

#include "latspline/basis/spline_space.h"

namespace latspline::tools {

void add_list(CLI::App& app) {
  CLI::App* command = app.add_subcommand("list", "print the catalogue of spline spaces, a line each");
  command->footer("Example: latspline list");
  command->callback([] {
    for (const CatalogEntry& entry : catalog()) std::printf("%-20s %s\n", entry.name.c_str(), entry.description.c_str());
  });
}

}  // namespace latspline::tools
