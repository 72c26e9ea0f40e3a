#include "tools/io/nrrd_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "latspline/base/error.h"
#include "latspline/base/hash.h"

namespace latspline::tools {
namespace {

using Keys = std::map<std::string, std::string>;
constexpr const char* known_keys[] = {"version", "lattice", "period",   "offsets",
                                      "content", "space",   "boundary", "outside"};
const std::string prefix = "latspline.";

[[noreturn]] void wrong_key(const std::string& path, const std::string& key, const std::string& value,
                            const std::string& accepted) {
  throw InputError("'" + path + "': NRRD key '" + prefix + key + "' is '" + value + "'; accepted: " + accepted);
}

/// The keys of ours, without the prefix. Empty for a plain image.
Keys keys_of(const Nrrd& nrrd, const std::string& path) {
  Keys keys;
  for (unsigned i = 0; i < nrrdKeyValueSize(&nrrd); ++i) {
    char* key = nullptr;
    char* value = nullptr;
    nrrdKeyValueIndex(&nrrd, &key, &value, i);
    const std::unique_ptr<char, void (*)(void*)> key_owner(key, std::free);
    const std::unique_ptr<char, void (*)(void*)> value_owner(value, std::free);
    const std::string name = key;
    if (name.starts_with(prefix)) keys.emplace(name.substr(prefix.size()), value);
  }
  for (const auto& [name, value] : keys) {
    if (std::ranges::find(known_keys, name) == std::end(known_keys)) {
      throw InputError("'" + path + "': NRRD key '" + prefix + name +
                       "' is unknown; accepted: version, lattice, period, offsets, content, space, " +
                       "boundary, outside");
    }
  }
  return keys;
}

const std::string& required(const Keys& keys, const std::string& name, const std::string& path) {
  const auto entry = keys.find(name);
  if (entry == keys.end())
    throw InputError("'" + path + "': the NRRD key '" + prefix + name + "' is missing from a lattice volume");
  return entry->second;
}

std::vector<std::int64_t> integers(const std::string& text, const std::string& key, const std::string& path) {
  std::vector<std::int64_t> numbers;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size())
      wrong_key(path, key, text, "integers separated by blanks");
    numbers.push_back(number);
  }
  return numbers;
}

void read_lattice(const Keys& keys, LatticeData& data) {
  const std::string& path = data.source;
  const std::string& period_text = required(keys, "period", path);
  data.period = integers(period_text, "period", path);
  if (data.period.empty() || data.period.size() > LATSPLINE_MAX_DIMENSION ||
      std::ranges::any_of(data.period, [](auto d) { return d < 1 || d > (1 << 20); })) {
    wrong_key(path, "period", period_text, "1 to 6 integers from 1 to 2^20");
  }
  const std::size_t dimension = data.period.size();
  data.dimension = static_cast<std::uint32_t>(dimension);
  const std::string& offsets_text = required(keys, "offsets", path);
  std::istringstream rows(offsets_text);
  std::set<std::vector<std::int64_t>> seen;
  for (std::string row; std::getline(rows, row, ';');) {
    const auto offset = integers(row, "offsets", path);
    bool good = offset.size() == dimension && seen.insert(offset).second;
    for (std::size_t j = 0; good && j < dimension; ++j) good = offset[j] >= 0 && offset[j] < data.period[j];
    if (good && data.offsets.empty()) good = std::ranges::all_of(offset, [](auto entry) { return entry == 0; });
    if (!good) {
      wrong_key(path, "offsets", offsets_text,
                "distinct rows of " + std::to_string(dimension) +
                    " integers from 0 to period - 1, separated by ';', the first all 0");
    }
    data.offsets.insert(data.offsets.end(), offset.begin(), offset.end());
  }
  if (data.offsets.empty()) wrong_key(path, "offsets", offsets_text, "at least the row of the first coset, all 0");
}

void read_meaning(const Keys& keys, LatticeData& data) {
  const std::string& path = data.source;
  data.lattice = required(keys, "lattice", path);
  if (data.lattice.empty()) wrong_key(path, "lattice", "", "the name or the matrix of a lattice");
  const std::string& content = required(keys, "content", path);
  if (content != "samples" && content != "coefficients") wrong_key(path, "content", content, "samples, coefficients");
  data.content = content == "samples" ? LATSPLINE_SAMPLES : LATSPLINE_COEFFICIENTS;
  if (const auto entry = keys.find("space"); entry != keys.end()) {
    const std::string& text = entry->second;
    const std::size_t blank = text.rfind(' ');
    const std::string digits = blank == std::string::npos ? "" : text.substr(blank + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), data.space_identity, 16);
    if (digits.size() != 16 || error != std::errc() || end != digits.data() + digits.size()) {
      wrong_key(path, "space", text, "a spec's name, a blank and sixteen hexadecimal digits");
    }
    data.space = text.substr(0, blank);
  }
  if (const auto entry = keys.find("boundary"); entry != keys.end()) {
    try {
      data.boundary = boundary_from_name(entry->second);
    } catch (const InputError&) {
      wrong_key(path, "boundary", entry->second, "zero, clamp, mirror, periodic, value");
    }
  }
  if (const auto entry = keys.find("outside"); entry != keys.end()) {
    const std::string& text = entry->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), data.outside_value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(data.outside_value)) {
      wrong_key(path, "outside", text, "a finite number");
    }
  }
  if (data.content == LATSPLINE_COEFFICIENTS) {
    static_cast<void>(required(keys, "space", path));
    static_cast<void>(required(keys, "boundary", path));
  }
}

bool has_direction(const NrrdAxisInfo& axis, unsigned space_dimension) {
  return space_dimension > 0 && std::isfinite(axis.spaceDirection[0]);
}

/// The step of an axis that has no direction, and where its first value stands.
std::pair<double, double> spacing_and_start(const NrrdAxisInfo& axis, std::size_t index, const std::string& path) {
  const bool cell = axis.center == nrrdCenterCell;
  double spacing = axis.spacing;
  const auto steps = static_cast<double>(axis.size) - (cell ? 0 : 1);
  if (std::isnan(spacing) && std::isfinite(axis.min) && std::isfinite(axis.max) && steps > 0)
    spacing = (axis.max - axis.min) / steps;
  if (std::isnan(spacing)) spacing = 1;
  if (!std::isfinite(spacing) || spacing == 0) {
    throw InputError("'" + path + "': the NRRD spacing of axis " + std::to_string(index) + " is " +
                     std::to_string(spacing) + "; accepted: a finite number other than 0");
  }
  const double start = std::isfinite(axis.min) ? axis.min + (cell ? spacing / 2 : 0) : 0;
  return {spacing, start};
}

/// The map from the index of an axis to the world, for the first data.dimension axes; the caller's period divides it.
void read_world(const Nrrd& nrrd, LatticeData& data) {
  const std::uint32_t dimension = data.dimension;
  data.world = WorldTransform::identity(dimension);
  auto& matrix = data.world.matrix;
  std::uint32_t directed = 0;
  while (directed < dimension && has_direction(nrrd.axis[directed], nrrd.spaceDim)) ++directed;
  const bool placed = directed > 0 && directed == nrrd.spaceDim;
  for (std::uint32_t j = 0; j < dimension; ++j) {
    const NrrdAxisInfo& axis = nrrd.axis[j];
    const bool direction = has_direction(axis, nrrd.spaceDim);
    if (direction && placed && j < directed) {
      for (std::uint32_t row = 0; row < directed; ++row) matrix[row * dimension + j] = axis.spaceDirection[row];
      data.world.origin[j] = std::isfinite(nrrd.spaceOrigin[j]) ? nrrd.spaceOrigin[j] : 0;
    } else if (direction) {
      double length = 0;
      for (unsigned row = 0; row < nrrd.spaceDim; ++row) length = std::hypot(length, axis.spaceDirection[row]);
      matrix[j * dimension + j] = length;
    } else {
      const auto [spacing, start] = spacing_and_start(axis, j, data.source);
      matrix[j * dimension + j] = spacing;
      data.world.origin[j] = start;
    }
    for (std::uint32_t row = 0; row < dimension; ++row)
      matrix[row * dimension + j] /= static_cast<double>(data.period[j]);
  }
  if (placed && dimension == nrrd.spaceDim && nrrd.space != nrrdSpaceUnknown)
    data.world_space = airEnumStr(nrrdSpace, nrrd.space);
  try {
    static_cast<void>(data.world.inverse(dimension));
  } catch (const InputError& error) {
    throw InputError(
        "'" + data.source +
        "': the NRRD fields 'space directions' and 'space origin' give no world coordinates: " + error.what());
  }
}

void require_scalar_axes(const Nrrd& nrrd, const std::string& path) {
  for (unsigned j = 0; j < nrrd.dim; ++j) {
    const int kind = nrrd.axis[j].kind;
    if (kind != nrrdKindUnknown && kind != nrrdKindDomain && kind != nrrdKindSpace && kind != nrrdKindTime) {
      throw UnsupportedError("'" + path + "': NRRD axis " + std::to_string(j) + " is of kind '" +
                             airEnumStr(nrrdKind, kind) +
                             "': reading of several components is not built; accepted kinds: domain, space, time");
    }
  }
  if (nrrd.dim > 4) {
    throw UnsupportedError("'" + path + "': NRRD field 'dimension' is " + std::to_string(nrrd.dim) +
                           ": reading of images of more than four axes is not built");
  }
}

}  // namespace

LatticeData read_nrrd(const std::string& path) {
  const auto lock = lock_teem();
  const NrrdPointer nrrd = load_nrrd(path);
  LatticeData data;
  data.source = path;
  const Keys keys = keys_of(*nrrd, path);
  if (keys.empty()) {
    require_scalar_axes(*nrrd, path);
    data.dimension = nrrd->dim;
    data.period.assign(nrrd->dim, 1);
    data.offsets.assign(nrrd->dim, 0);
  } else {
    const std::string& version = required(keys, "version", path);
    if (version != "1") wrong_key(path, "version", version, "1");
    read_lattice(keys, data);
    read_meaning(keys, data);
    const std::size_t cosets = data.coset_count();
    const std::size_t axes = data.dimension + (cosets > 1 ? 1 : 0);
    if (nrrd->dim != axes) {
      throw InputError("'" + path + "': NRRD field 'dimension' is " + std::to_string(nrrd->dim) +
                       "; accepted: " + std::to_string(axes) + " for " + std::to_string(cosets) +
                       " cosets of dimension " + std::to_string(data.dimension));
    }
    if (cosets > 1 && nrrd->axis[data.dimension].size != cosets) {
      throw InputError("'" + path + "': the slowest NRRD axis has " + std::to_string(nrrd->axis[data.dimension].size) +
                       " entries; accepted: " + std::to_string(cosets) + ", one per coset of 'latspline.offsets'");
    }
  }
  for (std::uint32_t j = 0; j < data.dimension; ++j)
    data.extent.push_back(static_cast<std::int64_t>(nrrd->axis[j].size));
  read_world(*nrrd, data);
  data.values = nrrd_values(*nrrd);
  return data;
}

namespace {

/// Numbers separated by blanks; after every `row` of them ';' unless row is 0.
std::string numbers(std::span<const std::int64_t> values, std::size_t row) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += row > 0 && i % row == 0 ? "; " : " ";
    text += std::to_string(values[i]);
  }
  return text;
}

void add_key(Nrrd& nrrd, const std::string& key, const std::string& value) {
  nrrdKeyValueAdd(&nrrd, (prefix + key).c_str(), value.c_str());
}

void set_keys(Nrrd& nrrd, const LatticeData& data) {
  add_key(nrrd, "version", "1");
  add_key(nrrd, "lattice", data.lattice);
  add_key(nrrd, "period", numbers(data.period, 0));
  add_key(nrrd, "offsets", numbers(data.offsets, data.dimension));
  add_key(nrrd, "content", data.content == LATSPLINE_SAMPLES ? "samples" : "coefficients");
  if (!data.space.empty()) add_key(nrrd, "space", data.space + " " + hex64(data.space_identity));
  if (data.boundary) add_key(nrrd, "boundary", boundary_name(*data.boundary));
  if (data.boundary == LATSPLINE_BOUNDARY_VALUE) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.17g", data.outside_value);
    add_key(nrrd, "outside", buffer.data());
  }
}

void set_world(Nrrd& nrrd, const LatticeData& data) {
  const std::uint32_t dimension = data.dimension;
  const int space = data.world_space.empty() ? int{nrrdSpaceUnknown} : airEnumVal(nrrdSpace, data.world_space.c_str());
  if (space == nrrdSpaceUnknown || nrrdSpaceDimension(space) != dimension) {
    nrrdSpaceDimensionSet(&nrrd, dimension);
  } else {
    nrrdSpaceSet(&nrrd, space);
  }
  for (std::uint32_t j = 0; j < nrrd.dim; ++j) {
    NrrdAxisInfo& axis = nrrd.axis[j];
    axis.kind = j < dimension ? nrrdKindSpace : nrrdKindList;
    axis.center = j < dimension ? nrrdCenterNode : nrrdCenterUnknown;
    for (std::uint32_t row = 0; row < dimension; ++row) {
      axis.spaceDirection[row] = j < dimension
                                     ? data.world.matrix[row * dimension + j] * static_cast<double>(data.period[j])
                                     : std::numeric_limits<double>::quiet_NaN();
    }
  }
  for (std::uint32_t j = 0; j < dimension; ++j) nrrd.spaceOrigin[j] = data.world.origin[j];
}

}  // namespace

void write_nrrd(const std::string& path, const LatticeData& data, NrrdEncodingChoice encoding) {
  const auto lock = lock_teem();
  std::vector<std::size_t> sizes(data.extent.begin(), data.extent.end());
  if (data.coset_count() > 1) sizes.push_back(data.coset_count());
  std::size_t count = 1;
  for (const auto size : sizes) count *= size;
  LATSPLINE_ASSERT(count == value_count(data.values));
  LATSPLINE_ASSERT(data.coset_count() == 1 || !data.lattice.empty());
  // Teem only reads the values, but its wrapper takes a mutable pointer.
  const auto [memory, type] = std::visit(
      [](const auto& array) {
        const void* pointer = array.data();
        return std::pair(const_cast<void*>(pointer), sizeof(array[0]) == 4 ? int{nrrdTypeFloat} : int{nrrdTypeDouble});
      },
      data.values);
  struct Unwrap {
    void operator()(Nrrd* nrrd) const { nrrdNix(nrrd); }
  };
  const std::unique_ptr<Nrrd, Unwrap> nrrd(nrrdNew());
  if (nrrdWrap_nva(nrrd.get(), memory, type, static_cast<unsigned>(sizes.size()), sizes.data()) != 0) {
    throw InputError("cannot write '" + path + "': " + take_teem_error());
  }
  set_world(*nrrd, data);
  if (!data.lattice.empty()) set_keys(*nrrd, data);
  save_nrrd(path, *nrrd, encoding);
}

}  // namespace latspline::tools
