#pragma once

#include <string>

#include "tools/io/lattice_data.h"
#include "tools/io/nrrd_array.h"

namespace latspline::tools {

/// Reads a regular image or a lattice volume.
///
/// A lattice volume has the axes x, y, .. of one coset and, if there are several, the coset as the slowest axis. Its
/// key/value pairs are
///   latspline.version   1
///   latspline.lattice   catalogue name or matrix
///   latspline.period    d_1 .. d_s
///   latspline.offsets   l_0; l_1; .. each s integers: the value at (i, k) belongs to the site D i + l_k
///   latspline.content   samples or coefficients
///   latspline.space     spec name and the identity of the space, sixteen hexadecimal digits (needed for coefficients)
///   latspline.boundary  zero, clamp, mirror, periodic or value (needed for coefficients)
///   latspline.outside   the constant of the rule value
/// and `space directions`, `space origin` place the D-steps of coset 0 in the world.
///
/// In a plain image every axis is spatial or time; a direction is the axis' space direction, else its spacing, else its
/// min and max, else 1. An image in a space of more axes than its own keeps its spacings only. InputError names the
/// field or key, its value and what is accepted.
LatticeData read_nrrd(const std::string& path);

/// Writes what read_nrrd reads, in full: a lattice volume if `lattice` is not empty, else a plain image. Atomic.
void write_nrrd(const std::string& path, const LatticeData& data,
                NrrdEncodingChoice encoding = NrrdEncodingChoice::raw);

}  // namespace latspline::tools
