#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "latspline/base/error.h"
#include "latspline/basis/spline_space.h"
#include "latspline/lattice/catalog.h"

namespace latspline {
namespace {

struct Space {
  std::string lattice;
  std::string description;
  std::function<BoxSpline()> basis;
  bool too_large = false;  ///< to be compiled; analysed where it is named, but not listed
};

std::vector<Vector> rational(const std::vector<IntVector>& directions) {
  std::vector<Vector> result;
  for (const IntVector& direction : directions) result.push_back(to_rational(direction));
  return result;
}

std::vector<IntVector> repeated(const std::vector<IntVector>& directions, int times) {
  std::vector<IntVector> result;
  for (int i = 0; i < times; ++i) result.insert(result.end(), directions.begin(), directions.end());
  return result;
}

std::function<BoxSpline()> box(const std::vector<IntVector>& directions) {
  return [directions] { return BoxSpline(rational(directions)); };
}

/// `length` times every unit vector, p + 1 times.
std::vector<IntVector> tensor(int dimension, std::int64_t length, int degree) {
  std::vector<IntVector> result;
  for (int repeat = 0; repeat <= degree; ++repeat) {
    for (int j = 0; j < dimension; ++j) {
      IntVector e(static_cast<std::size_t>(dimension), 0);
      e[static_cast<std::size_t>(j)] = length;
      result.push_back(std::move(e));
    }
  }
  return result;
}

/// The unit vectors and (1, .., 1).
std::vector<IntVector> simplex_directions(int dimension) {
  std::vector<IntVector> result = tensor(dimension, 1, 0);
  result.push_back(IntVector(static_cast<std::size_t>(dimension), 1));
  return result;
}

std::map<std::string, Space> spaces() {
  const std::vector<IntVector> diagonals = {{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, -1, -1}};
  const std::vector<IntVector> face_diagonals = {{1, 1, 0}, {-1, 1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, -1, 1}};
  const std::vector<IntVector> four_d = {{1, 1, 1, 1},  {1, 1, 1, -1},  {1, 1, -1, 1},  {1, 1, -1, -1},
                                         {1, -1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, -1, -1, -1}};
  const auto joined = [](std::vector<IntVector> a, const std::vector<IntVector>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  std::map<std::string, Space> result;
  const std::vector<std::string> degrees = {"constant", "linear", "quadratic", "cubic", "quartic", "quintic"};
  for (int p = 1; p <= 5; ++p) {
    const std::string& degree = degrees[static_cast<std::size_t>(p)];
    for (const auto& [lattice, dimension] : std::map<std::string, int>{{"cc", 3}, {"z1", 1}, {"z2", 2}, {"z4", 4}})
      result[lattice + "/" + degree] = {lattice, "tensor-product B-spline of degree " + std::to_string(p),
                                        box(tensor(dimension, 1, p))};
  }
  for (int n = 5; n <= 6; ++n) {
    const std::string z = "z" + std::to_string(n);
    result[z + "/linear"] = {z, "tensor-product B-spline of degree 1", box(tensor(n, 1, 1))};
  }
  result["cc/tetrahedral"] = {"cc", "linear on the six tetrahedra of the cube (e_1, e_2, e_3, 111)",
                              box(simplex_directions(3))};
  result["cc/zp7"] = {"cc", "seven directions: axes and diagonals, quartic", box(joined(tensor(3, 1, 0), diagonals))};
  result["cc/6dir"] = {"cc", "six face diagonals, cubic", box(face_diagonals)};
  result["cc/rdodec-linear"] = {"cc", "four diagonals, linear", box(diagonals)};
  result["bcc/rdodec-linear"] = {"bcc", "linear rhombic dodecahedron (four diagonals)", box(diagonals)};
  result["bcc/rdodec-quintic"] = {"bcc", "quintic rhombic dodecahedron (four diagonals doubled)",
                                  box(repeated(diagonals, 2))};
  result["bcc/toct-quartic"] = {"bcc", "quartic truncated octahedron (four diagonals, three doubled axes)",
                                box(joined(diagonals, tensor(3, 2, 0)))};
  result["bcc/tp-linear"] = {"bcc", "tensor-product linear of doubled axes", box(tensor(3, 2, 1))};
  result["bcc/tp-quadratic"] = {"bcc", "tensor-product quadratic of doubled axes", box(tensor(3, 2, 2))};
  result["fcc/toct-cubic"] = {"fcc", "cubic truncated octahedron (six face diagonals)", box(face_diagonals)};
  result["fcc/toct-nonic"] = {"fcc", "six face diagonals doubled, degree 9", box(repeated(face_diagonals, 2))};
  result["fcc/tp-linear"] = {"fcc", "tensor-product linear of doubled axes", box(tensor(3, 2, 1))};
  result["z2/zp"] = {"z2", "Zwart-Powell, quadratic", box({{1, 0}, {0, 1}, {1, 1}, {-1, 1}})};
  result["quincunx/tp-linear"] = {"quincunx", "tensor-product linear of doubled axes", box(tensor(2, 2, 1))};
  result["quincunx/zp"] = {"quincunx", "Zwart-Powell turned by 45 degrees, quadratic",
                           box({{1, 1}, {-1, 1}, {2, 0}, {0, 2}})};
  result["hex/linear"] = {"hex", "linear on the equilateral triangles", box(simplex_directions(2))};
  result["hex/quartic"] = {"hex", "three directions doubled, quartic", box(repeated(simplex_directions(2), 2))};
  result["d4s/8dir"] = {"d4s", "eight diagonals, quartic", box(four_d)};
  result["d4/8dir"] = {"d4", "eight diagonals, quartic", box(four_d)};
  std::vector<IntVector> roots;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = i + 1; j < 4; ++j) {
      for (std::int64_t sign : {1, -1}) {
        IntVector root(4, 0);
        root[i] = 1;
        root[j] = sign;
        roots.push_back(std::move(root));
      }
    }
  }
  result["d4/12dir"] = {"d4", "twelve roots, degree 8", box(roots), true};
  result["prime/4dir"] = {"prime", "four directions on a lattice without symmetry but -1, quadratic",
                          box({{-5, 2}, {8, 3}, {3, 5}, {-2, 7}})};
  result["a4s/linear"] = {"a4s", "linear on the Delaunay simplices", box(simplex_directions(4))};
  result["a4s/quartic"] = {"a4s", "five directions doubled, degree 6", box(repeated(simplex_directions(4), 2))};
  result["a5s/linear"] = {"a5s", "linear on the Delaunay simplices", box(simplex_directions(5))};
  result["a5s/doubled"] = {"a5s", "six directions doubled, degree 7", box(repeated(simplex_directions(5), 2))};
  result["a6s/linear"] = {"a6s", "linear on the Delaunay simplices", box(simplex_directions(6))};
  return result;
}

/// Levenshtein's distance, for suggestions.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// The order k of a name that ends in /voronoi<k>, with the lattice's name; nullopt if it is none.
std::optional<std::pair<std::string, int>> voronoi_name(std::string_view name) {
  constexpr std::string_view word = "/voronoi";
  const std::size_t slash = name.find(word);
  if (slash == std::string_view::npos || name.size() != slash + word.size() + 1) return std::nullopt;
  const char digit = name.back();
  if (digit < '1' || digit > '6') return std::nullopt;
  return std::pair{std::string(name.substr(0, slash)), digit - '0'};
}

SplineSpace on_lattice(const std::string& name, const NamedLattice& lattice, BasisFunction basis) {
  SplineSpace space;
  space.name = name;
  space.lattice_name = lattice.name;
  space.lattice = lattice.lattice;
  space.frame = lattice.frame;
  space.metric = lattice.metric;
  space.basis = std::move(basis);
  return space;
}

}  // namespace

SplineSpace catalog_space(std::string_view name) {
  if (const auto voronoi = voronoi_name(name)) {
    if (const auto lattice = find_lattice(voronoi->first))
      return on_lattice(std::string(name), *lattice, VoronoiSpline(lattice->lattice, voronoi->second, lattice->metric));
  }
  const std::map<std::string, Space> all = spaces();
  const auto found = all.find(std::string(name));
  if (found == all.end()) {
    // A name of the same lattice first, where there is such a lattice.
    const std::string lattice = std::string(name.substr(0, std::min(name.find('/'), name.size()))) + "/";
    std::string nearest;
    std::string of_the_lattice;
    std::size_t best = static_cast<std::size_t>(-1);
    bool same_lattice = false;
    for (const CatalogEntry& entry : catalog()) {
      const bool same = entry.name.rfind(lattice, 0) == 0;
      if (same) of_the_lattice += (of_the_lattice.empty() ? "" : ", ") + entry.name;
      const std::size_t distance = edit_distance(name, entry.name);
      if (same == same_lattice ? distance >= best : same_lattice) continue;
      best = distance;
      nearest = entry.name;
      same_lattice = same;
    }
    throw InputError("spline space \"" + std::string(name) +
                     "\" is neither in the catalogue nor a file; did you mean \"" + nearest + "\"?" +
                     (same_lattice ? " The spaces of this lattice are " + of_the_lattice + "."
                                   : " `latspline list` prints all names."));
  }
  return on_lattice(found->first, *find_lattice(found->second.lattice), found->second.basis());
}

std::vector<CatalogEntry> catalog() {
  std::vector<CatalogEntry> result;
  for (const auto& [name, space] : spaces())
    if (!space.too_large) result.push_back({name, space.description});
  // a2s and a3s are hex and bcc in another basis: higher orders are listed there only.
  const std::map<std::string, int> highest_order = {{"bcc", 4}, {"fcc", 4}, {"cc", 4},   {"hex", 4}, {"quincunx", 4},
                                                    {"z1", 4},  {"z2", 4},  {"d4", 3},   {"d4s", 2}, {"z4", 2},
                                                    {"a2s", 2}, {"a3s", 2}, {"prime", 2}};
  for (const auto& [lattice, highest] : highest_order)
    for (int order = 2; order <= highest; ++order)
      result.push_back(
          {lattice + "/voronoi" + std::to_string(order), "Voronoi spline of order " + std::to_string(order)});
  std::sort(result.begin(), result.end(), [](const CatalogEntry& a, const CatalogEntry& b) { return a.name < b.name; });
  return result;
}

}  // namespace latspline
