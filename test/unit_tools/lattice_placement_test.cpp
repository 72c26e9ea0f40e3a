#include "tools/commands/lattice_placement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "latspline/base/error.h"
#include "scratch_folder.h"
#include "tools/commands/plan_options.h"
#include "tools/commands/space_data.h"
#include "tools/render/vec3.h"
#include "tools/signal/marschner_lobb.h"

namespace latspline::tools {
namespace {

using testing::contains;
using testing::message_of;

LatticeShape lattice(std::vector<std::int64_t> offsets, std::int64_t period) {
  latspline_lattice_shape shape{};
  shape.dimension = 3;
  shape.coset_count = static_cast<std::uint32_t>(offsets.size() / 3);
  for (std::size_t j = 0; j < 3; ++j) {
    shape.period[j] = period;
    shape.reach[j] = 2;
  }
  shape.offsets = offsets.data();
  return LatticeShape(shape);
}
LatticeShape cc() { return lattice({0, 0, 0}, 1); }
LatticeShape bcc() { return lattice({0, 0, 0, 1, 1, 1}, 2); }
LatticeShape fcc() { return lattice({0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1}, 2); }

const std::vector<double> identity = {1, 0, 0, 0, 1, 0, 0, 0, 1};

LatticeData image(std::vector<std::int64_t> extent, std::vector<double> matrix) {
  LatticeData data;
  data.dimension = 3;
  data.period = {1, 1, 1};
  data.offsets = {0, 0, 0};
  data.extent = std::move(extent);
  data.world = WorldTransform::identity(3);
  std::copy(matrix.begin(), matrix.end(), data.world.matrix.begin());
  data.world.origin = {10, 20, 30};
  return data;
}

Vec3 middle_of(const LatticePlacement& placement, const LatticeShape& shape) {
  Vec3 n{};
  for (std::size_t j = 0; j < 3; ++j) {
    n[j] = 0.5 * static_cast<double>(shape.period[j] * (placement.extent[j] - 1) + (shape.coset_count > 1 ? 1 : 0));
  }
  Vec3 world{};
  placement.world.apply(3, n.data(), world.data());
  return world;
}

TEST(LatticePlacement, TheNumberOfSamplesIsMetToAPerCent) {
  for (const auto& extent : {std::vector<std::int64_t>{181, 217, 181}, {40, 40, 40}, {64, 32, 100}}) {
    const LatticeData data = image(extent, {0.9, 0, 0, 0, 1.1, 0, 0, 0, 3});
    const auto wanted = static_cast<double>(extent[0] * extent[1] * extent[2]);
    for (const LatticeShape& shape : {cc(), bcc(), fcc()}) {
      const auto placement = place_lattice(box_of(data), shape, identity, {static_cast<std::size_t>(wanted), 0});
      EXPECT_NEAR(static_cast<double>(placement.samples) / wanted, 1, 0.01)
          << shape.coset_count << " cosets, " << extent[0];
      // One sample per edge^3 and as much space as before.
      EXPECT_NEAR(std::pow(placement.edge, 3) * wanted, wanted * 0.9 * 1.1 * 3, 0.06 * wanted * 3);
    }
  }
}

TEST(LatticePlacement, TheSameCartesianLatticeIsFoundAgain) {
  const LatticeData data = image({20, 30, 25}, {0, -0.5, 0, 0.5, 0, 0, 0, 0, 0.5});
  const auto placement = place_lattice(box_of(data), cc(), identity, {15000, 0});
  EXPECT_EQ(placement.extent, data.extent);
  EXPECT_NEAR(placement.unit, 0.5, 1e-12);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(placement.world.matrix[i], data.world.matrix[i], 1e-12);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(placement.world.origin[i], data.world.origin[i], 1e-9);
}

TEST(LatticePlacement, TheLatticeStandsInTheMiddleAndIsIsotropic) {
  const LatticeData data = image({20, 30, 25}, {0.6, -0.8, 0, 1.6, 1.2, 0, 0, 0, 0.5});
  const WorldBox box = box_of(data);
  for (const LatticeShape& shape : {bcc(), fcc()}) {
    const auto placement = place_lattice(box, shape, identity, {0, 0.7});
    EXPECT_NEAR(placement.edge, 0.7, 1e-12);
    const Vec3 middle = middle_of(placement, shape);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(middle[i], box.middle[i], 1e-9);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        double product = 0;
        for (std::size_t i = 0; i < 3; ++i)
          product += placement.world.matrix[3 * i + a] * placement.world.matrix[3 * i + b];
        EXPECT_NEAR(product, a == b ? placement.unit * placement.unit : 0, 1e-12);
      }
    }
    // The unit cell of the lattice has the volume of a cube of that edge.
    const double cell = 8.0 / shape.coset_count * std::pow(placement.unit, 3);
    EXPECT_NEAR(cell, std::pow(0.7, 3), 1e-12);
  }
}

TEST(LatticePlacement, WrongDensitiesAreNamed) {
  const WorldBox box = box_of(image({4, 4, 4}, identity));
  EXPECT_TRUE(contains(message_of<InputError>([&] { place_lattice(box, cc(), identity, {0, -1}); }), "spacing"));
  EXPECT_TRUE(contains(message_of<InputError>([&] { place_lattice(box, cc(), identity, {0, 1e-12}); }), "too small"));
  EXPECT_TRUE(contains(message_of<InputError>([&] { place_lattice(box, cc(), identity, {0, 0}); }), "samples"));
}

TEST(MarschnerLobb, TheGradientIsTheDerivative) {
  const MarschnerLobb signal;
  EXPECT_NEAR(signal.value({0, 0, 0}), (1 + 0.25 * 2) / 2.5, 1e-12);
  for (const std::array<double, 3>& x :
       {std::array<double, 3>{0.3, -0.2, 0.7}, {0, 0, 0.1}, {1e-3, 0, 0}, {-0.9, 0.8, -0.5}}) {
    const auto gradient = signal.gradient(x);
    for (std::size_t j = 0; j < 3; ++j) {
      auto low = x;
      auto high = x;
      low[j] -= 1e-6;
      high[j] += 1e-6;
      EXPECT_NEAR(gradient[j], (signal.value(high) - signal.value(low)) / 2e-6, 1e-5);
    }
  }
}

TEST(PlanOptions, WordsAndNumbers) {
  CLI::App app;
  PlanOptions options;
  add_plan_options(app, options);
  app.parse("--scalar f64 --boundary clamp --group-size 4 --pipeline-depth 2 --branches off --lanes 8 --separable off");
  EXPECT_EQ(options.scalar, Scalar::f64);
  EXPECT_EQ(options.boundary, Boundary::clamp);
  EXPECT_FALSE(options.branches);
  EXPECT_EQ(options.lanes, 8);
  EXPECT_EQ(options.separable, Separable::off);
  EXPECT_TRUE(contains(message_of<InputError>([&] { check_plan_options(options); }), "--pipeline-depth is 2"));
  EXPECT_THROW(app.parse("--boundary reflect"), CLI::ParseError);
  EXPECT_THROW(app.parse("--group-size -1"), CLI::ParseError);
  EXPECT_THROW(app.parse("--lanes 3"), CLI::ParseError);
  EXPECT_EQ(parse_numbers("1,-2.5,3e1", 3, "--x"), (std::vector<double>{1, -2.5, 30}));
  EXPECT_EQ(parse_numbers("640x480", 2, "--size", 'x'), (std::vector<double>{640, 480}));
  for (const char* wrong : {"", "1,2", "1,2,3,4", "1,2,x", "1,2,3 ", "1,,3", "1,2,nan"}) {
    EXPECT_THROW(parse_numbers(wrong, 3, "--x"), CLI::ValidationError) << wrong;
  }
  EXPECT_EQ(grouped(1234567), "1 234 567");
  EXPECT_EQ(grouped(12), "12");
}

}  // namespace
}  // namespace latspline::tools
