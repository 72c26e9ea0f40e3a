#include "tools/commands/eval.h"

#include <array>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "latspline/base/error.h"
#include "tools/commands/plan_options.h"
#include "tools/commands/space_data.h"
#include "tools/io/atomic_file.h"
#include "tools/io/points_file.h"
#include "tools/io/volume_file.h"
#include "tools/prepared_space.h"
#include "tools/progress.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string spec;
  std::string data;
  std::string points;
  std::string output = "-";
  bool gradient = false;
  bool world = false;
  double outside_value = 0;
  Prefiltering prefiltering = Prefiltering::automatic;
  PlanOptions plan;
};

/// One line per point: the value and, unless empty, the gradient and the Hessian, with the digits that give the number back.
template <typename T>
std::string lines(std::span<const T> values, std::span<const T> gradients, std::span<const T> hessians, int digits) {
  std::string text;
  text.reserve(16 * (values.size() + gradients.size() + hessians.size()));
  std::array<char, 40> buffer{};
  const auto append = [&](T number) {
    const int length = std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, static_cast<double>(number));
    text.append(buffer.data(), static_cast<std::size_t>(length));
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    append(values[i]);
    for (const std::span<const T>& vectors : {gradients, hessians}) {
      const std::size_t entries = vectors.size() / values.size();
      for (std::size_t j = 0; j < entries; ++j) {
        text += ' ';
        append(vectors[i * entries + j]);
      }
    }
    text += '\n';
  }
  return text;
}

template <typename T>
std::string evaluate(const Evaluator& evaluator, const std::vector<double>& points, const Options& options,
                     int digits) {
  const std::size_t dimension = evaluator.kernel().dimension;
  const std::size_t count = points.size() / dimension;
  std::vector<T> values(count);
  std::vector<T> gradients(options.gradient ? points.size() : 0);
  std::vector<T> hessians(options.plan.hessian ? count * dimension * (dimension + 1) / 2 : 0);
  if constexpr (std::is_same_v<T, float>) {
    const std::vector<float> narrow(points.begin(), points.end());
    evaluator.evaluate(narrow, values, gradients, hessians);
  } else if (options.world) {
    evaluator.evaluate_world(points, values, gradients, hessians);
  } else {
    evaluator.evaluate(points, values, gradients, hessians);
  }
  return lines<T>(values, gradients, hessians, digits);
}

void run(const Options& options, bool quiet) {
  check_plan_options(options.plan);
  const PreparedSpace space = prepare_space(options.spec, options.plan, true);
  const std::vector<double> points = read_points(options.points, space.shape.dimension);
  const LatticeData data = read_lattice_data(options.data);
  const Evaluator evaluator(space.kernel,
                            coefficients_of(space, data, options.outside_value, quiet, options.prefiltering));
  const bool single = scalar_of(space) == LATSPLINE_F32;
  const int digits = single ? 9 : 17;
  const std::string text = single && !options.world ? evaluate<float>(evaluator, points, options, digits)
                                                    : evaluate<double>(evaluator, points, options, digits);
  write_text(options.output, text);
}

}  // namespace

void add_eval(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("eval", "evaluate a volume at points: a value a line");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command
      ->add_option("--data", options->data,
                   "volume: samples (prefiltered first) or coefficients of this space; NIfTI or NRRD")
      ->required();
  command->add_option("--points", options->points, "points: text, one a line, or NRRD; - for standard input")
      ->required();
  command->add_flag("--gradient", options->gradient, "print the gradient after the value");
  command->add_flag("--hessian", options->plan.hessian,
                    "print the second derivatives after that, xx xy xz yy yz zz in three dimensions");
  command->add_flag("--world", options->world,
                    "points and derivatives are in world coordinates, not in lattice coordinates");
  command->add_option("-o,--output", options->output, "output file; standard output by default");
  add_outside_value(*command, options->outside_value);
  add_prefiltering(*command, options->prefiltering);
  add_plan_options(*command, options->plan);
  command->footer("Example: echo '90 110 70' | latspline eval cc/cubic --data head.nii.gz --points -");
  command->callback([options, command] { run(*options, is_quiet(*command)); });
}

}  // namespace latspline::tools
