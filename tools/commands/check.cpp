#include "tools/commands/check.h"

#include <chrono>
#include <cstdio>
#include <memory>

#include "latspline/analysis/analysis.h"
#include "latspline/plan/lower.h"
#include "tools/check/exact_check.h"
#include "tools/check/machine_check.h"
#include "tools/commands/plan_options.h"
#include "tools/prepared_space.h"
#include "tools/progress.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string spec;
  std::uint64_t seed = 1;
  int points = 60;
  double seconds = 10;
  PlanOptions plan;
};

void run(const Options& options, bool quiet) {
  check_plan_options(options.plan);
  const auto start = std::chrono::steady_clock::now();
  const Analysis analysis = analyze(load_space(options.spec));
  const PreparedSpace space = prepare_space(options.spec, options.plan);
  std::printf("space: %s\nplan: %016llx\ncells: %lld\nreference sub-regions: %zu\n", space.name.c_str(),
              static_cast<unsigned long long>(plan_hash(space.plan)), static_cast<long long>(analysis.cells()),
              space.plan.references.size());
  for (std::size_t r = 0; r < space.plan.references.size(); ++r) {
    const OperationCounts value = count_operations(space.plan.references[r].value);
    const OperationCounts gradient = count_operations(space.plan.references[r].value_and_gradient);
    std::printf("  %zu: %zu sites, value %d operations (%d fma), value and gradient %d", r,
                space.plan.references[r].sites.size(), value.arithmetic(), value.fmas, gradient.arithmetic());
    if (space.plan.options.hessian)
      std::printf(", and Hessian %d",
                  count_operations(space.plan.references[r].value_gradient_and_hessian).arithmetic());
    std::printf("\n");
  }
  ExactCheckReport exact;
  {
    Progress progress("exact check", quiet);
    exact =
        check_exactly(analysis, space.plan, {options.seconds / 2, options.points, options.seed, progress.callback()});
  }
  std::printf("exact: %d points, %lld weights equal to phi by %s, %d polynomial identities hold\n", exact.points,
              static_cast<long long>(exact.weights),
              exact.independent ? "its definition" : "its own pieces (the second definition is too costly)",
              exact.identities);
  MachineCheckReport machine;
  {
    Progress progress("machine code check", quiet);
    machine = check_machine_code(space, analysis.continuity,
                                 {8 * options.points, options.seconds / 2, options.seed, 64, progress.callback()});
  }
  std::printf("machine code (%s): %d points, worst error %.3g ULP of sum |c||w|, gradient %.3g ULP of sum |c|",
              std::string(to_string(space.plan.options.scalar)).c_str(), machine.points, machine.worst_value_ulp,
              machine.worst_gradient_ulp);
  if (space.plan.options.hessian) std::printf(", Hessian %.3g", machine.worst_hessian_ulp);
  std::printf("\n");
  std::printf("coefficient rounding bound: %.3g\n", space.plan.quantization->coefficient_error);
  std::printf("seed: %llu\nseconds: %.3f\n", static_cast<unsigned long long>(options.seed),
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace

void add_check(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("check", "verify the plan of a space and its machine code against independent definitions");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command->add_option("--points", options->points, "points of each kind; 60 by default")->check(CLI::PositiveNumber);
  command->add_option("--seconds", options->seconds, "time to spend, about; 10 by default")->check(CLI::PositiveNumber);
  command->add_option("--seed", options->seed, "seed of the random points; 1 by default");
  add_plan_options(*command, options->plan);
  add_hessian_option(*command, options->plan);
  add_fetch_option(*command, options->plan);
  command->footer("Example: latspline check bcc/rdodec-quintic --scalar f64");
  command->callback([options, command] { run(*options, is_quiet(*command)); });
}

}  // namespace latspline::tools
