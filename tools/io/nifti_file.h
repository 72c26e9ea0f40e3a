#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tools/io/lattice_data.h"

namespace latspline::tools {

/// Whether a file that starts with these bytes (decompressed, at least 352 of them) is a NIfTI-1 or NIfTI-2 header of
/// either byte order.
bool looks_like_nifti(std::span<const std::byte> head);

/// Reads NIfTI-1 and NIfTI-2: one file (.nii), or a pair (.hdr and .img); each may be compressed by gzip. Values are
/// scl_slope v + scl_inter unless scl_slope is 0. Trailing axes of length 1 beyond the third are dropped. The world
/// transform is the sform if sform_code > 0, else the qform if qform_code > 0, else pixdim, in the axes right,
/// anterior, superior; an image of one or two axes keeps spacings only where its form turns it out of the first axes; a
/// fourth axis has pixdim[4] and toffset. InputError names the field that is wrong, its value and what is accepted;
/// UnsupportedError for complex, RGB, bit and 128-bit values and for more than four axes. Source of the format:
/// nifti1.h and nifti2.h of the NIfTI Data Format Working Group.
LatticeData read_nifti(const std::string& path);

}  // namespace latspline::tools
