#include "tools/io/nrrd_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "latspline/base/error.h"
#include "scratch_folder.h"
#include "tools/io/points_file.h"
#include "tools/io/volume_file.h"

namespace latspline::tools {
namespace {

using testing::contains;
using testing::file_bytes;
using testing::message_of;
using testing::ScratchFolder;
using testing::write_file;

template <typename T>
std::string payload(std::size_t count, bool big_endian) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(3 * i + 1);
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (big_endian) std::reverse(raw, raw + sizeof(T));
    bytes.append(raw, sizeof(T));
  }
  return bytes;
}

template <typename T>
void check_type(const std::string& type) {
  const ScratchFolder folder;
  for (const bool big_endian : {false, true}) {
    const std::string header =
        "NRRD0004\ntype: " + type +
        "\ndimension: 3\nsizes: 3 2 2\nspacings: 2 3 4\nencoding: raw\nendian: " + (big_endian ? "big" : "little") +
        "\n\n";
    write_file(folder / "a.nrrd", header + payload<T>(12, big_endian));
    const LatticeData data = read_lattice_data(folder / "a.nrrd");
    ASSERT_EQ(data.extent, (std::vector<std::int64_t>{3, 2, 2}));
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(value_at(data.values, i), static_cast<double>(3 * i + 1)) << type << " " << big_endian;
    EXPECT_EQ(data.world.matrix[4], 3);
    EXPECT_EQ(data.coset_count(), 1u);
    EXPECT_TRUE(data.lattice.empty());
  }
}

TEST(NrrdFile, ReadsEveryTypeInBothByteOrders) {
  check_type<signed char>("int8");
  check_type<unsigned char>("uint8");
  check_type<short>("int16");
  check_type<unsigned short>("uint16");
  check_type<int>("int32");
  check_type<unsigned>("uint32");
  check_type<long long>("int64");
  check_type<unsigned long long>("uint64");
  check_type<float>("float");
  check_type<double>("double");
}

TEST(NrrdFile, ReadsADetachedHeaderAndSpaceDirections) {
  const ScratchFolder folder;
  write_file(folder / "a.nhdr",
             "NRRD0004\ntype: float\ndimension: 3\nspace: left-posterior-superior\nsizes: 3 2 2\nspace directions: "
             "(0,2,0) (-3,0,0) (0,0,4)\n"
             "space origin: (7,8,9)\nencoding: raw\nendian: little\ndata file: a.raw\n");
  write_file(folder / "a.raw", payload<float>(12, false));
  const LatticeData data = read_image(folder / "a.nhdr");
  EXPECT_EQ(value_at(data.values, 11), 34);
  EXPECT_EQ(data.world.matrix[3], 2);
  EXPECT_EQ(data.world.matrix[1], -3);
  EXPECT_EQ(data.world.origin[2], 9);
  EXPECT_EQ(data.world_space, "left-posterior-superior");
}

LatticeData bcc_example() {
  LatticeData data;
  data.dimension = 3;
  data.period = {2, 2, 2};
  data.offsets = {0, 0, 0, 1, 1, 1};
  data.extent = {3, 4, 5};
  std::vector<double> values;
  std::mt19937 random(5);
  for (int i = 0; i < 120; ++i) values.push_back(std::uniform_real_distribution<double>(-1, 1)(random));
  data.values = values;
  data.content = LATSPLINE_COEFFICIENTS;
  data.boundary = LATSPLINE_BOUNDARY_VALUE;
  data.outside_value = 0.1;
  data.lattice = "bcc";
  data.space = "a spec with blanks.json";
  data.space_identity = 0xfedcba9876543210ull;
  data.world = WorldTransform::identity(3);
  const double matrix[] = {0.1, 0.02, 0, 0, 0.3, 0, -0.01, 0, 0.7};
  std::ranges::copy(matrix, data.world.matrix.begin());
  data.world.origin = {1.1, -2.2, 3.3};
  data.world_space = "right-anterior-superior";
  return data;
}

TEST(NrrdFile, ALatticeVolumeComesBackWhole) {
  const ScratchFolder folder;
  const LatticeData written = bcc_example();
  for (const auto encoding : {NrrdEncodingChoice::raw, NrrdEncodingChoice::gzip}) {
    write_nrrd(folder / "a.nrrd", written, encoding);
    const LatticeData read = read_lattice_data(folder / "a.nrrd");
    EXPECT_EQ(read.period, written.period);
    EXPECT_EQ(read.offsets, written.offsets);
    EXPECT_EQ(read.extent, written.extent);
    EXPECT_EQ(read.values, written.values);
    EXPECT_EQ(read.content, written.content);
    EXPECT_EQ(read.boundary, written.boundary);
    EXPECT_EQ(read.outside_value, written.outside_value);
    EXPECT_EQ(read.lattice, written.lattice);
    EXPECT_EQ(read.space, written.space);
    EXPECT_EQ(read.space_identity, written.space_identity);
    EXPECT_EQ(read.world_space, written.world_space);
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(read.world.matrix[i], written.world.matrix[i], 1e-16);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(read.world.origin[i], written.world.origin[i]);
  }
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(NrrdFile, DirectionsInTheFileAreStepsOfOneCoset) {
  const ScratchFolder folder;
  LatticeData data = bcc_example();
  data.world = WorldTransform::identity(3);
  write_nrrd(folder / "a.nrrd", data);
  const std::string text = file_bytes(folder / "a.nrrd");
  EXPECT_TRUE(contains(text, "space directions: (2,0,0) (0,2,0) (0,0,2) none"));
  EXPECT_TRUE(contains(text, "sizes: 3 4 5 2"));
  EXPECT_TRUE(contains(text, "latspline.offsets:=0 0 0; 1 1 1"));
}

TEST(NrrdFile, ACartesianVolumeHasNoCosetAxis) {
  const ScratchFolder folder;
  LatticeData data = bcc_example();
  data.period = {1, 1, 1};
  data.offsets = {0, 0, 0};
  data.extent = {6, 4, 5};
  data.lattice = "cc";
  write_nrrd(folder / "a.nrrd", data);
  EXPECT_TRUE(contains(file_bytes(folder / "a.nrrd"), "sizes: 6 4 5\n"));
  EXPECT_EQ(read_nrrd(folder / "a.nrrd").values, data.values);
}

/// The message for the example with one piece of its header replaced.
std::string refusal(const std::string& from, const std::string& to) {
  const ScratchFolder folder;
  write_nrrd(folder / "a.nrrd", bcc_example());
  std::string text = file_bytes(folder / "a.nrrd");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  write_file(folder / "b.nrrd", text);
  return message_of<InputError>([&] { read_lattice_data(folder / "b.nrrd"); });
}

TEST(NrrdFile, WrongKeysAreNamed) {
  EXPECT_TRUE(contains(refusal("latspline.version:=1", "latspline.version:=2"), "'latspline.version' is '2'"));
  EXPECT_TRUE(
      contains(refusal("latspline.content:=coefficients", "latspline.content:=colours"), "samples, coefficients"));
  EXPECT_TRUE(contains(refusal("latspline.boundary:=value", "latspline.boundary:=reflect"), "'reflect'"));
  EXPECT_TRUE(contains(refusal("latspline.boundary:=value", "latspline.border:=value"), "latspline.border"));
  EXPECT_TRUE(contains(refusal("latspline.boundary:=value\n", ""), "latspline.boundary' is missing"));
  EXPECT_TRUE(contains(refusal("latspline.period:=2 2 2", "latspline.period:=2 0 2"), "latspline.period"));
  EXPECT_TRUE(contains(refusal("latspline.period:=2 2 2", "latspline.period:=2 2 x"), "latspline.period"));
  EXPECT_TRUE(
      contains(refusal("latspline.offsets:=0 0 0; 1 1 1", "latspline.offsets:=0 0 0; 1 1 2"), "latspline.offsets"));
  EXPECT_TRUE(
      contains(refusal("latspline.offsets:=0 0 0; 1 1 1", "latspline.offsets:=0 0 0; 0 0 0"), "latspline.offsets"));
  EXPECT_TRUE(
      contains(refusal("latspline.offsets:=0 0 0; 1 1 1", "latspline.offsets:=1 1 1; 0 0 0"), "latspline.offsets"));
  EXPECT_TRUE(contains(refusal("fedcba9876543210", "fedcba987654321"), "latspline.space"));
  EXPECT_TRUE(contains(refusal("latspline.outside:=0.1", "latspline.outside:=inf"), "latspline.outside"));
  EXPECT_TRUE(contains(refusal("latspline.offsets:=0 0 0; 1 1 1", "latspline.offsets:=0 0 0; 1 1 1; 0 1 1"), "3"));
}

TEST(NrrdFile, LyingHeadersAreNamed) {
  EXPECT_TRUE(contains(refusal("sizes: 3 4 5 2", "sizes: 3 4 6 2"), "got only 120"));
  EXPECT_TRUE(contains(refusal("sizes: 3 4 5 2", "sizes: 3 4 5 3"), "got only 120"));
  EXPECT_TRUE(contains(refusal("sizes: 3 4 5 2", "sizes: 4000000000 4000000000 4000000000 2"), "b.nrrd"));
  EXPECT_TRUE(contains(refusal("sizes: 3 4 5 2", "sizes: 3 4 0 2"), "b.nrrd"));
  EXPECT_TRUE(contains(refusal("type: double", "type: quadruple"), "quadruple"));
  EXPECT_TRUE(contains(refusal("(0.2", "(nan"), "b.nrrd"));
  EXPECT_TRUE(contains(refusal("encoding: raw\n", ""), "encoding"));
}

TEST(NrrdFile, TruncatedPayloadsAreNamed) {
  const ScratchFolder folder;
  for (const auto encoding : {NrrdEncodingChoice::raw, NrrdEncodingChoice::gzip}) {
    write_nrrd(folder / "a.nrrd", bcc_example(), encoding);
    const std::string bytes = file_bytes(folder / "a.nrrd");
    write_file(folder / "b.nrrd", bytes.substr(0, bytes.size() - 500));
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_nrrd(folder / "b.nrrd"); }), "b.nrrd"));
  }
}

TEST(NrrdFile, UnbuiltKindsAreUnsupported) {
  const ScratchFolder folder;
  write_file(folder / "a.nrrd",
             "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 3 2 2\nkinds: RGB-color domain domain\nencoding: raw\n\n" +
                 std::string(12, 'x'));
  EXPECT_TRUE(contains(message_of<UnsupportedError>([&] { read_nrrd(folder / "a.nrrd"); }), "RGB-color"));
  write_file(folder / "b.nrrd", "NRRD0004\ntype: uint8\ndimension: 1\nsizes: 3\nencoding: ascii\n\n1 2 3\n");
  EXPECT_TRUE(contains(message_of<UnsupportedError>([&] { read_nrrd(folder / "b.nrrd"); }), "encoding"));
}

latspline_lattice_shape bcc_shape(const std::int64_t* offsets) {
  latspline_lattice_shape shape{};
  shape.dimension = 3;
  shape.coset_count = 2;
  for (std::size_t j = 0; j < 3; ++j) {
    shape.period[j] = 2;
    shape.reach[j] = 2;
  }
  shape.offsets = offsets;
  shape.space = 42;
  shape.axis_mirror = 7;
  return shape;
}

TEST(VolumeFile, AVolumeComesBackEqual) {
  const ScratchFolder folder;
  const std::int64_t offsets[] = {0, 0, 0, 1, 1, 1};
  VolumeDescription description;
  description.shape = LatticeShape(bcc_shape(offsets));
  description.extent = {3, 4, 5};
  description.scalar = LATSPLINE_F32;
  description.boundary = LATSPLINE_BOUNDARY_CLAMP;
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = WorldTransform::identity(3);
  const std::vector<double> values = std::get<std::vector<double>>(bcc_example().values);
  const Volume volume(description, std::span<const double>(values));
  write_volume(folder / "a.nrrd", volume, {"bcc", "bcc/test", ""});
  const Volume read = read_volume(folder / "a.nrrd", description.shape, LATSPLINE_F32, LATSPLINE_BOUNDARY_CLAMP);
  EXPECT_EQ(read.values(), volume.values());
  EXPECT_EQ(read.view().space, 42u);

  const auto mismatch = [&](LatticeShape shape, latspline_boundary boundary) {
    return message_of<InputError>([&] { read_volume(folder / "a.nrrd", shape, LATSPLINE_F32, boundary); });
  };
  EXPECT_TRUE(contains(mismatch(description.shape, LATSPLINE_BOUNDARY_MIRROR), "clamp"));
  LatticeShape other = description.shape;
  other.space = 43;
  EXPECT_TRUE(contains(mismatch(other, LATSPLINE_BOUNDARY_CLAMP), "bcc/test"));
  LatticeShape cartesian = description.shape;
  cartesian.coset_count = 1;
  cartesian.offsets = {0, 0, 0};
  cartesian.period = {1, 1, 1};
  EXPECT_TRUE(contains(mismatch(cartesian, LATSPLINE_BOUNDARY_CLAMP), "another lattice"));
}

TEST(LatticeData, NonFiniteValuesAreNamedWithTheirPlace) {
  LatticeData data = bcc_example();
  data.source = "scan";
  require_finite(data);
  std::get<std::vector<double>>(data.values)[3 * 4 + 3 * 1 + 2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contains(message_of<InputError>([&] { require_finite(data); }), "(2, 1, 1)"));
}

TEST(PointsFile, ReadsTextAndNrrd) {
  const ScratchFolder folder;
  write_file(folder / "a.txt", "# points\n1 2.5 -3e-2\n\n  +4\t5 nan # last\n7 8 9");
  const auto text = read_points(folder / "a.txt", 3);
  ASSERT_EQ(text.size(), 9u);
  EXPECT_EQ(text[2], -0.03);
  EXPECT_EQ(text[3], 4);
  EXPECT_TRUE(text[5] != text[5]);
  EXPECT_EQ(text[8], 9);
  write_file(folder / "a.nrrd", "NRRD0004\ntype: float\ndimension: 2\nsizes: 3 4\nencoding: raw\nendian: little\n\n" +
                                    payload<float>(12, false));
  EXPECT_EQ(read_points(folder / "a.nrrd", 3)[11], 34);
  EXPECT_TRUE(contains(message_of<InputError>([&] { read_points(folder / "a.nrrd", 2); }), "3 4"));
}

TEST(PointsFile, WrongLinesAreNamed) {
  EXPECT_TRUE(contains(message_of<InputError>([] { parse_points("1 2 3\n1 2\n", 3, "in"); }), "line 2"));
  EXPECT_TRUE(contains(message_of<InputError>([] { parse_points("1 2 3 4", 3, "in"); }), "4 coordinates"));
  EXPECT_TRUE(contains(message_of<InputError>([] { parse_points("1 2,5 3", 3, "in"); }), "'2,5'"));
  EXPECT_TRUE(parse_points("", 3, "in").empty());
}

}  // namespace
}  // namespace latspline::tools
