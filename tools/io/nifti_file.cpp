#include "tools/io/nifti_file.h"

#include <nifti2_io.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

#include "latspline/base/error.h"
#include "tools/io/gz_reader.h"

namespace latspline::tools {
namespace {

constexpr std::size_t nifti1_size = 348;
constexpr std::size_t nifti2_size = 540;
static_assert(sizeof(nifti_1_header) == nifti1_size && sizeof(nifti_2_header) == nifti2_size);

struct Type {
  int code;
  int bytes;
  const char* name;
  bool built;
};
constexpr Type types[] = {{DT_UINT8, 1, "uint8", true},
                          {DT_INT16, 2, "int16", true},
                          {DT_INT32, 4, "int32", true},
                          {DT_FLOAT32, 4, "float32", true},
                          {DT_FLOAT64, 8, "float64", true},
                          {DT_INT8, 1, "int8", true},
                          {DT_UINT16, 2, "uint16", true},
                          {DT_UINT32, 4, "uint32", true},
                          {DT_INT64, 8, "int64", true},
                          {DT_UINT64, 8, "uint64", true},
                          {DT_BINARY, 0, "binary", false},
                          {DT_COMPLEX64, 8, "complex64", false},
                          {DT_RGB24, 3, "rgb24", false},
                          {DT_FLOAT128, 16, "float128", false},
                          {DT_COMPLEX128, 16, "complex128", false},
                          {DT_COMPLEX256, 32, "complex256", false},
                          {DT_RGBA32, 4, "rgba32", false}};
constexpr const char* accepted_types =
    "accepted: 2 (uint8), 4 (int16), 8 (int32), 16 (float32), 64 (float64), 256 (int8), 512 (uint16), 768 (uint32), "
    "1024 (int64), 1280 (uint64)";

[[noreturn]] void wrong(const std::string& path, const std::string& field, const std::string& value,
                        const std::string& accepted) {
  throw InputError("'" + path + "': NIfTI field " + field + " is " + value + "; accepted: " + accepted);
}

std::string text(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.9g", value);
  return buffer.data();
}

/// The two versions' fields that matter before the library sees the header, in this machine's byte order.
struct Fields {
  int version = 0;
  bool single_file = false;
  std::array<std::int64_t, 8> dim{};
  int datatype = 0;
  int bitpix = 0;
  double vox_offset = 0;
  std::array<double, 8> pixdim{};
  int qform_code = 0;
  int sform_code = 0;
  std::array<double, 3> quaternion{};
  std::array<double, 3> offset{};
  std::array<double, 12> srow{};
};

template <typename Header>
Fields fields_of(Header header, bool swapped) {
  if (swapped) {
    if constexpr (std::is_same_v<Header, nifti_1_header>) {
      nifti_swap_as_nifti1(&header);
    } else {
      nifti_swap_as_nifti2(&header);
    }
  }
  Fields fields;
  fields.version = std::is_same_v<Header, nifti_1_header> ? 1 : 2;
  fields.single_file = header.magic[1] == '+';
  for (std::size_t j = 0; j < 8; ++j) {
    fields.dim[j] = header.dim[j];
    fields.pixdim[j] = static_cast<double>(header.pixdim[j]);
  }
  fields.datatype = header.datatype;
  fields.bitpix = header.bitpix;
  fields.vox_offset = static_cast<double>(header.vox_offset);
  fields.qform_code = header.qform_code;
  fields.sform_code = header.sform_code;
  fields.quaternion = {static_cast<double>(header.quatern_b), static_cast<double>(header.quatern_c),
                       static_cast<double>(header.quatern_d)};
  fields.offset = {static_cast<double>(header.qoffset_x), static_cast<double>(header.qoffset_y),
                   static_cast<double>(header.qoffset_z)};
  for (std::size_t j = 0; j < 4; ++j) {
    fields.srow[j] = static_cast<double>(header.srow_x[j]);
    fields.srow[4 + j] = static_cast<double>(header.srow_y[j]);
    fields.srow[8 + j] = static_cast<double>(header.srow_z[j]);
  }
  return fields;
}

std::int32_t first_word(std::span<const std::byte> head) {
  std::int32_t word = 0;
  std::memcpy(&word, head.data(), sizeof word);
  return word;
}

std::int32_t reversed(std::int32_t word) {
  return static_cast<std::int32_t>(__builtin_bswap32(static_cast<std::uint32_t>(word)));
}

bool is_word(std::int32_t word, std::size_t size) {
  const auto wanted = static_cast<std::int32_t>(size);
  return word == wanted || reversed(word) == wanted;
}

/// Throws unless the library may see the header.
const Type& check_fields(const Fields& fields, const std::string& path) {
  const auto rank = fields.dim[0];
  if (rank < 1 || rank > 7) wrong(path, "dim[0]", std::to_string(rank), "1 to 7");
  for (std::size_t j = 1; j <= static_cast<std::size_t>(rank); ++j) {
    if (fields.dim[j] < 1) wrong(path, "dim[" + std::to_string(j) + "]", std::to_string(fields.dim[j]), "1 or more");
    if (j > 4 && fields.dim[j] > 1) {
      throw UnsupportedError("'" + path + "': NIfTI dim[" + std::to_string(j) + "] is " +
                             std::to_string(fields.dim[j]) +
                             ": reading of more than four axes or of several components is not built");
    }
  }
  const Type* type = nullptr;
  for (const auto& candidate : types) {
    if (candidate.code == fields.datatype) type = &candidate;
  }
  if (type == nullptr) {
    throw InputError("'" + path + "': NIfTI field datatype is " + std::to_string(fields.datatype) + "; " +
                     accepted_types);
  }
  if (!type->built) {
    throw UnsupportedError("'" + path + "': reading of NIfTI datatype " + std::to_string(type->code) + " (" +
                           type->name + ") is not built; " + accepted_types);
  }
  if (fields.bitpix != 8 * type->bytes) {
    wrong(path, "bitpix", std::to_string(fields.bitpix),
          std::to_string(8 * type->bytes) + " for datatype " + type->name);
  }
  const int least = fields.single_file ? (fields.version == 1 ? 352 : 544) : 0;
  if (!(fields.vox_offset >= least && fields.vox_offset < 9.0e15) ||
      fields.vox_offset != std::floor(fields.vox_offset)) {
    wrong(path, "vox_offset", text(fields.vox_offset), std::to_string(least) + " or more, an integer");
  }
  return *type;
}

/// Throws unless the numbers of the form in use are finite and its spacings positive.
void check_form(const Fields& fields, const std::string& path) {
  const auto finite = [&path](const auto& numbers, const char* field) {
    for (const double number : numbers) {
      if (!std::isfinite(number)) wrong(path, field, text(number), "a finite number");
    }
  };
  const auto axes = static_cast<std::size_t>(std::min<std::int64_t>(fields.dim[0], 3));
  if (fields.sform_code > 0) {
    finite(fields.srow, "srow");
    return;
  }
  for (std::size_t j = 1; j <= axes; ++j) {
    if (!(fields.pixdim[j] > 0) || !std::isfinite(fields.pixdim[j])) {
      wrong(path, "pixdim[" + std::to_string(j) + "]", text(fields.pixdim[j]), "a positive number");
    }
  }
  if (fields.qform_code > 0) {
    finite(fields.quaternion, "quatern_b, quatern_c, quatern_d");
    finite(fields.offset, "qoffset_x, qoffset_y, qoffset_z");
  }
}

struct ImageFree {
  void operator()(nifti_image* image) const { nifti_image_free(image); }
};
using ImagePointer = std::unique_ptr<nifti_image, ImageFree>;

WorldTransform world_of(const nifti_image& image, const Fields& fields, std::uint32_t dimension,
                        const std::string& path) {
  WorldTransform world = WorldTransform::identity(dimension);
  const auto at = [&world, dimension](std::uint32_t row, std::uint32_t column) -> double& {
    return world.matrix[row * dimension + column];
  };
  const std::uint32_t axes = std::min(dimension, 3U);
  const nifti_dmat44* form = fields.sform_code > 0 ? &image.sto_xyz : fields.qform_code > 0 ? &image.qto_xyz : nullptr;
  if (form == nullptr) {
    for (std::uint32_t j = 0; j < axes; ++j) at(j, j) = fields.pixdim[j + 1];
  } else {
    double outside = 0;
    for (std::uint32_t row = axes; row < 3; ++row) {
      for (std::uint32_t column = 0; column < axes; ++column)
        outside = std::max(outside, std::abs(form->m[row][column]));
    }
    for (std::uint32_t column = 0; column < axes; ++column) {
      if (outside == 0) {
        for (std::uint32_t row = 0; row < axes; ++row) at(row, column) = form->m[row][column];
        world.origin[column] = form->m[column][3];
      } else {
        at(column, column) = std::hypot(form->m[0][column], form->m[1][column], form->m[2][column]);
      }
    }
  }
  if (dimension == 4) {
    at(3, 3) = image.pixdim[4] > 0 && std::isfinite(image.pixdim[4]) ? image.pixdim[4] : 1;
    world.origin[3] = std::isfinite(image.toffset) ? image.toffset : 0;
  }
  try {
    static_cast<void>(world.inverse(dimension));
  } catch (const InputError& error) {
    throw InputError("'" + path + "': the NIfTI " +
                     (fields.sform_code > 0 ? "sform (srow_x, srow_y, srow_z)" : "qform") +
                     " gives no world coordinates: " + error.what());
  }
  return world;
}

/// The file that holds the values: the header's own, or its partner.
std::string data_path(const std::string& path, const Fields& fields) {
  if (fields.single_file) return path;
  std::string stem = path;
  if (stem.ends_with(".gz")) stem.resize(stem.size() - 3);
  if (!stem.ends_with(".hdr")) {
    throw InputError(
        "'" + path +
        "' is the header of a NIfTI pair (magic 'ni'), its name must end in .hdr or .hdr.gz so that its .img is found");
  }
  stem.resize(stem.size() - 4);
  for (const char* extension : {".img", ".img.gz"}) {
    std::error_code ignored;
    if (std::filesystem::exists(stem + extension, ignored)) return stem + extension;
  }
  throw InputError("'" + path + "' is the header of a NIfTI pair; neither '" + stem + ".img' nor '" + stem +
                   ".img.gz' exists");
}

template <typename Stored, typename Value>
std::vector<Value> converted(std::span<const std::byte> bytes, double slope, double intercept) {
  std::vector<Value> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored{};
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    if constexpr (std::is_same_v<Value, float>) {
      values[i] = static_cast<float>(stored);
    } else {
      values[i] = slope * static_cast<double>(stored) + intercept;
    }
  }
  return values;
}

template <typename Stored>
Values convert(std::span<const std::byte> bytes, double slope, double intercept) {
  constexpr bool fits_float = std::is_same_v<Stored, float> || (std::is_integral_v<Stored> && sizeof(Stored) <= 2);
  if (fits_float && slope == 1 && intercept == 0) return converted<Stored, float>(bytes, 1, 0);
  return converted<Stored, double>(bytes, slope, intercept);
}

Values convert(int datatype, std::span<const std::byte> bytes, double slope, double intercept) {
  switch (datatype) {
    case DT_UINT8:
      return convert<std::uint8_t>(bytes, slope, intercept);
    case DT_INT8:
      return convert<std::int8_t>(bytes, slope, intercept);
    case DT_UINT16:
      return convert<std::uint16_t>(bytes, slope, intercept);
    case DT_INT16:
      return convert<std::int16_t>(bytes, slope, intercept);
    case DT_UINT32:
      return convert<std::uint32_t>(bytes, slope, intercept);
    case DT_INT32:
      return convert<std::int32_t>(bytes, slope, intercept);
    case DT_UINT64:
      return convert<std::uint64_t>(bytes, slope, intercept);
    case DT_INT64:
      return convert<std::int64_t>(bytes, slope, intercept);
    case DT_FLOAT32:
      return convert<float>(bytes, slope, intercept);
    case DT_FLOAT64:
      return convert<double>(bytes, slope, intercept);
    default:
      throw InternalError("a NIfTI datatype passed the check and has no conversion");
  }
}

/// .img names the same pair as its .hdr.
std::string header_path(const std::string& path) {
  for (const auto& [data, header] : {std::pair{".img", ".hdr"}, std::pair{".img.gz", ".hdr.gz"}}) {
    if (!path.ends_with(data)) continue;
    const std::string stem = path.substr(0, path.size() - std::strlen(data));
    std::error_code ignored;
    for (const std::string& candidate : {stem + header, stem + ".hdr"}) {
      if (std::filesystem::exists(candidate, ignored)) return candidate;
    }
    throw InputError("'" + path + "' is the data of a NIfTI pair, but '" + stem + ".hdr' does not exist");
  }
  return path;
}

}  // namespace

bool looks_like_nifti(std::span<const std::byte> head) {
  if (head.size() < nifti1_size) return false;
  const auto magic = [&head](std::size_t offset) {
    return std::string(reinterpret_cast<const char*>(head.data()) + offset, 4);
  };
  const std::int32_t word = first_word(head);
  if (is_word(word, nifti1_size)) return magic(344) == std::string("n+1\0", 4) || magic(344) == std::string("ni1\0", 4);
  if (is_word(word, nifti2_size)) return magic(4) == std::string("n+2\0", 4) || magic(4) == std::string("ni2\0", 4);
  return false;
}

LatticeData read_nifti(const std::string& given_path) {
  const std::string path = header_path(given_path);
  std::array<std::byte, nifti2_size> head{};
  {
    GzReader reader(path);
    const std::size_t got = reader.read(head);
    if (!looks_like_nifti(std::span(head).first(got))) {
      throw InputError("'" + path +
                       "' has no NIfTI header: sizeof_hdr must be 348 or 540 with the magic n+1, ni1, n+2 or ni2");
    }
    if (is_word(first_word(head), nifti2_size) && got < nifti2_size) {
      throw InputError("'" + path + "' is truncated: a NIfTI-2 header has 540 bytes, the file has " +
                       std::to_string(got));
    }
  }
  // The library keeps its debug level in a global variable and converts headers through static buffers.
  static std::mutex library_mutex;
  const std::lock_guard lock(library_mutex);
  nifti_set_debug_level(0);
  const bool swapped = first_word(head) != static_cast<std::int32_t>(nifti1_size) &&
                       first_word(head) != static_cast<std::int32_t>(nifti2_size);
  Fields fields;
  ImagePointer image;
  const Type* type = nullptr;
  const auto open_header = [&](auto header, auto convert_header) {
    std::memcpy(&header, head.data(), sizeof header);
    fields = fields_of(header, swapped);
    type = &check_fields(fields, path);
    check_form(fields, path);
    image.reset(convert_header(header, path.c_str()));
  };
  if (is_word(first_word(head), nifti1_size)) {
    open_header(nifti_1_header{}, nifti_convert_n1hdr2nim);
  } else {
    open_header(nifti_2_header{}, nifti_convert_n2hdr2nim);
  }
  if (!image) throw InputError("'" + path + "': the NIfTI library refuses the header");

  LatticeData data;
  data.source = path;
  auto rank = static_cast<std::size_t>(fields.dim[0]);
  while (rank > 3 && fields.dim[rank] == 1) --rank;
  data.dimension = static_cast<std::uint32_t>(rank);
  data.extent.assign(fields.dim.begin() + 1, fields.dim.begin() + 1 + static_cast<std::ptrdiff_t>(rank));
  data.period.assign(rank, 1);
  data.offsets.assign(rank, 0);
  data.world = world_of(*image, fields, data.dimension, path);
  if (rank == 3) data.world_space = "right-anterior-superior";
  const auto type_bytes = static_cast<std::size_t>(type->bytes);
  const std::size_t count = checked_count(path, data.extent, type_bytes);

  GzReader reader(data_path(path, fields));
  const auto offset = static_cast<std::uint64_t>(fields.vox_offset);
  const std::uint64_t bytes = count * type_bytes;
  const auto truncated = [&](const std::string& has) {
    return InputError("'" + reader.path() + "' is truncated: the NIfTI header (dim, datatype) promises " +
                      std::to_string(bytes) + " bytes of values at byte " + std::to_string(offset) + ", the file has " +
                      has);
  };
  if (offset > reader.largest_length() || bytes > reader.largest_length() - offset) {
    throw truncated("at most " + std::to_string(reader.largest_length()) + " bytes in all");
  }
  reader.seek(static_cast<std::int64_t>(offset));
  std::vector<std::byte> payload(bytes);
  const std::size_t got = reader.read(payload);
  if (got != bytes) throw truncated(std::to_string(got) + " of them");
  if (swapped) nifti_swap_Nbytes(static_cast<std::int64_t>(count), type->bytes, payload.data());
  const bool scaled = image->scl_slope != 0 && std::isfinite(image->scl_slope);
  const double intercept = std::isfinite(image->scl_inter) ? image->scl_inter : 0;
  data.values = convert(fields.datatype, payload, scaled ? image->scl_slope : 1, scaled ? intercept : 0);
  return data;
}

}  // namespace latspline::tools
