#include "tools/io/volume_file.h"

#include <array>
#include <span>
#include <string_view>

#include "latspline/base/error.h"
#include "tools/io/gz_reader.h"
#include "tools/io/nifti_file.h"
#include "tools/io/nrrd_file.h"

namespace latspline::tools {

LatticeData read_lattice_data(const std::string& path) {
  std::array<std::byte, 352> head{};
  std::size_t got = 0;
  {
    GzReader reader(path);
    got = reader.read(head);
  }
  const std::string_view text(reinterpret_cast<const char*>(head.data()), got);
  if (text.starts_with("NRRD000")) return read_nrrd(path);
  if (looks_like_nifti(std::span(head).first(got)) || path.ends_with(".img") || path.ends_with(".img.gz"))
    return read_nifti(path);
  throw InputError("'" + path + "' is no volume: " +
                   (got == 0 ? "the file is empty" : "its first bytes are neither NIfTI nor NRRD") +
                   "; accepted: NIfTI-1 and NIfTI-2 (.nii, .nii.gz, .hdr with .img), NRRD (.nrrd, .nhdr)");
}

LatticeData read_image(const std::string& path) {
  LatticeData data = read_lattice_data(path);
  if (!data.lattice.empty() && (data.coset_count() > 1 || data.content != LATSPLINE_SAMPLES)) {
    throw InputError("'" + path + "' holds " + (data.content == LATSPLINE_SAMPLES ? "samples" : "coefficients") +
                     " on the lattice '" + data.lattice + "'; accepted: a regular image");
  }
  return data;
}

Volume read_volume(const std::string& path, const LatticeShape& shape, latspline_scalar scalar,
                   latspline_boundary boundary, double outside_value) {
  return to_volume(read_lattice_data(path), shape, scalar, boundary, outside_value);
}

void write_volume(const std::string& path, const Volume& volume, const VolumeNames& names,
                  NrrdEncodingChoice encoding) {
  const VolumeDescription& description = volume.description();
  const LatticeShape& shape = description.shape;
  LatticeData data;
  data.source = path;
  data.dimension = shape.dimension;
  data.period.assign(shape.period.begin(), shape.period.begin() + shape.dimension);
  data.offsets = shape.offsets;
  data.extent.assign(description.extent.begin(), description.extent.begin() + shape.dimension);
  std::vector<double> values = volume.values();
  if (description.scalar == LATSPLINE_F64) {
    data.values = std::move(values);
  } else {
    std::vector<float> narrow(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) narrow[i] = static_cast<float>(values[i]);
    data.values = std::move(narrow);
  }
  data.content = description.content;
  data.boundary = description.boundary;
  data.outside_value = description.outside_value;
  data.lattice = names.lattice;
  data.space = names.space;
  data.space_identity = shape.space;
  data.world = description.world;
  data.world_space = names.world_space;
  write_nrrd(path, data, encoding);
}

}  // namespace latspline::tools
