#include "tools/commands/bench.h"

#include <cstdio>
#include <memory>

#include "tools/bench/sweep.h"
#include "tools/commands/plan_options.h"
#include "tools/progress.h"

namespace latspline::tools {
namespace {

void print(const std::vector<SweepRow>& rows, bool json) {
  if (!json) std::printf("%s\n", csv_header().c_str());
  for (const SweepRow& row : rows) std::printf("%s\n", (json ? to_json(row) : to_csv(row)).c_str());
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* bench = app.add_subcommand("bench", "time kernels on this machine");
  bench->require_subcommand(1);
  bench->footer("Example: latspline bench sweep --spaces cc/cubic -o sweep.jsonl");
  struct Options {
    SweepOptions sweep;
    std::vector<std::string> strategies{"auto"};
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  SweepOptions& sweep_options = options->sweep;
  sweep_options.spaces = paper_spaces();
  sweep_options.group_sizes = {1, 2, 4, 8, 16, 0};
  sweep_options.depths = {1, 2, 4, 0};
  sweep_options.lanes = {1, 0};
  sweep_options.samples = std::size_t{1} << 21;
  sweep_options.points = 50000;
  CLI::App* command = bench->add_subcommand("sweep",
                                            "time per point, at random and along rays, over group sizes, pipeline "
                                            "depths, branches, strategies and lanes; CSV");
  const std::string group = "Sweep";
  command->add_option("--spaces", sweep_options.spaces, "spline spaces; by default those of the paper's figures")
      ->delimiter(',')
      ->group(group);
  command
      ->add_option("--group-sizes", sweep_options.group_sizes,
                   "coefficients per group; 0: all; 1,2,4,8,16,0 by default")
      ->delimiter(',')
      ->check(CLI::Range(0, 1000000))
      ->group(group);
  command
      ->add_option("--depths", sweep_options.depths,
                   "fetches ahead, in multiples of the group size; 0: all; 1,2,4,0 by default")
      ->delimiter(',')
      ->check(CLI::Range(0, 1000000))
      ->group(group);
  command->add_option("--strategies", options->strategies, "auto (default), fold, table")
      ->delimiter(',')
      ->check(CLI::IsMember({"auto", "fold", "table"}))
      ->group(group);
  command->add_option("--lanes", sweep_options.lanes, "points at once; 0: as many as a vector holds; 1,0 by default")
      ->delimiter(',')
      ->check(CLI::IsMember({0, 1, 4, 8, 16}))
      ->group(group);
  command
      ->add_option_function<std::string>(
          "--scalar", [options](const std::string& word) { options->sweep.scalar = parse_scalar(word); },
          "f32 (default) or f64")
      ->check(CLI::IsMember({"f32", "f64"}))
      ->group(group);
  command->add_option("--samples", sweep_options.samples, "sites of every volume, about; 2097152 by default")
      ->check(CLI::Range(8, 1 << 28))
      ->group(group);
  command->add_option("--points", sweep_options.points, "points of a call; 50000 by default")
      ->check(CLI::Range(200, 1 << 24))
      ->group(group);
  command->add_option("--repetitions", sweep_options.repetitions, "calls of each kernel; 5 by default")
      ->check(CLI::Range(1, 1000))
      ->group(group);
  command->add_option("--step", sweep_options.step, "of the rays, in cell widths; 0.5 by default")
      ->check(CLI::PositiveNumber)
      ->group(group);
  command->add_option("-o,--output", sweep_options.file,
                      "rows as JSON lines; those that it has are not measured again");
  command->add_flag("--json", options->json, "print JSON lines");
  command->footer(
      "Example: latspline bench sweep --spaces cc/cubic,bcc/rdodec-quintic -o sweep.jsonl > sweep.csv\n"
      "bench/plot_sweep.py draws it.");
  command->callback([options, command] {
    options->sweep.strategies.clear();
    for (const std::string& word : options->strategies) options->sweep.strategies.push_back(parse_strategy(word));
    std::vector<SweepRow> rows;
    {
      Progress progress("sweep", is_quiet(*command));
      rows = sweep(options->sweep, progress.callback());
    }
    print(rows, options->json);
  });
}

}  // namespace latspline::tools
