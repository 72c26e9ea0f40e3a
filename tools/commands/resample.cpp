#include "tools/commands/resample.h"

#include <chrono>
#include <memory>
#include <string>

#include "latspline/base/error.h"
#include "tools/commands/lattice_placement.h"
#include "tools/commands/plan_options.h"
#include "tools/commands/space_data.h"
#include "tools/io/nrrd_file.h"
#include "tools/io/volume_file.h"
#include "tools/prepared_space.h"
#include "tools/progress.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string input;
  std::string lattice;
  std::string basis;
  std::string from;
  std::string output;
  std::string encoding = "raw";
  double spacing = 0;
  double outside_value = 0;
  Prefiltering prefiltering = Prefiltering::automatic;
  PlanOptions plan;
};

/// The space that the input is interpolated in.
std::string source_space(const Options& options, const LatticeData& data) {
  if (!options.from.empty()) return options.from;
  if (!data.space.empty()) return data.space;
  if (!data.lattice.empty()) {
    throw InputError("'" + data.source + "' is on the lattice '" + data.lattice +
                     "' and names no spline space; accepted: --from SPEC of that lattice");
  }
  return data.dimension == 3 ? "cc/cubic" : "z" + std::to_string(data.dimension) + "/cubic";
}

void run(const Options& options, bool quiet) {
  check_plan_options(options.plan);
  const auto start = std::chrono::steady_clock::now();
  const PreparedSpace target = prepare_space(options.basis, options.plan);
  if (target.lattice != options.lattice) {
    throw InputError("--to is '" + options.lattice + "', the lattice of --basis " + options.basis + " is '" +
                     target.lattice + "'; accepted: --to " + target.lattice + ", or a basis on '" + options.lattice +
                     "'");
  }
  const LatticeData input = read_lattice_data(options.input);
  if (input.dimension != target.shape.dimension) {
    throw InputError("'" + options.input + "' has dimension " + std::to_string(input.dimension) + ", the lattice '" +
                     target.lattice + "' has dimension " + std::to_string(target.shape.dimension) +
                     "; accepted: equal dimensions");
  }
  const PreparedSpace source = prepare_space(source_space(options, input), options.plan, true);
  const LatticePlacement placement =
      place_lattice(box_of(input), target.shape, target.frame, {value_count(input.values), options.spacing});
  const Evaluator evaluator(source.kernel,
                            coefficients_of(source, input, options.outside_value, quiet, options.prefiltering));
  LatticeData result;
  {
    Progress progress("resample", quiet);
    result = sample(
        target, placement,
        [&evaluator](std::span<const double> points, std::span<double> values) {
          evaluator.evaluate_world(points, values);
        },
        progress.callback());
  }
  result.outside_value = options.outside_value;
  result.world_space = input.world_space;
  write_nrrd(options.output, result, options.encoding == "gzip" ? NrrdEncodingChoice::gzip : NrrdEncodingChoice::raw);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say(quiet, "wrote " + grouped(placement.samples) + " samples on " + target.lattice + " (from " +
                 grouped(value_count(input.values)) + ") to '" + options.output + "': spacing " +
                 short_number(placement.edge) + " (edge of a cube per sample), lattice unit " +
                 short_number(placement.unit) + ", " + short_number(seconds) + " s");
}

}  // namespace

void add_resample(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("resample", "sample a volume on another lattice, in world coordinates");
  command->add_option("input", options->input, "image or lattice volume: NIfTI or NRRD")->required();
  command->add_option("--to", options->lattice, "lattice of the result")->required();
  command
      ->add_option("--basis", options->basis,
                   "spline space of the result, on that lattice: a catalogue name or a JSON file")
      ->required();
  command->add_option("--from", options->from,
                      "spline space that interpolates the input; the one it names, or cc/cubic (z1/, z2/, z4/cubic)");
  command->add_option("--spacing", options->spacing,
                      "world edge of the cube that holds one sample; as many samples as the input has by default");
  command->add_option("-o,--output", options->output, "samples on the lattice (NRRD)")->required();
  command->add_option("--encoding", options->encoding, "raw (default) or gzip")->check(CLI::IsMember({"raw", "gzip"}));
  add_outside_value(*command, options->outside_value);
  add_prefiltering(*command, options->prefiltering);
  add_plan_options(*command, options->plan);
  command->footer("Example: latspline resample brain.nii.gz --to bcc --basis bcc/rdodec-quintic -o brain-bcc.nrrd");
  command->callback([options, command] { run(*options, is_quiet(*command)); });
}

}  // namespace latspline::tools
