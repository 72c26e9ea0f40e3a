#include "tools/commands/prefilter.h"

#include <memory>
#include <string>

#include "latspline/base/error.h"
#include "tools/commands/plan_options.h"
#include "tools/commands/space_data.h"
#include "tools/io/volume_file.h"
#include "tools/prepared_space.h"
#include "tools/progress.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string spec;
  std::string data;
  std::string output;
  std::string encoding = "raw";
  double outside_value = 0;
  Prefiltering prefiltering = Prefiltering::automatic;
  PlanOptions plan;
};

void run(const Options& options, bool quiet) {
  check_plan_options(options.plan);
  const PreparedSpace space = prepare_space(options.spec, options.plan);
  const LatticeData data = read_lattice_data(options.data);
  if (data.content == LATSPLINE_COEFFICIENTS) {
    throw InputError("'" + options.data + "' already holds coefficients (of the space '" + data.space +
                     "'); accepted: samples");
  }
  PrefilterReport report;
  const Volume coefficients = coefficients_of(space, data, options.outside_value, quiet, options.prefiltering, &report);
  write_volume(options.output, coefficients, {space.lattice, space.name, data.world_space},
               options.encoding == "gzip" ? NrrdEncodingChoice::gzip : NrrdEncodingChoice::raw);
  say(quiet,
      "wrote " + grouped(coefficients.site_count()) + " coefficients to '" + options.output + "'" +
          (report.iterations > 0 ? " after " + std::to_string(report.iterations) + " iterations" : std::string()) +
          ", relative residual " + short_number(report.residual));
}

}  // namespace

void add_prefilter(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("prefilter", "turn samples into the coefficients of the spline that interpolates them");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command->add_option("--data", options->data, "samples on the space's lattice: NIfTI or NRRD")->required();
  command->add_option("-o,--output", options->output, "volume of coefficients (NRRD)")->required();
  command->add_option("--encoding", options->encoding, "raw (default) or gzip")->check(CLI::IsMember({"raw", "gzip"}));
  add_outside_value(*command, options->outside_value);
  add_prefiltering(*command, options->prefiltering);
  add_plan_options(*command, options->plan);
  command->footer("Example: latspline prefilter cc/cubic --data head.nii.gz -o head-coefficients.nrrd");
  command->callback([options, command] { run(*options, is_quiet(*command)); });
}

}  // namespace latspline::tools
