#include "tools/render/render.h"

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <string>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "tools/render/empty_space.h"
#include "tools/render/ray_caster.h"
#include "tools/render/shading.h"

namespace latspline::tools {
namespace {

constexpr int tile = 16;
constexpr int most_pixels = 16384;

void require(bool good, const std::string& item, const std::string& value, const std::string& accepted) {
  if (!good) throw InputError("render: " + item + " is " + value + "; accepted: " + accepted);
}

bool is_colour(const Vec3& colour) {
  return std::ranges::all_of(colour, [](double c) { return c >= 0 && c <= 1; });
}

void check(const Evaluator& evaluator, const RenderOptions& options) {
  const auto dimension = evaluator.volume().view().dimension;
  require(dimension == 3, "the dimension of the volume", std::to_string(dimension), "3");
  for (const int side : {options.width, options.height})
    require(side >= 1 && side <= most_pixels, "a side of the picture", std::to_string(side), "1 to 16384 pixels");
  require(options.supersampling >= 1 && options.supersampling <= 8, "supersampling",
          std::to_string(options.supersampling), "1 to 8");
  require(std::isfinite(options.step) && options.step >= 0, "the step", std::to_string(options.step),
          "a length above 0 in world units");
  require(is_colour(options.background), "the background", "out of range", "three numbers from 0 to 1");
  if (options.mode == RenderMode::surfaces) {
    require(!options.surfaces.empty(), "the number of surfaces", "0", "one or more surface values");
    for (const Surface& surface : options.surfaces) {
      require(std::isfinite(surface.value), "a surface value", std::to_string(surface.value), "a finite number");
      require(surface.opacity > 0 && surface.opacity <= 1, "an opacity", std::to_string(surface.opacity),
              "above 0, at most 1");
      require(is_colour(surface.colour), "a surface's colour", "out of range", "three numbers from 0 to 1");
    }
  } else {
    const Transfer& transfer = options.transfer;
    require(std::isfinite(transfer.low) && std::isfinite(transfer.high) && transfer.low < transfer.high, "the window",
            std::to_string(transfer.low) + ", " + std::to_string(transfer.high),
            "two finite numbers, the first below the second");
    require(std::isfinite(transfer.density) && transfer.density > 0, "the density", std::to_string(transfer.density),
            "a number above 0");
    require(is_colour(transfer.colour), "the colour", "out of range", "three numbers from 0 to 1");
  }
}

double determinant(const std::array<double, LATSPLINE_MAX_DIMENSION * LATSPLINE_MAX_DIMENSION>& m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

std::array<Vec3, 8> corners_of(const Volume& volume) {
  std::array<Vec3, 8> corners{};
  for (std::size_t c = 0; c < 8; ++c) {
    Vec3 point{};
    for (std::size_t j = 0; j < 3; ++j) point[j] = (c >> j & 1) != 0 ? volume.view().top[j] : 0;
    volume.description().world.apply(3, point.data(), corners[c].data());
  }
  return corners;
}

}  // namespace

Picture render(const Evaluator& evaluator, const RenderOptions& options) {
  check(evaluator, options);
  const Volume& volume = evaluator.volume();
  const VolumeDescription& description = volume.description();
  Scene scene;
  scene.evaluator = &evaluator;
  scene.options = &options;
  scene.to_lattice = description.world.inverse(3);
  const Camera camera(options.camera, corners_of(volume), options.width, options.height);
  const Shading shading(camera);
  scene.camera = &camera;
  scene.shading = &shading;
  double sites_per_cell = description.shape.coset_count;
  for (std::size_t j = 0; j < 3; ++j) sites_per_cell /= static_cast<double>(description.shape.period[j]);
  scene.edge = std::cbrt(std::abs(determinant(description.world.matrix)) / sites_per_cell);
  scene.step = options.step > 0 ? options.step : 0.5 * scene.edge;
  const std::array<Vec3, 8> corners = corners_of(volume);
  const double depth = norm(corners[7] - corners[0]) / scene.step;
  require(depth < 1e7, "the step", std::to_string(options.step), "at least a ten-millionth of the volume's diagonal");

  std::optional<EmptySpace> empty;
  if (options.skip_empty) {
    empty.emplace(volume, [&options](double least, double greatest) {
      if (options.mode == RenderMode::volume) return greatest > options.transfer.low;
      return std::ranges::any_of(options.surfaces,
                                 [=](const Surface& s) { return least <= s.value && s.value <= greatest; });
    });
    scene.empty = &*empty;
  }

  const int fine_width = options.width * options.supersampling;
  const int fine_height = options.height * options.supersampling;
  std::vector<Vec3> light(static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height), Vec3{});
  // A tile is a whole number of pixels, so that no two tiles add to the same one.
  const int tile_pixels = std::max(1, tile / options.supersampling);
  const int columns = (options.width + tile_pixels - 1) / tile_pixels;
  const int rows = (options.height + tile_pixels - 1) / tile_pixels;
  const bool single = evaluator.kernel().f32 != nullptr;
  const double share = 1.0 / (options.supersampling * options.supersampling);
  std::atomic<int> done{0};
  tbb::parallel_for(tbb::blocked_range2d<int>(0, rows, 1, 0, columns, 1), [&](const tbb::blocked_range2d<int>& range) {
    for (int row = range.rows().begin(); row < range.rows().end(); ++row) {
      for (int column = range.cols().begin(); column < range.cols().end(); ++column) {
        check_interrupt();
        const int x0 = column * tile_pixels * options.supersampling;
        const int y0 = row * tile_pixels * options.supersampling;
        const int x1 = std::min(x0 + tile_pixels * options.supersampling, fine_width);
        const int y1 = std::min(y0 + tile_pixels * options.supersampling, fine_height);
        const std::vector<Vec3> block =
            single ? cast_tile<float>(scene, x0, y0, x1, y1) : cast_tile<double>(scene, x0, y0, x1, y1);
        std::size_t i = 0;
        for (int y = y0; y < y1; ++y) {
          for (int x = x0; x < x1; ++x, ++i) {
            Vec3& pixel =
                light[static_cast<std::size_t>(y / options.supersampling) * static_cast<std::size_t>(options.width) +
                      static_cast<std::size_t>(x / options.supersampling)];
            pixel = pixel + share * block[i];
          }
        }
        const int finished = ++done;
        if (options.progress) options.progress(static_cast<double>(finished) / (rows * columns));
      }
    }
  });

  Picture picture(options.width, options.height);
  for (std::size_t i = 0; i < light.size(); ++i) {
    const auto bytes = srgb8(light[i]);
    std::ranges::copy(bytes, picture.rgb.begin() + static_cast<std::ptrdiff_t>(3 * i));
  }
  return picture;
}

}  // namespace latspline::tools
