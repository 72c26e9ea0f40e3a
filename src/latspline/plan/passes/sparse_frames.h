#pragma once

#include <vector>

#include "latspline/plan/plan.h"

namespace latspline {

/// Local coordinates u = linear y + constant of a sub-region; y = inverse (u - constant).
struct Frame {
  Matrix linear;
  Vector constant;
  Matrix inverse;
};

/// At most `count` frames in which the weights have few terms; u = y is among them. Tried are frames whose axes are normals of facets
/// of the sub-region, coordinate axes and their sums and differences, with the origin at a vertex, at the middle of an edge or
/// diagonal, at the mean of the vertices or at 0: the weights of outer sites are products of powers of forms that vanish on knot
/// planes, and sites that the sub-region's symmetry exchanges have weights that differ in signs of terms only if the frame has that symmetry.
/// The first half is chosen by the number of terms alone, the rest also for an origin close to all of the sub-region, where errors are small.
std::vector<Frame> sparse_frames(const ReferenceSubregion& reference, std::size_t count);

}  // namespace latspline
