#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latspline/basis/basis_function.h"
#include "latspline/lattice/lattice.h"

namespace latspline {

/// A lattice and a basis function phi on it: the space of all f(x) = sum over sites n of c[n] phi(x - n). phi is scaled so that its
/// lattice shifts sum to 1. A value type.
struct SplineSpace {
  std::string name;          ///< catalogue name, file name, or empty
  std::string lattice_name;  ///< catalogue name of the lattice, or empty
  Lattice lattice;
  /// Rows of the map from lattice coordinates to Euclidean space; empty for the identity.
  std::vector<std::vector<double>> frame;
  /// The exact metric x^T metric y of Euclidean space in lattice coordinates (frame^T frame); empty for the identity, and where only doubles are known.
  Matrix metric;
  BasisFunction basis;
  /// Where the region of evaluation is centred, if the caller chose.
  std::optional<Vector> center;
  /// The edges of a parallelepiped region of evaluation, if the caller chose one (as columns, integer, generating the rounding lattice).
  std::optional<std::vector<IntVector>> parallelepiped;
  /// The caller asked for the Voronoi cell as the region.
  bool voronoi_region = false;
  /// G, integer and nonsingular, if the caller chose one: f is evaluated as the sum of |det G| functions, each with the coefficients on one coset
  /// of the lattice L G Z^s (L the generating matrix). The function f is the same; how it is cut into sub-regions is not.
  std::optional<Matrix> coset_matrix;

  /// The lattice that points are rounded to: L G Z^s, or the lattice itself without a coset matrix. The region of evaluation tiles space under it.
  Lattice rounding_lattice() const;

  /// A number that is equal for equal (lattice, basis) and, but for accident, different for others: hash of the lattice's Hermite form and the
  /// basis function's canonical text.
  std::uint64_t identity() const;
};

/// A catalogue name ("bcc/rdodec-quintic") or the path of a JSON spec. InputError names what is wrong; UnsupportedError names a
/// part of the specification that is right but not built.
SplineSpace load_space(const std::string& spec);
/// A spec as JSON text; `origin` names it in messages.
SplineSpace parse_space(std::string_view json, const std::string& origin);
/// InputError lists near names if there is none.
SplineSpace catalog_space(std::string_view name);
/// A line of the catalogue.
struct CatalogEntry {
  std::string name;
  std::string description;
};
std::vector<CatalogEntry> catalog();

}  // namespace latspline
