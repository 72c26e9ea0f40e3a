#include "tools/commands/plan_options.h"

#include <charconv>
#include <cmath>

#include "latspline/base/error.h"

namespace latspline::tools {

void add_strategy_options(CLI::App& command, Strategy& strategy, bool& reflect_axes) {
  const std::string group = "Plan";
  command
      .add_option_function<std::string>(
          "--strategy", [&strategy](const std::string& word) { strategy = parse_strategy(word); },
          "how a point finds its sub-region: fold (conditional reflections), table (tables of maps into reference "
          "sub-regions), or auto (default): the cheaper by predicted cost")
      ->check(CLI::IsMember({"auto", "fold", "table"}))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--reflect", [&reflect_axes](const std::string& word) { reflect_axes = word == "on"; },
          "on (default): with --strategy table, fold by the reflections of single axes first, which makes the tables "
          "smaller; off: no fold")
      ->check(CLI::IsMember({"on", "off"}))
      ->group(group);
}

void add_fetch_option(CLI::App& command, PlanOptions& options) {
  command
      .add_option_function<std::string>(
          "--fetch", [&options](const std::string& word) { options.fetch = parse_fetch(word); },
          "where coefficients come from: array (default), the volume's memory; callback: a function of the caller, "
          "called "
          "for each site")
      ->check(CLI::IsMember({"array", "callback"}))
      ->group("Plan");
}

void add_hessian_option(CLI::App& command, PlanOptions& options) {
  command
      .add_flag("--hessian", options.hessian, "the kernel computes second derivatives, too, where a call asks for them")
      ->group("Plan");
}

void add_plan_options(CLI::App& command, PlanOptions& options) {
  const std::string group = "Plan";
  command
      .add_option_function<std::string>(
          "--scalar", [&options](const std::string& word) { options.scalar = parse_scalar(word); },
          "scalar type of the kernel: f32 (default) or f64")
      ->check(CLI::IsMember({"f32", "f64"}))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--boundary", [&options](const std::string& word) { options.boundary = parse_boundary(word); },
          "how the coefficients continue outside: zero, clamp, mirror, periodic, value, or auto (default): mirror "
          "where "
          "the space has that symmetry, else zero")
      ->check(CLI::IsMember({"auto", "zero", "clamp", "mirror", "periodic", "value"}))
      ->group(group);
  command
      .add_option("--group-size", options.group_size,
                  "coefficients per group of the weighted sum; 0 (default): all in one group")
      ->check(CLI::Range(0, 1000000))
      ->group(group);
  command
      .add_option("--pipeline-depth", options.pipeline_depth,
                  "fetches issued ahead of the group that consumes them; 0 (default): all")
      ->check(CLI::Range(0, 1000000))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--branches", [&options](const std::string& word) { options.branches = word == "on"; },
          "on (default): a switch over reference sub-regions; off: all are evaluated, one is selected")
      ->check(CLI::IsMember({"on", "off"}))
      ->group(group);
  command
      .add_option(
          "--lanes", options.lanes,
          "points that a batch evaluates at once: 1, 4, 8 or 16; 0 (default): as many as the target's vectors hold")
      ->check(CLI::IsMember({0, 1, 4, 8, 16}))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--separable",
          [&options](const std::string& word) {
            options.separable = word == "auto" ? Separable::automatic : Separable::off;
          },
          "auto (default): contract axis by axis where the weights are products; off: never")
      ->check(CLI::IsMember({"auto", "off"}))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--shared", [&options](const std::string& word) { options.shared = word == "auto"; },
          "auto (default): weights share common factors, sums and differences; off: each group, or each weight, by "
          "Horner's rule")
      ->check(CLI::IsMember({"auto", "off"}))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--layout", [&options](const std::string& word) { options.layout = parse_layout(word); },
          "what the lanes of a vector hold: points (a point each), sites (neighbours in memory, one point after the "
          "other, where the weights are products), or auto (default): sites for rows of four and more in three "
          "dimensions and more")
      ->check(CLI::IsMember({"auto", "points", "sites"}))
      ->group(group);
  command
      .add_option_function<std::string>(
          "--bin", [&options](const std::string& word) { options.bin = parse_bin(word); },
          "sort the points of a batch by reference sub-region, block by block: on, off, or auto (default): where that "
          "saves more than it costs")
      ->check(CLI::IsMember({"auto", "on", "off"}))
      ->group(group);
  add_strategy_options(command, options.strategy, options.reflect_axes);
}

void check_plan_options(const PlanOptions& options) {
  if (options.fetch == Fetch::callback && (options.lanes > 1 || options.layout == Layout::sites))
    throw InputError(
        "--fetch callback calls a function for each site of one point after the other; accepted with it: --lanes 0 or "
        "1 and --layout auto or points");
  if (options.pipeline_depth != 0 && options.pipeline_depth < options.group_size) {
    throw InputError("--pipeline-depth is " + std::to_string(options.pipeline_depth) +
                     "; accepted: 0 or at least the group size, " + std::to_string(options.group_size));
  }
}

void add_outside_value(CLI::App& command, double& outside_value) {
  command
      .add_option("--outside-value", outside_value,
                  "the constant outside the volume for --boundary value; 0 by default")
      ->group("Plan");
}

bool is_quiet(const CLI::App& command) {
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    const CLI::Option* option = app->get_option_no_throw("--quiet");
    if (option != nullptr && option->count() > 0) return true;
  }
  return false;
}

std::vector<double> parse_numbers(const std::string& text, std::size_t count, const std::string& option,
                                  char separator) {
  std::vector<double> numbers;
  const char* first = text.data();
  const char* const end = text.data() + text.size();
  bool good = true;
  for (;;) {
    double number = 0;
    const auto [stop, error] = std::from_chars(first, end, number);
    good = error == std::errc() && std::isfinite(number);
    numbers.push_back(number);
    if (!good || stop == end) break;
    good = *stop == separator;
    if (!good) break;
    first = stop + 1;
  }
  if (!good || numbers.size() != count) {
    throw CLI::ValidationError(option, "'" + text + "' is wrong; accepted: " + std::to_string(count) +
                                           " numbers separated by '" + separator + "'");
  }
  return numbers;
}

}  // namespace latspline::tools
