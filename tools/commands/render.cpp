#include "tools/commands/render.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "latspline/base/error.h"
#include "tools/commands/plan_options.h"
#include "tools/commands/space_data.h"
#include "tools/io/png_file.h"
#include "tools/io/volume_file.h"
#include "tools/prepared_space.h"
#include "tools/progress.h"
#include "tools/render/render.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string spec;
  std::string data;
  std::string output;
  std::vector<double> surfaces;
  std::vector<std::string> colours;
  std::vector<double> opacities;
  bool volume = false;
  std::string size = "512x512";
  std::string camera = "30,15,1";
  double field_of_view = 0;
  double step = 0;
  double density = 1;
  std::string background = "1,1,1";
  std::string window;
  int supersampling = 1;
  double outside_value = 0;
  Prefiltering prefiltering = Prefiltering::automatic;
  PlanOptions plan;
};

Vec3 colour_of(const std::string& text, const std::string& option) {
  const auto numbers = parse_numbers(text, 3, option);
  for (const double number : numbers) {
    if (number < 0 || number > 1)
      throw CLI::ValidationError(option, "'" + text + "' is wrong; accepted: three numbers from 0 to 1");
  }
  return {numbers[0], numbers[1], numbers[2]};
}

std::vector<Surface> surfaces_of(const Options& options) {
  constexpr Vec3 palette[] = {{0.87, 0.78, 0.66}, {0.78, 0.36, 0.30}, {0.36, 0.55, 0.75}, {0.50, 0.70, 0.42}};
  for (const auto& [count, name] :
       {std::pair{options.colours.size(), "--colour"}, std::pair{options.opacities.size(), "--opacity"}}) {
    if (count > options.surfaces.size()) {
      throw CLI::ValidationError(name, "given " + std::to_string(count) + " times; accepted: at most once per --iso");
    }
  }
  std::vector<Surface> surfaces;
  for (std::size_t i = 0; i < options.surfaces.size(); ++i) {
    Surface surface;
    surface.value = options.surfaces[i];
    surface.colour =
        i < options.colours.size() ? colour_of(options.colours[i], "--colour") : palette[i % std::size(palette)];
    surface.opacity = i < options.opacities.size() ? options.opacities[i] : 1;
    surfaces.push_back(surface);
  }
  return surfaces;
}

RenderOptions render_options(const Options& options) {
  RenderOptions result;
  const auto size = parse_numbers(options.size, 2, "--size", 'x');
  for (const double side : size) {
    if (side < 1 || side > 16384 || side != static_cast<int>(side)) {
      throw CLI::ValidationError("--size",
                                 "'" + options.size + "' is wrong; accepted: WIDTHxHEIGHT, each from 1 to 16384");
    }
  }
  result.width = static_cast<int>(size[0]);
  result.height = static_cast<int>(size[1]);
  const auto camera = parse_numbers(options.camera, 3, "--camera");
  result.camera.azimuth = camera[0];
  result.camera.elevation = camera[1];
  result.camera.zoom = camera[2];
  result.camera.field_of_view = options.field_of_view;
  result.step = options.step;
  result.background = colour_of(options.background, "--background");
  result.supersampling = options.supersampling;
  if (options.volume == !options.surfaces.empty()) {
    throw CLI::ValidationError("--iso, --dvr", "accepted: either --iso VALUE (once or more) or --dvr");
  }
  if (options.volume) {
    result.mode = RenderMode::volume;
    result.transfer.density = options.density;
    if (!options.colours.empty()) result.transfer.colour = colour_of(options.colours[0], "--colour");
  } else {
    result.surfaces = surfaces_of(options);
  }
  return result;
}

std::pair<double, double> range_of(const Values& values) {
  return std::visit(
      [](const auto& array) {
        const auto [least, greatest] = std::ranges::minmax_element(array);
        return std::pair(static_cast<double>(*least), static_cast<double>(*greatest));
      },
      values);
}

void run(const Options& options, bool quiet) {
  check_plan_options(options.plan);
  RenderOptions picture_options = render_options(options);
  const PreparedSpace space = prepare_space(options.spec, options.plan, true);
  const LatticeData data = read_lattice_data(options.data);
  if (options.volume) {
    Transfer& transfer = picture_options.transfer;
    if (!options.window.empty()) {
      const auto window = parse_numbers(options.window, 2, "--window");
      transfer.low = window[0];
      transfer.high = window[1];
    } else {
      std::tie(transfer.low, transfer.high) = range_of(data.values);
    }
  }
  const Evaluator evaluator(space.kernel,
                            coefficients_of(space, data, options.outside_value, quiet, options.prefiltering));
  const auto start = std::chrono::steady_clock::now();
  Picture picture;
  {
    Progress progress("render", quiet);
    picture_options.progress = progress.callback();
    picture = render(evaluator, picture_options);
  }
  write_png(options.output, picture);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say(quiet, "wrote " + std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels to '" +
                 options.output + "', " + short_number(seconds) + " s");
}

}  // namespace

void add_render(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("render", "cast rays through a volume: isosurfaces or direct volume rendering, as PNG");
  command->add_option("spec", options->spec, "spline space: a catalogue name or a JSON file")->required();
  command
      ->add_option("--data", options->data,
                   "volume: samples (prefiltered first) or coefficients of this space; NIfTI or NRRD")
      ->required();
  command->add_option("-o,--output", options->output, "picture (PNG)")->required();
  const auto repeated = [](CLI::Option* option) {
    option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
  };
  repeated(command->add_option("--iso", options->surfaces, "show the surface f = VALUE; may be repeated"));
  repeated(command->add_option("--colour,--color", options->colours,
                               "r,g,b from 0 to 1: of the surfaces in turn, or of --dvr"));
  repeated(
      command->add_option("--opacity", options->opacities, "of the surfaces in turn: above 0, at most 1 (default)"));
  command->add_flag("--dvr", options->volume, "direct volume rendering");
  command->add_option("--window", options->window,
                      "low,high: --dvr shows nothing at low and most at high; the data's range by default");
  command->add_option("--density", options->density, "opacity of --dvr; 1 by default");
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  command
      ->add_option("--camera", options->camera,
                   "azimuth,elevation,zoom: degrees from the +y side, degrees upwards, factor")
      ->capture_default_str();
  command->add_option("--perspective", options->field_of_view,
                      "vertical field of view in degrees; orthographic by default");
  command->add_option("--step", options->step,
                      "world distance of the samples along a ray; half the edge of a cube per site by default");
  command->add_option("--supersampling", options->supersampling, "n x n rays a pixel, 1 (default) to 8");
  command->add_option("--background", options->background, "r,g,b from 0 to 1")->capture_default_str();
  add_outside_value(*command, options->outside_value);
  add_prefiltering(*command, options->prefiltering);
  add_plan_options(*command, options->plan);
  command->footer(
      "Example: latspline render bcc/rdodec-quintic --data brain-bcc.nrrd --iso 60 --camera 40,15,1 -o brain.png");
  command->callback([options, command] { run(*options, is_quiet(*command)); });
}

}  // namespace latspline::tools
