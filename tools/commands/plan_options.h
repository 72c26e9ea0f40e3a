#pragma once

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "latspline/plan/plan.h"

namespace latspline::tools {

/// Adds --scalar, --boundary, --group-size, --pipeline-depth, --branches, --separable, --strategy and --reflect to a command. They write to
/// `options`, which must live until the command's callback has run. A word that is not accepted is a usage error.
void add_plan_options(CLI::App& command, PlanOptions& options);

/// Adds --hessian: for commands that print or check the code for Hessians. (eval has a flag of this name of its own, which prints them.)
void add_hessian_option(CLI::App& command, PlanOptions& options);

/// Adds --fetch: for commands that print or check code; those that evaluate a volume read its arrays.
void add_fetch_option(CLI::App& command, PlanOptions& options);

/// Adds --strategy and --reflect alone; add_plan_options has them.
void add_strategy_options(CLI::App& command, Strategy& strategy, bool& reflect_axes);

/// InputError if the options contradict each other.
void check_plan_options(const PlanOptions& options);

/// Adds --outside-value, the constant of the boundary rule `value`.
void add_outside_value(CLI::App& command, double& outside_value);

/// Whether --quiet was given to the program (or to the command).
bool is_quiet(const CLI::App& command);

/// "a,b,c" as `count` finite numbers separated by ',' (or `separator`). A usage error that names the option otherwise.
std::vector<double> parse_numbers(const std::string& text, std::size_t count, const std::string& option,
                                  char separator = ',');

}  // namespace latspline::tools
