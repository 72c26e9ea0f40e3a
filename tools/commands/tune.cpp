#include "tools/commands/tune.h"

#include <cstdio>
#include <memory>

#include "latspline/analysis/analysis.h"
#include "latspline/plan/lower.h"
#include "latspline/plan/make_plan.h"
#include "latspline/tune/measure.h"
#include "tools/commands/plan_options.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string spec;
  PlanOptions plan;
  MeasureOptions measure;
  bool keep = true;
};

void print_row(const char* mark, const TuningTime& time) {
  std::printf("%s %-52s %6.3f (%.3f .. %.3f) %9.2f %9.2f %9.2f %9.2f %7d\n", mark, to_string(time.tuning).c_str(),
              time.median, time.least, time.greatest, time.nanoseconds[0], time.nanoseconds[1], time.nanoseconds[2],
              time.nanoseconds[3], time.rounds);
}

void run(Options& options) {
  check_plan_options(options.plan);
  const Plan plan = lower(analyze(load_space(options.spec), analyze_options(options.plan)), options.plan);
  std::string said;
  options.measure.progress = [&said](const std::string& words) {
    if (words == said) return;
    said = words;
    std::fprintf(stderr, "latspline: %s\n", words.c_str());
  };
  const std::vector<TuningTime> times = measure_tunings(plan, options.measure);
  const TuningTime& best = best_tuning(times);
  std::printf("%s, %s, %s; time relative to the first row: median (least .. greatest); ns per point: median\n",
              plan.space_name.c_str(), std::string(to_string(plan.options.scalar)).c_str(),
              std::string(to_string(plan.options.boundary)).c_str());
  std::printf("  %-52s %-24s %9s %9s %9s %9s %7s\n", "", "relative time", "random", "gradient", "rays", "gradient",
              "rounds");
  for (const TuningTime& time : times) print_row(&time == &best ? "*" : " ", time);
  if (!options.keep) return;
  const TuningCache cache;
  if (TuningCache::default_folder().empty()) {
    std::fprintf(stderr, "latspline: nothing is kept: LATSPLINE_TUNING is off, or there is no home folder\n");
    return;
  }
  cache.keep(plan, best.tuning);
  std::fprintf(stderr, "latspline: kept in %s\n", cache.path(plan).c_str());
}

}  // namespace

void add_tune(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune", "find by measurement how a space's kernels are fastest on this machine, and use that from then on");
  const auto options = std::make_shared<Options>();
  command->add_option("spec", options->spec, "a name of `latspline list` or a JSON file")->required();
  add_plan_options(*command, options->plan);
  command->add_option("--seconds", options->measure.seconds, "for measuring; 10 by default")
      ->check(CLI::PositiveNumber);
  command->add_option("--samples", options->measure.samples, "sites of the volume, about; 2097152 by default")
      ->check(CLI::Range(std::size_t{8}, std::size_t{1} << 28));
  command->add_option("--points", options->measure.points, "points of a call; 20000 by default")
      ->check(CLI::Range(std::size_t{200}, std::size_t{1} << 24));
  command->add_flag("!--dry", options->keep, "print the table and keep nothing");
  command->footer(
      "Searches what changes no bit of the results: lanes, layout, bin and branches. eval, render, resample and "
      "compile for this machine use what was\n"
      "found where none of these is given. The environment's LATSPLINE_TUNING names another folder for it, or is off.\n"
      "Example: latspline tune bcc/voronoi3");
  command->callback([options] { run(*options); });
}

}  // namespace latspline::tools
