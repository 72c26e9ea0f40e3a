#pragma once

#include <string>

#include "latspline/runtime/volume.h"
#include "tools/io/lattice_data.h"
#include "tools/io/nrrd_array.h"

namespace latspline::tools {

/// Reads a NIfTI or NRRD file, told apart by content: a regular image or a lattice volume. InputError for anything
/// else.
LatticeData read_lattice_data(const std::string& path);

/// Reads a regular image: extents, values, world transform. InputError if the file holds a lattice volume.
LatticeData read_image(const std::string& path);

/// What a volume file names beside the numbers.
struct VolumeNames {
  std::string lattice;      ///< catalogue name or matrix of the lattice; empty writes a plain image
  std::string space;        ///< spec name of the spline space
  std::string world_space;  ///< NRRD's name of the world axes; may be empty
};

/// Reads a volume for a spline space of this shape; see to_volume.
Volume read_volume(const std::string& path, const LatticeShape& shape, latspline_scalar scalar,
                   latspline_boundary boundary, double outside_value = 0);

/// Writes a volume as NRRD: all that read_volume needs. The write is atomic.
void write_volume(const std::string& path, const Volume& volume, const VolumeNames& names,
                  NrrdEncodingChoice encoding = NrrdEncodingChoice::raw);

}  // namespace latspline::tools
