#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "CLI/CLI.hpp"
#include "latspline/runtime/evaluator.h"
#include "latspline/runtime/prefilter.h"
#include "tools/commands/lattice_placement.h"
#include "tools/io/lattice_data.h"
#include "tools/prepared_space.h"

namespace latspline::tools {

latspline_scalar scalar_of(const PreparedSpace& space);
latspline_boundary boundary_of(const PreparedSpace& space);

/// How samples become coefficients.
enum class Prefiltering : std::uint8_t {
  automatic,    ///< interpolation, or, where none exists, quasi-interpolation, which is said on stderr
  interpolate,  ///< UnsupportedError where none exists
  quasi,        ///< quasi-interpolation: a short filter of the full order of approximation
  none          ///< samples are taken for coefficients
};

/// Adds --prefilter. A word that is not accepted is a usage error.
void add_prefiltering(CLI::App& command, Prefiltering& prefiltering);

/// The volume of coefficients of a file for a space: samples are prefiltered first, which is said on stderr unless
/// `quiet`; coefficients must be of this very space and boundary rule. InputError otherwise, and for values that are
/// not finite.
Volume coefficients_of(const PreparedSpace& space, const LatticeData& data, double outside_value, bool quiet,
                       Prefiltering prefiltering = Prefiltering::automatic, PrefilterReport* report = nullptr);

/// Numbers for `count` points in world coordinates (s each), as double.
using WorldFunction = std::function<void(std::span<const double> points, std::span<double> values)>;

/// The samples of a function at the sites of a space's lattice, in the space's scalar, block by block. `progress` gets
/// the part done.
LatticeData sample(const PreparedSpace& space, const LatticePlacement& placement, const WorldFunction& function,
                   const std::function<void(double)>& progress = {});

/// "12 345 678".
std::string grouped(std::size_t number);
/// "%.4g".
std::string short_number(double number);

}  // namespace latspline::tools
