#include "tools/commands/plan.h"

#include <cstdio>
#include <memory>

#include "latspline/plan/lower.h"
#include "latspline/plan/make_plan.h"
#include "tools/commands/plan_options.h"
#include "tools/io/atomic_file.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string spec;
  std::string output;
  std::string dump_after;
  std::string stop_after;
  std::vector<std::string> skip;
  bool time_passes = false;
  PlanOptions plan;
};

void run(const Options& options) {
  const Analysis analysis = analyze(load_space(options.spec), analyze_options(options.plan));
  LowerOptions lower_options;
  lower_options.stop_after = options.stop_after;
  lower_options.skip = options.skip;
  lower_options.observer = [&](std::string_view pass, const Plan& plan, double seconds) {
    if (options.time_passes) std::fprintf(stderr, "%-24s %8.3f ms\n", std::string(pass).c_str(), 1e3 * seconds);
    if (options.dump_after == "all" || options.dump_after == pass)
      std::fprintf(stderr, "# after %s\n%s", std::string(pass).c_str(), print_plan(plan).c_str());
  };
  const std::string text = print_plan(lower(analysis, options.plan, lower_options));
  if (options.output.empty()) {
    std::fputs(text.c_str(), stdout);
    return;
  }
  write_text(options.output, text);
}

}  // namespace

void add_plan(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("plan", "print the evaluation plan of a spline space");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command->add_option("-o,--output", options->output, "write the plan here instead of to standard output");
  std::vector<std::string> passes = pass_names();
  command->add_option("--stop-after", options->stop_after, "the last pass to run")->check(CLI::IsMember(passes));
  command->add_option("--skip", options->skip, "leave out a pass")->check(CLI::IsMember(passes));
  passes.emplace_back("all");
  command
      ->add_option("--dump-after", options->dump_after,
                   "print the plan on standard error after this pass, or after all")
      ->check(CLI::IsMember(passes));
  command->add_flag("--time-passes", options->time_passes, "print the time of each pass on standard error");
  add_plan_options(*command, options->plan);
  add_hessian_option(*command, options->plan);
  add_fetch_option(*command, options->plan);
  command->footer("Example: latspline plan bcc/rdodec-quintic --scalar f64 --time-passes -o quintic.plan");
  command->callback([options] { run(*options); });
}

}  // namespace latspline::tools
