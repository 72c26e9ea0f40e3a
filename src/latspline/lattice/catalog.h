#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latspline/lattice/lattice.h"

namespace latspline {

/// A lattice with a name. `frame` (rows, s x s) maps lattice coordinates to Euclidean space where the integer lattice is
/// only a coordinate form of the one meant (hexagonal, A_n*); empty for the others.
struct NamedLattice {
  std::string name;
  Lattice lattice;
  std::vector<std::vector<double>> frame;
  Matrix metric;  ///< frame^T frame up to a factor, exact; empty for the identity
};

/// The lattice of that name: cc, bcc, fcc, quincunx, hex, z1 .. z6, d4, d4s, a2s .. a6s; nullopt if there is none.
std::optional<NamedLattice> find_lattice(std::string_view name);
std::vector<std::string> lattice_names();

}  // namespace latspline
