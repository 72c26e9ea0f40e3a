#include "tools/io/nifti_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "latspline/base/error.h"
#include "scratch_folder.h"
#include "tools/io/volume_file.h"

namespace latspline::tools {
namespace {

using testing::contains;
using testing::message_of;
using testing::ScratchFolder;
using testing::write_file;

/// A file's bytes; numbers are put in either byte order.
struct Bytes {
  std::string data;
  bool big_endian = false;

  template <typename T>
  void put(std::size_t at, T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (big_endian) std::reverse(raw, raw + sizeof(T));
    if (data.size() < at + sizeof(T)) data.resize(at + sizeof(T), '\0');
    std::memcpy(data.data() + at, raw, sizeof(T));
  }
  void put_text(std::size_t at, const std::string& text) { std::memcpy(data.data() + at, text.data(), text.size()); }
};

/// A NIfTI-1 header of a 3 x 2 x 2 image with pixdim 2, 3, 4; offsets of the fields as in nifti1.h.
Bytes nifti1(std::int16_t datatype, std::int16_t bits, bool big_endian = false) {
  Bytes file;
  file.big_endian = big_endian;
  file.data.assign(352, '\0');
  file.put<std::int32_t>(0, 348);
  const std::int16_t dim[] = {3, 3, 2, 2, 1, 1, 1, 1};
  for (std::size_t j = 0; j < 8; ++j) file.put(40 + 2 * j, dim[j]);
  file.put(70, datatype);
  file.put(72, bits);
  const float pixdim[] = {1, 2, 3, 4};
  for (std::size_t j = 0; j < 4; ++j) file.put(76 + 4 * j, pixdim[j]);
  file.put<float>(108, 352);
  file.put_text(344, "n+1");
  return file;
}

Bytes nifti2(std::int16_t datatype, std::int16_t bits, bool big_endian = false) {
  Bytes file;
  file.big_endian = big_endian;
  file.data.assign(544, '\0');
  file.put<std::int32_t>(0, 540);
  file.put_text(4, std::string("n+2\0\r\n\x1a\n", 8));
  file.put(12, datatype);
  file.put(14, bits);
  const std::int64_t dim[] = {3, 3, 2, 2, 1, 1, 1, 1};
  for (std::size_t j = 0; j < 8; ++j) file.put(16 + 8 * j, dim[j]);
  const double pixdim[] = {1, 2, 3, 4};
  for (std::size_t j = 0; j < 4; ++j) file.put(104 + 8 * j, pixdim[j]);
  file.put<std::int64_t>(168, 544);
  return file;
}

template <typename T>
void add_values(Bytes& file) {
  const std::size_t start = file.data.size();
  for (std::size_t i = 0; i < 12; ++i) file.put(start + i * sizeof(T), static_cast<T>(3 * i + 1));
}

template <typename T>
void check_type(std::int16_t datatype) {
  const ScratchFolder folder;
  for (const bool big_endian : {false, true}) {
    for (const int version : {1, 2}) {
      Bytes file =
          version == 1 ? nifti1(datatype, 8 * sizeof(T), big_endian) : nifti2(datatype, 8 * sizeof(T), big_endian);
      add_values<T>(file);
      write_file(folder / "a.nii", file.data);
      const LatticeData data = read_lattice_data(folder / "a.nii");
      ASSERT_EQ(data.extent, (std::vector<std::int64_t>{3, 2, 2}));
      ASSERT_EQ(value_count(data.values), 12u);
      for (std::size_t i = 0; i < 12; ++i)
        EXPECT_EQ(value_at(data.values, i), static_cast<double>(3 * i + 1)) << datatype << " " << big_endian;
      EXPECT_EQ(data.world.matrix[0], 2);
      EXPECT_EQ(data.world.matrix[4], 3);
      EXPECT_EQ(data.world.matrix[8], 4);
    }
  }
}

TEST(NiftiFile, ReadsEveryTypeInBothByteOrdersAndVersions) {
  check_type<std::uint8_t>(2);
  check_type<std::int16_t>(4);
  check_type<std::int32_t>(8);
  check_type<float>(16);
  check_type<double>(64);
  check_type<std::int8_t>(256);
  check_type<std::uint16_t>(512);
  check_type<std::uint32_t>(768);
  check_type<std::int64_t>(1024);
  check_type<std::uint64_t>(1280);
}

TEST(NiftiFile, ReadsNegativeValues) {
  const ScratchFolder folder;
  Bytes file = nifti1(4, 16, true);
  for (std::size_t i = 0; i < 12; ++i)
    file.put<std::int16_t>(352 + 2 * i, static_cast<std::int16_t>(-1000 - static_cast<int>(i)));
  write_file(folder / "a.nii", file.data);
  EXPECT_EQ(value_at(read_nifti(folder / "a.nii").values, 11), -1011);
}

TEST(NiftiFile, AppliesSlopeAndIntercept) {
  const ScratchFolder folder;
  Bytes file = nifti1(4, 16);
  add_values<std::int16_t>(file);
  file.put<float>(112, 0.5f);
  file.put<float>(116, -10.0f);
  write_file(folder / "a.nii", file.data);
  EXPECT_DOUBLE_EQ(value_at(read_nifti(folder / "a.nii").values, 2), 0.5 * 7 - 10);
}

TEST(NiftiFile, ReadsGzipAndPairs) {
  const ScratchFolder folder;
  Bytes file = nifti1(2, 8);
  add_values<std::uint8_t>(file);
  const gzFile zipped = gzopen((folder / "a.nii.gz").c_str(), "wb");
  ASSERT_EQ(gzwrite(zipped, file.data.data(), static_cast<unsigned>(file.data.size())),
            static_cast<int>(file.data.size()));
  gzclose(zipped);
  EXPECT_EQ(value_at(read_lattice_data(folder / "a.nii.gz").values, 11), 34);

  file.put_text(344, "ni1");
  file.put<float>(108, 0);
  write_file(folder / "b.hdr", file.data.substr(0, 348));
  write_file(folder / "b.img", file.data.substr(352));
  EXPECT_EQ(value_at(read_lattice_data(folder / "b.hdr").values, 11), 34);
  EXPECT_EQ(value_at(read_lattice_data(folder / "b.img").values, 11), 34);
}

TEST(NiftiFile, PrefersSformToQformToPixdim) {
  const ScratchFolder folder;
  Bytes file = nifti1(2, 8);
  add_values<std::uint8_t>(file);
  file.put<std::int16_t>(252, 1);  // qform_code; quaternion 0, 0, 0 is the identity
  file.put<float>(268, 7);         // qoffset_x
  write_file(folder / "a.nii", file.data);
  const LatticeData q = read_nifti(folder / "a.nii");
  EXPECT_DOUBLE_EQ(q.world.matrix[0], 2);
  EXPECT_DOUBLE_EQ(q.world.matrix[8], 4);
  EXPECT_DOUBLE_EQ(q.world.origin[0], 7);

  file.put<std::int16_t>(254, 2);  // sform_code
  const float rows[] = {0, 5, 0, 11, -6, 0, 0, 12, 0, 0, 8, 13};
  for (std::size_t i = 0; i < 12; ++i) file.put(280 + 4 * i, rows[i]);
  write_file(folder / "a.nii", file.data);
  const LatticeData s = read_nifti(folder / "a.nii");
  EXPECT_EQ(s.world.matrix[1], 5);
  EXPECT_EQ(s.world.matrix[3], -6);
  EXPECT_EQ(s.world.origin[2], 13);
  EXPECT_EQ(s.world_space, "right-anterior-superior");
}

std::string refusal(const std::function<void(Bytes&)>& spoil, bool second_version = false) {
  const ScratchFolder folder;
  Bytes file = second_version ? nifti2(4, 16) : nifti1(4, 16);
  add_values<std::int16_t>(file);
  spoil(file);
  write_file(folder / "a.nii", file.data);
  return message_of<InputError>([&] { read_lattice_data(folder / "a.nii"); });
}

TEST(NiftiFile, LyingHeadersAreNamed) {
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<std::int16_t>(40, 9); }), "dim[0] is 9"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<std::int16_t>(44, -5); }), "dim[2] is -5"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<std::int16_t>(70, 3); }), "datatype is 3"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<std::int16_t>(72, 32); }), "bitpix is 32"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<float>(108, 12.0f); }), "vox_offset is 12"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<float>(108, std::nanf("")); }), "vox_offset is nan"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<float>(84, 0.0f); }), "pixdim[2] is 0"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put<std::int16_t>(254, 1); }), "sform"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.put_text(344, "xyz"); }), "neither NIfTI nor NRRD"));
}

TEST(NiftiFile, TruncatedPayloadsAreNamed) {
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.data.resize(f.data.size() - 1); }), "truncated"));
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.data.resize(352); }), "truncated"));
  for (const std::size_t j : {1, 2, 3}) {
    EXPECT_TRUE(contains(refusal([j](Bytes& f) { f.put<std::int16_t>(40 + 2 * j, 32767); }), "truncated"));
  }
  EXPECT_TRUE(contains(refusal([](Bytes& f) { f.data.resize(400); }, true), "540 bytes"));
}

TEST(NiftiFile, SizesThatOverflowAreNamed) {
  const auto huge = [](Bytes& f) {
    for (std::size_t j = 1; j <= 3; ++j) f.put<std::int64_t>(16 + 8 * j, std::int64_t{1} << 40);
  };
  EXPECT_TRUE(contains(refusal(huge, true), "overflow"));
}

TEST(NiftiFile, UnbuiltTypesAreUnsupported) {
  const ScratchFolder folder;
  Bytes file = nifti1(128, 24);
  file.data.resize(1000);
  write_file(folder / "a.nii", file.data);
  EXPECT_TRUE(contains(message_of<UnsupportedError>([&] { read_nifti(folder / "a.nii"); }), "rgb24"));
  Bytes many = nifti1(2, 8);
  many.put<std::int16_t>(40, 5);
  many.put<std::int16_t>(50, 3);
  many.data.resize(1000);
  write_file(folder / "b.nii", many.data);
  EXPECT_TRUE(contains(message_of<UnsupportedError>([&] { read_nifti(folder / "b.nii"); }), "dim[5] is 3"));
}

TEST(NiftiFile, DamagedGzipIsAnInputError) {
  const ScratchFolder folder;
  Bytes file = nifti1(2, 8);
  file.put<std::int16_t>(42, 200);
  file.put<std::int16_t>(44, 200);
  for (std::size_t i = 0; i < 80000; ++i) file.data.push_back(static_cast<char>(i * i >> 3));
  const gzFile zipped = gzopen((folder / "a.nii.gz").c_str(), "wb");
  gzwrite(zipped, file.data.data(), static_cast<unsigned>(file.data.size()));
  gzclose(zipped);
  EXPECT_EQ(value_count(read_nifti(folder / "a.nii.gz").values), 80000u);
  std::string bytes = testing::file_bytes(folder / "a.nii.gz");
  write_file(folder / "b.nii.gz", bytes.substr(0, bytes.size() / 2));
  EXPECT_TRUE(contains(message_of<InputError>([&] { read_nifti(folder / "b.nii.gz"); }), "b.nii.gz"));
}

TEST(NiftiFile, MissingAndUnreadablePaths) {
  const ScratchFolder folder;
  EXPECT_TRUE(contains(message_of<InputError>([&] { read_lattice_data(folder / "none.nii"); }), "No such file"));
  EXPECT_TRUE(contains(message_of<InputError>([&] { read_lattice_data(folder / "."); }), "no regular file"));
  write_file(folder / "empty", "");
  EXPECT_TRUE(contains(message_of<InputError>([&] { read_lattice_data(folder / "empty"); }), "empty"));
}

}  // namespace
}  // namespace latspline::tools
