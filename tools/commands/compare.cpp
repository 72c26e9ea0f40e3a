#include "tools/commands/compare.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "tools/commands/lattice_placement.h"
#include "tools/commands/plan_options.h"
#include "tools/commands/space_data.h"
#include "tools/io/atomic_file.h"
#include "tools/io/png_file.h"
#include "tools/io/volume_file.h"
#include "tools/prepared_space.h"
#include "tools/progress.h"
#include "tools/render/montage.h"
#include "tools/render/render.h"
#include "tools/signal/marschner_lobb.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string folder;
  int size = 40;
  std::string image;
  double image_surface = 0;
  bool image_surface_given = false;
  int picture = 480;
  std::size_t points = 200000;
  std::uint64_t seed = 1;
  bool json = false;
  PlanOptions plan;
};

constexpr const char* spaces[] = {"cc/cubic", "bcc/rdodec-quintic", "fcc/toct-cubic"};

/// One line of the table.
struct Row {
  std::string space;
  std::size_t samples = 0;
  double edge = 0;
  int sites = 0;
  double nanoseconds = 0;
  double rms = 0;
  double psnr = 0;
};

std::string file_name(std::string space) {
  std::ranges::replace(space, '/', '-');
  return space;
}

/// Uniform in [-bound, bound]^3, the same on every machine.
std::vector<double> random_points(std::size_t count, double bound, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> points(3 * count);
  for (double& x : points) x = bound * (2 * (static_cast<double>(random() >> 11) * 0x1p-53) - 1);
  return points;
}

/// Nanoseconds a point of one thread that calls the kernel with all points (lattice coordinates): the median of several
/// runs.
template <typename T>
double time_kernel(const Evaluator& evaluator, const std::vector<double>& lattice_points) {
  const std::vector<T> points(lattice_points.begin(), lattice_points.end());
  std::vector<T> values(points.size() / 3);
  const Kernel& kernel = evaluator.kernel();
  std::vector<double> times;
  constexpr int runs = 7;
  for (int run = 0; run < runs; ++run) {
    check_interrupt();
    const auto start = std::chrono::steady_clock::now();
    if constexpr (std::is_same_v<T, float>) {
      check_status(
          kernel.f32(&evaluator.volume().view(), points.data(), 3, 1, values.size(), values.data(), nullptr, nullptr));
    } else {
      check_status(
          kernel.f64(&evaluator.volume().view(), points.data(), 3, 1, values.size(), values.data(), nullptr, nullptr));
    }
    times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
                    static_cast<double>(values.size()));
  }
  std::ranges::nth_element(times, times.begin() + runs / 2);
  return times[runs / 2];
}

void measure(const Evaluator& evaluator, const MarschnerLobb& signal, const Options& options, Row& row) {
  // A tenth of the domain on each side is left out: there the boundary rule counts, not the space.
  const std::vector<double> points = random_points(options.points, 0.9, options.seed);
  std::vector<double> values(options.points);
  evaluator.evaluate_world(points, values);
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double error = values[i] - signal.value({points[3 * i], points[3 * i + 1], points[3 * i + 2]});
    squares += error * error;
  }
  row.rms = std::sqrt(squares / static_cast<double>(values.size()));
  row.psnr = -20 * std::log10(row.rms);
  const WorldTransform to_lattice = evaluator.volume().description().world.inverse(3);
  std::vector<double> lattice_points(points.size());
  for (std::size_t i = 0; i < options.points; ++i) to_lattice.apply(3, &points[3 * i], &lattice_points[3 * i]);
  row.nanoseconds = evaluator.kernel().f32 != nullptr ? time_kernel<float>(evaluator, lattice_points)
                                                      : time_kernel<double>(evaluator, lattice_points);
}

RenderOptions picture_options(const Options& options, double surface, double view_height, const Vec3& centre) {
  RenderOptions result;
  result.width = options.picture;
  result.height = options.picture;
  result.supersampling = 2;
  result.camera.centre = centre;
  result.camera.view_height = view_height;
  result.surfaces = {Surface{.value = surface}};
  return result;
}

LabelledPicture draw(const Evaluator& evaluator, RenderOptions render_options, const std::string& path,
                     std::vector<std::string> label, bool quiet) {
  Progress progress("render " + label.front(), quiet);
  render_options.progress = progress.callback();
  LabelledPicture result{render(evaluator, render_options), std::move(label)};
  write_png(path, result.picture);
  return result;
}

void compare_signal(const Options& options, std::span<const PreparedSpace> prepared, std::vector<Row>& rows,
                    bool quiet) {
  const MarschnerLobb signal;
  WorldBox box;
  box.dimension = 3;
  box.axes = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  box.length = {2, 2, 2};
  box.middle = {0, 0, 0};
  const WorldFunction function = [&signal](std::span<const double> points, std::span<double> values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = signal.value({points[3 * i], points[3 * i + 1], points[3 * i + 2]});
  };
  std::vector<LabelledPicture> pictures;
  for (const PreparedSpace& space : prepared) {
    const LatticePlacement placement = place_lattice(box, space.shape, space.frame, {0, 2.0 / options.size});
    const LatticeData samples = sample(space, placement, function);
    const Evaluator evaluator(space.kernel, coefficients_of(space, samples, 0, quiet));
    Row row;
    row.space = space.name;
    row.samples = placement.samples;
    row.edge = placement.edge;
    row.sites = space.sites_per_evaluation;
    measure(evaluator, signal, options, row);
    // The surface is flat: seen from above it fills a picture of 4 : 3.
    RenderOptions render_options = picture_options(options, 0.5, 2.1, {0, 0, 0});
    render_options.height = std::max(1, options.picture * 3 / 4);
    render_options.camera.azimuth = 25;
    render_options.camera.elevation = 40;
    pictures.push_back(
        draw(evaluator, render_options, options.folder + "/marschner-lobb-" + file_name(space.name) + ".png",
             {space.name, grouped(row.samples) + " samples", "PSNR " + short_number(row.psnr) + " dB"}, quiet));
    rows.push_back(row);
  }
  write_png(options.folder + "/marschner-lobb.png", side_by_side(pictures));
}

/// The threshold that splits the values best in two classes (Otsu, A Threshold Selection Method from Gray-Level
/// Histograms, IEEE Trans. SMC 9, 1979, DOI 10.1109/TSMC.1979.4310076).
double best_threshold(const Values& values) {
  double least = value_at(values, 0);
  double greatest = least;
  const std::size_t count = value_count(values);
  for (std::size_t i = 0; i < count; ++i) {
    least = std::min(least, value_at(values, i));
    greatest = std::max(greatest, value_at(values, i));
  }
  if (!(least < greatest))
    throw InputError("the image has the one value " + std::to_string(least) +
                     " and no surface; accepted: two values or more");
  constexpr std::size_t bins = 256;
  std::array<double, bins> histogram{};
  for (std::size_t i = 0; i < count; ++i) {
    const double part = (value_at(values, i) - least) / (greatest - least);
    histogram[std::min(bins - 1, static_cast<std::size_t>(part * bins))] += 1;
  }
  double all = 0;
  for (std::size_t b = 0; b < bins; ++b) all += static_cast<double>(b) * histogram[b];
  double below = 0;
  double below_sum = 0;
  double best = -1;
  std::size_t threshold = 0;
  for (std::size_t b = 0; b + 1 < bins; ++b) {
    below += histogram[b];
    below_sum += static_cast<double>(b) * histogram[b];
    const double above = static_cast<double>(count) - below;
    if (below == 0 || above == 0) continue;
    const double apart = below_sum / below - (all - below_sum) / above;
    const double between = below * above * apart * apart;
    if (between > best) {
      best = between;
      threshold = b;
    }
  }
  return least + (static_cast<double>(threshold + 1) / bins) * (greatest - least);
}

void compare_image(const Options& options, std::span<const PreparedSpace> prepared, bool quiet) {
  const LatticeData image = read_image(options.image);
  if (image.dimension != 3) {
    throw InputError("'" + options.image + "' has dimension " + std::to_string(image.dimension) + "; accepted: 3");
  }
  const double surface = options.image_surface_given ? options.image_surface : best_threshold(image.values);
  const PreparedSpace& source_space = prepared.front();
  const Evaluator source(source_space.kernel, coefficients_of(source_space, image, 0, quiet));
  say(quiet, "drawing the surface " + short_number(surface) + " of '" + options.image + "'");
  const WorldBox box = box_of(image);
  const double view = 1.05 * *std::ranges::max_element(box.length);
  std::vector<LabelledPicture> pictures;
  for (const PreparedSpace& space : prepared) {
    RenderOptions render_options =
        picture_options(options, surface, view, {box.middle[0], box.middle[1], box.middle[2]});
    render_options.camera.azimuth = 40;
    const auto finish = [&](const Evaluator& evaluator, std::size_t samples) {
      pictures.push_back(draw(evaluator, render_options, options.folder + "/head-" + file_name(space.name) + ".png",
                              {space.name, grouped(samples) + " samples"}, quiet));
    };
    if (&space == &source_space) {
      finish(source, value_count(image.values));
      continue;
    }
    const LatticePlacement placement = place_lattice(box, space.shape, space.frame, {value_count(image.values), 0});
    LatticeData samples;
    {
      Progress progress("resample to " + space.lattice, quiet);
      samples = sample(
          space, placement,
          [&source](std::span<const double> points, std::span<double> values) {
            source.evaluate_world(points, values);
          },
          progress.callback());
    }
    finish(Evaluator(space.kernel, coefficients_of(space, samples, 0, quiet)), placement.samples);
  }
  write_png(options.folder + "/head.png", side_by_side(pictures));
}

std::string table(std::span<const Row> rows) {
  std::string text = "space                 samples  spacing  sites/eval  ns/point    RMS error  PSNR [dB]\n";
  for (const Row& row : rows) {
    std::array<char, 160> line{};
    std::snprintf(line.data(), line.size(), "%-20s %8zu  %7.4f  %10d  %8.1f  %11.4e  %9.2f\n", row.space.c_str(),
                  row.samples, row.edge, row.sites, row.nanoseconds, row.rms, row.psnr);
    text += line.data();
  }
  return text;
}

std::string json(std::span<const Row> rows, const Options& options) {
  nlohmann::ordered_json document;
  document["signal"] = "Marschner-Lobb";
  document["size"] = options.size;
  document["points"] = options.points;
  document["seed"] = options.seed;
  document["scalar"] = to_string(options.plan.scalar);
  for (const Row& row : rows) {
    document["spaces"].push_back({{"space", row.space},
                                  {"samples", row.samples},
                                  {"spacing", row.edge},
                                  {"sites_per_evaluation", row.sites},
                                  {"nanoseconds_per_point", row.nanoseconds},
                                  {"rms_error", row.rms},
                                  {"psnr", row.psnr}});
  }
  return document.dump(2) + "\n";
}

void run(const Options& options, bool quiet) {
  check_plan_options(options.plan);
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (!std::filesystem::is_directory(options.folder)) {
    throw InputError("cannot make the folder '" + options.folder +
                     "': " + (error ? error.message() : "a file has that name"));
  }
  std::vector<PreparedSpace> prepared;
  for (const char* space : spaces) prepared.push_back(prepare_space(space, options.plan));
  std::vector<Row> rows;
  compare_signal(options, prepared, rows, quiet);
  write_text("-", options.json ? json(rows, options) : table(rows));
  if (!options.image.empty()) compare_image(options, prepared, quiet);
  say(quiet, "the pictures are in '" + options.folder + "'");
}

}  // namespace

void add_compare(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "compare", "cc/cubic, bcc/rdodec-quintic and fcc/toct-cubic side by side: errors, times, pictures");
  command->add_option("-o,--output", options->folder, "folder of the pictures")->required();
  command
      ->add_option("--size", options->size,
                   "the Marschner-Lobb signal is sampled as densely as by N^3 Cartesian samples")
      ->check(CLI::Range(8, 400))
      ->capture_default_str();
  command->add_option("--image", options->image, "an image to draw from the three lattices too: NIfTI or NRRD");
  CLI::Option* surface = command->add_option("--image-iso", options->image_surface,
                                             "the surface of the image; chosen from its histogram by default");
  command->add_option("--picture", options->picture, "side of a picture in pixels")
      ->check(CLI::Range(16, 4096))
      ->capture_default_str();
  command->add_option("--points", options->points, "random points of the error and the time")
      ->check(CLI::Range(1000, 100000000))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the random points")->capture_default_str();
  command->add_flag("--json", options->json, "the table as JSON");
  add_plan_options(*command, options->plan);
  command->footer("Example: latspline compare --size 40 --image head.nii.gz -o pictures");
  command->callback([options, command, surface] {
    options->image_surface_given = surface->count() > 0;
    run(*options, is_quiet(*command));
  });
}

}  // namespace latspline::tools
