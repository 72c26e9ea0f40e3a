#pragma once

#include <vector>

#include "latspline/analysis/subregions.h"

namespace latspline {

/// The order of approximation of a box spline whose directions are all sites: m, the least number of directions whose removal
/// leaves the rest not spanning. Source: de Boor, Hollig, Riemenschneider, "Box Splines", chapter 3.
int approximation_order(const BoxSpline& box_spline);

/// The order of approximation of any basis function: the least k for which some polynomial of degree k is not in the space, by the conditions of Strang
/// and Fix in the space domain: sum over m of (x - m)^alpha phi(x - m) is one constant for all |alpha| < order. Checked exactly on every
/// sub-region of the chamber, which by symmetry is everywhere. Source: Strang, Fix, "A Fourier analysis of the finite element variational method", 1971.
int approximation_order(const RegionOfEvaluation& region, const std::vector<Subregion>& subregions, int degree);

}  // namespace latspline
