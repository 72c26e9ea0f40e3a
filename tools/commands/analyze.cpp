#include "tools/commands/analyze.h"

#include <cstdio>
#include <memory>

#include "latspline/analysis/analysis.h"
#include "tools/commands/plan_options.h"
#include "tools/io/atomic_file.h"
#include "tools/picture/draw.h"

namespace latspline::tools {

void add_analyze(CLI::App& app) {
  struct Options {
    std::string spec;
    bool json = false;
    std::string svg;
    Strategy strategy = Strategy::automatic;
    bool reflect_axes = true;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "analyze", "print what is derived of a spline space: degree, order, symmetry, cells, sites per evaluation");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command->add_flag("--json", options->json, "print JSON");
  command->add_option("--svg", options->svg,
                      "write a picture of the space (SVG) to this file; - for standard output, without the text");
  add_strategy_options(*command, options->strategy, options->reflect_axes);
  command->footer(
      "Example: latspline analyze bcc/rdodec-quintic --json\n"
      "         latspline analyze z2/zp --svg zp.svg");
  command->callback([options] {
    const Analysis analysis =
        analyze(load_space(options->spec),
                {.find_facts = true, .strategy = options->strategy, .reflect_axes = options->reflect_axes});
    if (!options->svg.empty()) write_text(options->svg, draw(analysis));
    if (options->svg == "-") return;
    std::fputs((options->json ? describe_json(analysis) : describe(analysis)).c_str(), stdout);
  });
}

}  // namespace latspline::tools
