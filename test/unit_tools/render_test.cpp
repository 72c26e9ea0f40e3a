#include "tools/render/render.h"

#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "scratch_folder.h"
#include "tools/io/png_file.h"
#include "tools/render/bitmap_font.h"
#include "tools/render/empty_space.h"
#include "tools/render/montage.h"
#include "tools/render/shading.h"

namespace latspline::tools {
namespace {

using testing::contains;
using testing::message_of;
using testing::ScratchFolder;

constexpr std::uint64_t test_space = 99;

/// Trilinear interpolation on Z^3 by hand: a kernel that owes nothing to the compiler.
template <typename T>
std::int32_t trilinear(const latspline_volume* volume, const T* points, std::int64_t point_stride,
                       std::int64_t axis_stride, std::size_t count, T* values, T* gradients, T*) {
  const T* coefficients = static_cast<const T*>(volume->coefficients);
  for (std::size_t p = 0; p < count; ++p) {
    std::int64_t base = 0;
    T part[3];
    for (int j = 0; j < 3; ++j) {
      const T x = points[static_cast<std::int64_t>(p) * point_stride + j * axis_stride];
      const auto whole = static_cast<std::int64_t>(std::floor(x));
      part[j] = x - static_cast<T>(whole);
      base += whole * volume->stride[j];
    }
    T value = 0;
    T gradient[3] = {0, 0, 0};
    for (int corner = 0; corner < 8; ++corner) {
      std::int64_t address = base;
      T weight[3];
      T slope[3];
      for (int j = 0; j < 3; ++j) {
        const bool upper = (corner >> j & 1) != 0;
        if (upper) address += volume->stride[j];
        weight[j] = upper ? part[j] : 1 - part[j];
        slope[j] = upper ? T{1} : T{-1};
      }
      const T c = coefficients[address];
      value += c * weight[0] * weight[1] * weight[2];
      gradient[0] += c * slope[0] * weight[1] * weight[2];
      gradient[1] += c * weight[0] * slope[1] * weight[2];
      gradient[2] += c * weight[0] * weight[1] * slope[2];
    }
    values[p] = value;
    for (int j = 0; gradients != nullptr && j < 3; ++j)
      gradients[static_cast<std::int64_t>(p) * point_stride + j * axis_stride] = gradient[j];
  }
  return LATSPLINE_OK;
}

constexpr std::array<std::int64_t, 3> no_offset = {0, 0, 0};

/// |x - middle| on n^3 sites; the world is `spacing` times lattice coordinates.
Evaluator ball(int n, double spacing, bool single) {
  latspline_lattice_shape shape{};
  shape.dimension = 3;
  shape.coset_count = 1;
  for (std::size_t j = 0; j < 3; ++j) {
    shape.period[j] = 1;
    shape.reach[j] = 1;
  }
  shape.offsets = no_offset.data();
  shape.space = test_space;
  shape.axis_mirror = 7;
  VolumeDescription description;
  description.shape = LatticeShape(shape);
  description.extent = {n, n, n};
  description.scalar = single ? LATSPLINE_F32 : LATSPLINE_F64;
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = WorldTransform::identity(3);
  for (std::size_t j = 0; j < 3; ++j) description.world.matrix[4 * j] = spacing;
  std::vector<double> values;
  const double middle = 0.5 * (n - 1);
  for (int z = 0; z < n; ++z) {
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) values.push_back(std::hypot(x - middle, y - middle, z - middle));
    }
  }
  Kernel kernel;
  if (single) {
    kernel.f32 = trilinear<float>;
  } else {
    kernel.f64 = trilinear<double>;
  }
  kernel.dimension = 3;
  kernel.space = test_space;
  kernel.boundary = LATSPLINE_BOUNDARY_MIRROR;
  kernel.name = "trilinear";
  return Evaluator(kernel, Volume(description, std::span<const double>(values)));
}

RenderOptions ball_options(int side) {
  RenderOptions options;
  options.width = side;
  options.height = side;
  options.surfaces = {Surface{.value = 8}};
  options.camera.azimuth = 0;
  options.camera.elevation = 0;
  return options;
}

int covered(const Picture& picture) {
  int count = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = picture.pixel(x, y);
      if (p[0] != 255 || p[1] != 255 || p[2] != 255) ++count;
    }
  }
  return count;
}

TEST(Render, ABallCoversItsDisc) {
  for (const bool single : {true, false}) {
    for (const double spacing : {1.0, 0.25}) {
      const Evaluator evaluator = ball(21, spacing, single);
      RenderOptions options = ball_options(96);
      options.camera.view_height = 20 * spacing;
      const Picture picture = render(evaluator, options);
      const double radius = 8.0 / 20 * 96;
      EXPECT_NEAR(covered(picture), 3.14159 * radius * radius, 0.02 * 3.14159 * radius * radius);
    }
  }
}

TEST(Render, SkippingEmptySpaceChangesNoPixel) {
  const Evaluator evaluator = ball(33, 1, true);
  RenderOptions options = ball_options(64);
  options.camera.azimuth = 33;
  options.camera.elevation = 21;
  options.surfaces.push_back(Surface{.value = 12, .opacity = 0.4});
  for (const double field_of_view : {0.0, 40.0}) {
    options.camera.field_of_view = field_of_view;
    options.skip_empty = true;
    const Picture with = render(evaluator, options);
    options.skip_empty = false;
    const Picture without = render(evaluator, options);
    EXPECT_EQ(with.rgb, without.rgb);
    EXPECT_GT(covered(with), 500);
  }
  options.mode = RenderMode::volume;
  options.transfer = {.low = 9, .high = 14, .density = 0.05};
  options.skip_empty = true;
  const Picture with = render(evaluator, options);
  options.skip_empty = false;
  EXPECT_EQ(with.rgb, render(evaluator, options).rgb);
}

TEST(Render, TheKeyLightComesFromTheUpperLeft) {
  const Picture picture = render(ball(21, 1, false), ball_options(81));
  const auto brightness = [&picture](int x, int y) {
    return picture.pixel(x, y)[0] + picture.pixel(x, y)[1] + picture.pixel(x, y)[2];
  };
  EXPECT_GT(brightness(40 - 10, 40 - 10), brightness(40 + 10, 40 + 10) + 30);
}

TEST(Render, TranslucentSurfacesShowWhatLiesBehind) {
  const Evaluator evaluator = ball(21, 1, false);
  RenderOptions options = ball_options(31);
  options.surfaces = {Surface{.value = 9, .colour = {0, 0, 1}, .opacity = 0.3},
                      Surface{.value = 4, .colour = {1, 0, 0}}};
  const Picture picture = render(evaluator, options);
  EXPECT_GT(picture.pixel(15, 15)[0], picture.pixel(15, 15)[2]);
  EXPECT_LT(picture.pixel(15 + 8, 15)[0], 250);
  EXPECT_GT(picture.pixel(15 + 8, 15)[2], picture.pixel(15 + 8, 15)[0]);
}

TEST(Render, SupersamplingAveragesTheEdge) {
  const Evaluator evaluator = ball(21, 1, false);
  RenderOptions options = ball_options(40);
  const Picture coarse = render(evaluator, options);
  options.supersampling = 4;
  const Picture fine = render(evaluator, options);
  EXPECT_EQ(fine.rgb.size(), coarse.rgb.size());
  EXPECT_GT(covered(fine), covered(coarse));
}

TEST(Render, WrongOptionsAreNamed) {
  const Evaluator evaluator = ball(9, 1, true);
  const auto refusal = [&evaluator](auto spoil) {
    RenderOptions options = ball_options(8);
    spoil(options);
    return message_of<InputError>([&] { render(evaluator, options); });
  };
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.surfaces.clear(); }), "surfaces"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.width = 0; }), "side"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.step = -1; }), "step"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.step = 1e-12; }), "step"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.camera.zoom = 0; }), "zoom"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.camera.elevation = 91; }), "elevation"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) { o.background = {2, 0, 0}; }), "background"));
  EXPECT_TRUE(contains(refusal([](RenderOptions& o) {
                         o.mode = RenderMode::volume;
                         o.transfer.low = o.transfer.high;
                       }),
                       "window"));
}

TEST(Render, StopsOnRequest) {
  const Evaluator evaluator = ball(9, 1, true);
  request_interrupt();
  EXPECT_THROW(render(evaluator, ball_options(64)), Interrupted);
  clear_interrupt();
}

TEST(Camera, AxesAreAsDescribed) {
  std::array<Vec3, 8> corners{};
  for (std::size_t c = 0; c < 8; ++c) corners[c] = {c & 1 ? 1.0 : -1.0, c & 2 ? 1.0 : -1.0, c & 4 ? 1.0 : -1.0};
  for (const double elevation : {-90.0, 0.0, 35.0, 90.0}) {
    CameraOptions options;
    options.azimuth = 0;
    options.elevation = elevation;
    const Camera camera(options, corners, 100, 100);
    EXPECT_NEAR(camera.right()[0], -1, 1e-12);
    EXPECT_NEAR(norm(camera.up()), 1, 1e-12);
    EXPECT_NEAR(dot(camera.up(), camera.towards_viewer()), 0, 1e-12);
    EXPECT_GE(camera.up()[2], -1e-12);
  }
  CameraOptions side;
  side.azimuth = 90;
  side.elevation = 0;
  EXPECT_NEAR(Camera(side, corners, 10, 10).towards_viewer()[0], 1, 1e-12);
}

TEST(Camera, PerspectiveRaysMeetInTheEye) {
  std::array<Vec3, 8> corners{};
  for (std::size_t c = 0; c < 8; ++c) corners[c] = {c & 1 ? 1.0 : 0.0, c & 2 ? 1.0 : 0.0, c & 4 ? 1.0 : 0.0};
  CameraOptions options;
  options.field_of_view = 90;
  options.view_height = 2;
  const Camera camera(options, corners, 100, 100);
  const Ray top = camera.ray(50, 0);
  const Ray bottom = camera.ray(50, 100);
  EXPECT_NEAR(norm(top.origin - bottom.origin), 0, 1e-12);
  EXPECT_NEAR(dot(top.direction, bottom.direction), 0, 1e-12);
}

TEST(EmptySpace, KnowsWhereNothingIs) {
  const Evaluator evaluator = ball(41, 1, true);
  const EmptySpace empty(evaluator.volume(), [](double least, double greatest) { return least <= 5 && 5 <= greatest; });
  EXPECT_TRUE(empty.empty_at({1, 1, 1}));
  EXPECT_FALSE(empty.empty_at({25, 20, 20}));
  EXPECT_GT(empty.empty_share(), 0.5);
  EXPECT_LT(empty.empty_share(), 1);
  EXPECT_NEAR(empty.exit({1, 1, 1}, {1, 0, 0}, 0), 3, 1e-12);
  EXPECT_NEAR(empty.exit({1, 1, 1}, {-0.5, 0, 0}, 0), 2, 1e-12);
}

TEST(Shading, SrgbComesBack) {
  for (int i = 0; i <= 255; ++i) {
    const auto bytes = srgb8(linear_from_srgb(Vec3{i / 255.0, i / 255.0, i / 255.0}));
    EXPECT_EQ(bytes[0], i);
  }
}

TEST(BitmapFont, DrawsInsideThePictureOnly) {
  Picture picture(20, 9);
  draw_text(picture, -3, -2, "WIDE", 2, {255, 255, 255});
  draw_text(picture, 18, 8, "W", 2, {255, 255, 255});
  EXPECT_EQ(text_width("AB", 1), 11);
  EXPECT_EQ(text_width("", 3), 0);
  Picture one(5, 7);
  draw_text(one, 0, 0, "i", 1, {255, 0, 0});
  Picture same(5, 7);
  draw_text(same, 0, 0, "I", 1, {255, 0, 0});
  EXPECT_EQ(one.rgb, same.rgb);
  EXPECT_EQ(one.pixel(2, 3)[0], 255);
  EXPECT_EQ(one.pixel(0, 3)[0], 0);
}

TEST(Montage, HoldsEveryPicture) {
  const std::vector<LabelledPicture> pictures = {{Picture(30, 20, {255, 0, 0}), {"one"}},
                                                 {Picture(40, 10, {0, 0, 255}), {"two", "lines"}}};
  const Picture sheet = side_by_side(pictures);
  EXPECT_EQ(sheet.width, 12 * 3 + 70);
  EXPECT_EQ(sheet.pixel(12, 12)[2], 0);
  EXPECT_EQ(sheet.pixel(12 + 30 + 12, 12)[0], 0);
  EXPECT_EQ(sheet.pixel(0, 0)[0], 255);
}

TEST(PngFile, ComesBackFromLibpng) {
  const ScratchFolder folder;
  Picture picture(7, 5);
  for (std::size_t i = 0; i < picture.rgb.size(); ++i) picture.rgb[i] = static_cast<std::uint8_t>(11 * i);
  write_png(folder / "a.png", picture);
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  ASSERT_NE(png_image_begin_read_from_file(&image, (folder / "a.png").c_str()), 0);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> rgb(PNG_IMAGE_SIZE(image));
  ASSERT_NE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr), 0);
  EXPECT_EQ(rgb, picture.rgb);
  EXPECT_EQ(folder.file_count(), 1u);
  EXPECT_THROW(write_png(folder / "b.png", Picture()), InputError);
}

}  // namespace
}  // namespace latspline::tools
