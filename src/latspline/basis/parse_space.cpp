#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "latspline/base/error.h"
#include "latspline/basis/spline_space.h"
#include "latspline/exact/convex_hull.h"
#include "latspline/lattice/catalog.h"

namespace latspline {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_directions = 64;

class Reader {
 public:
  explicit Reader(std::string origin) : origin_(std::move(origin)) {}

  [[noreturn]] void fail(const std::string& item, const Json& value, const std::string& accepted) const {
    std::string shown = value.dump();
    if (shown.size() > 80) shown = shown.substr(0, 77) + "...";
    throw InputError(origin_ + ": " + item + " is " + shown + "; " + accepted + " is accepted");
  }

  Rational rational(const std::string& item, const Json& value) const {
    if (value.is_number_integer() && !value.is_number_unsigned()) return Rational(value.get<std::int64_t>());
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= (std::uint64_t{1} << 62))
      return Rational(value.get<std::int64_t>());
    if (value.is_string()) {
      try {
        return Rational::parse(value.get<std::string>());
      } catch (const InputError&) {
        // The message below names the item too.
      }
    }
    if (value.is_number_unsigned() || (value.is_number_float() && std::fabs(value.get<double>()) >= 0x1p53))
      fail(item, value, "an integer of at most 62 bits, or a string \"p/q\" of any size,");
    fail(item, value, "an integer or a string \"p/q\"");
  }

  std::vector<Vector> vectors(const std::string& item, const Json& value) const {
    if (!value.is_array() || value.empty()) fail(item, value, "a list of lists of numbers");
    std::vector<Vector> result;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string row_item = item + "[" + std::to_string(i) + "]";
      if (!value[i].is_array() || value[i].empty()) fail(row_item, value[i], "a list of numbers");
      if (value[i].size() != value[0].size())
        fail(row_item, value[i], "a list as long as the first (" + std::to_string(value[0].size()) + ")");
      Vector row;
      for (std::size_t j = 0; j < value[i].size(); ++j)
        row.push_back(rational(row_item + "[" + std::to_string(j) + "]", value[i][j]));
      result.push_back(std::move(row));
    }
    return result;
  }

  void only_keys(const std::string& item, const Json& value, const std::set<std::string>& known) const {
    if (!value.is_object()) fail(item, value, "an object");
    for (const auto& [key, entry] : value.items()) {
      if (known.count(key) > 0) continue;
      std::string accepted;
      for (const std::string& name : known) accepted += (accepted.empty() ? "" : ", ") + name;
      throw InputError(origin_ + ": " + item + " has the unknown key \"" + key + "\"; accepted keys: " + accepted);
    }
  }

  void lattice(const Json& value, SplineSpace& space) const {
    if (value.is_string()) {
      const auto named = find_lattice(value.get<std::string>());
      if (!named) {
        std::string names;
        for (const std::string& name : lattice_names()) names += " " + name;
        fail("lattice", value, "a matrix or one of the names" + names);
      }
      space.lattice_name = named->name;
      space.lattice = named->lattice;
      space.frame = named->frame;
      space.metric = named->metric;
      return;
    }
    only_keys("lattice", value, {"matrix", "frame"});
    if (!value.contains("matrix")) fail("lattice", value, "a name or an object with the key matrix");
    const std::vector<Vector> rows = vectors("lattice.matrix", value["matrix"]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        if (rows[i][j].abs() > Rational(std::int64_t{1} << 40))
          fail("lattice.matrix[" + std::to_string(i) + "][" + std::to_string(j) + "]", value["matrix"][i][j],
               "an integer of at most 40 bits");
      }
    }
    space.lattice = Lattice(Matrix::from_rows(rows));
    if (value.contains("frame")) frame(value["frame"], space);
  }

  void frame(const Json& value, SplineSpace& space) const {
    const auto s = static_cast<std::size_t>(space.lattice.dimension());
    const std::string accepted =
        "a " + std::to_string(s) + " x " + std::to_string(s) + " nonsingular matrix of numbers";
    if (!value.is_array() || value.size() != s) fail("lattice.frame", value, accepted);
    Matrix exact(static_cast<int>(s), static_cast<int>(s));
    for (std::size_t i = 0; i < s; ++i) {
      if (!value[i].is_array() || value[i].size() != s) fail("lattice.frame", value, accepted);
      std::vector<double> row;
      for (std::size_t j = 0; j < s; ++j) {
        if (!value[i][j].is_number() || !std::isfinite(value[i][j].get<double>()))
          fail("lattice.frame", value, accepted);
        row.push_back(value[i][j].get<double>());
        exact(static_cast<int>(i), static_cast<int>(j)) = Rational::from_double(row.back());
      }
      space.frame.push_back(std::move(row));
    }
    if (exact.determinant().is_zero()) fail("lattice.frame", value, accepted);
  }

  void basis(const Json& value, SplineSpace& space) const {
    only_keys("basis", value, {"box", "b_spline", "voronoi", "pieces"});
    if (value.size() != 1)
      fail("basis", value, "an object with exactly one of the keys box, b_spline, voronoi, pieces");
    const int s = space.lattice.dimension();
    if (value.contains("pieces")) {
      space.basis = pieces(value["pieces"], s);
      return;
    }
    if (value.contains("voronoi")) {
      const Json& order = value["voronoi"];
      if (!order.is_number_integer() || order.get<double>() < 1 || order.get<double>() > 6)
        fail("basis.voronoi", order, "an order from 1 to 6");
      if (!space.frame.empty() && space.metric.rows() == 0)
        throw UnsupportedError(
            origin_ +
            ": basis.voronoi on a lattice with a frame of doubles is not built: the cell needs an exact metric; "
            "a lattice of the catalogue, or one without frame, is supported");
      space.basis = VoronoiSpline(space.lattice, order.get<int>(), space.metric);
      return;
    }
    if (value.contains("b_spline")) {
      const Json& degree = value["b_spline"];
      if (!degree.is_number_integer() || degree.get<double>() < 0 || degree.get<double>() > 9)
        fail("basis.b_spline", degree, "a degree from 0 to 9");
      if (space.lattice.determinant() != Rational(1))
        throw InputError(origin_ +
                         ": basis.b_spline needs the lattice Z^s (determinant 1); this lattice has determinant " +
                         space.lattice.determinant().to_string() + " (give the directions by basis.box)");
      space.basis = BoxSpline::b_spline(s, degree.get<int>());
      return;
    }
    std::vector<Vector> directions = vectors("basis.box", value["box"]);
    if (directions.size() > max_directions)
      throw InputError(origin_ + ": basis.box has " + std::to_string(directions.size()) + " directions; at most " +
                       std::to_string(max_directions) + " are accepted");
    if (static_cast<int>(directions.front().size()) != s)
      fail("basis.box[0]", value["box"][0], "a direction with the lattice's " + std::to_string(s) + " entries");
    space.basis = BoxSpline(std::move(directions));
  }

  /// A list of pieces, or the name of a file that holds one (beside the spec, or from the working directory).
  PiecewisePolynomial pieces(const Json& value, int dimension) const {
    if (value.is_string()) {
      std::filesystem::path path = std::filesystem::path(origin_).parent_path() / value.get<std::string>();
      if (!std::filesystem::exists(path)) path = value.get<std::string>();
      std::ifstream file(path, std::ios::binary);
      std::ostringstream text;
      text << file.rdbuf();
      if (!file || !text) fail("basis.pieces", value, "a list of pieces, or a file that can be read");
      Json list;
      try {
        list = Json::parse(text.str());
      } catch (const Json::exception& error) {
        throw InputError(path.string() + ": not JSON: " + error.what());
      }
      if (list.is_object() && list.contains("pieces")) list = Json(list["pieces"]);
      if (!list.is_array()) fail("basis.pieces", value, "a file with a list of pieces");
      return Reader(path.string()).pieces(list, dimension);
    }
    if (!value.is_array() || value.empty()) fail("basis.pieces", value, "a list of pieces");
    std::vector<Piece> result;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string item = "basis.pieces[" + std::to_string(i) + "]";
      only_keys(item, value[i], {"vertices", "inequalities", "polynomial"});
      if (value[i].contains("vertices") == value[i].contains("inequalities") || !value[i].contains("polynomial"))
        fail(item, value[i], "an object with polynomial and one of vertices and inequalities");
      try {
        result.push_back(
            {polytope(item, value[i], dimension), polynomial(item + ".polynomial", value[i]["polynomial"], dimension)});
      } catch (const InputError& error) {
        const std::string message = error.what();
        throw InputError(message.rfind(origin_, 0) == 0 ? message : origin_ + ": " + item + ": " + message);
      }
    }
    try {
      return PiecewisePolynomial(std::move(result));
    } catch (const InputError& error) {
      throw InputError(origin_ + ": basis.pieces: " + error.what());
    }
  }

  Polytope polytope(const std::string& item, const Json& value, int dimension) const {
    const auto s = static_cast<std::size_t>(dimension);
    if (value.contains("vertices")) {
      const std::vector<Vector> vertices = vectors(item + ".vertices", value["vertices"]);
      if (vertices.front().size() != s)
        fail(item + ".vertices", value["vertices"], "points of " + std::to_string(dimension) + " coordinates");
      Polytope hull = convex_hull(vertices);
      for (const Vector& vertex : vertices)
        if (std::find(hull.vertices().begin(), hull.vertices().end(), vertex) == hull.vertices().end())
          throw InputError("the point (" + to_string(vertex) + ") is no vertex of the convex hull of the vertices");
      return hull;
    }
    std::vector<HalfSpace> half_spaces;
    for (const Vector& row : vectors(item + ".inequalities", value["inequalities"])) {
      if (row.size() != s + 1)
        fail(item + ".inequalities", value["inequalities"],
             "rows a_1 .. a_s b of " + std::to_string(s + 1) + " numbers, for <a, x> >= b");
      half_spaces.push_back({Vector(row.begin(), row.end() - 1), row.back()});
      if (content(half_spaces.back().normal).is_zero())
        fail(item + ".inequalities", value["inequalities"], "a normal other than 0");
    }
    const auto result = Polytope::intersection(half_spaces);
    if (!result) throw InputError("the inequalities have no common interior");
    return *result;
  }

  /// Text as "1/2 - 3/4*x0^2*x1", or a list of terms [coefficient, [exponents]].
  Polynomial polynomial(const std::string& item, const Json& value, int dimension) const {
    if (value.is_string()) return Polynomial::parse(dimension, value.get<std::string>());
    if (!value.is_array())
      fail(item, value, "a text such as \"1/2 - 3/4*x0^2*x1\", or a list of terms [coefficient, [exponents]]");
    std::vector<Term> terms;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string term_item = item + "[" + std::to_string(i) + "]";
      if (!value[i].is_array() || value[i].size() != 2 || !value[i][1].is_array() ||
          value[i][1].size() != static_cast<std::size_t>(dimension))
        fail(term_item, value[i], "a coefficient and a list of " + std::to_string(dimension) + " exponents");
      Term term;
      term.coefficient = rational(term_item + "[0]", value[i][0]);
      for (std::size_t j = 0; j < value[i][1].size(); ++j) {
        const Json& exponent = value[i][1][j];
        if (!exponent.is_number_integer() || exponent.get<double>() < 0 || exponent.get<double>() > 100)
          fail(term_item, value[i], "exponents from 0 to 100");
        term.exponents[j] = exponent.get<std::uint16_t>();
      }
      terms.push_back(std::move(term));
    }
    return Polynomial::from_terms(dimension, terms);
  }

  void coset_matrix(const Json& value, SplineSpace& space) const {
    const int s = space.lattice.dimension();
    const Matrix matrix = Matrix::from_rows(vectors("coset_matrix", value));
    if (matrix.rows() != s || matrix.columns() != s || !matrix.is_integer() || matrix.determinant().is_zero())
      fail("coset_matrix", value,
           "the rows of a nonsingular integer " + std::to_string(s) + " x " + std::to_string(s) + " matrix");
    space.coset_matrix = matrix;
  }

  void region(const Json& value, SplineSpace& space) const {
    if (value.is_string() && value == "voronoi") {
      space.voronoi_region = true;
      return;
    }
    if (!value.is_object() || value.size() != 1 || !value.contains("parallelepiped"))
      fail("region", value, "\"voronoi\" or {\"parallelepiped\": [[..],..]}");
    const Lattice lattice = space.rounding_lattice();
    const std::string name = space.coset_matrix ? "lattice of the coset matrix" : "lattice";
    std::vector<IntVector> edges;
    for (const Vector& edge : vectors("region.parallelepiped", value["parallelepiped"])) {
      if (static_cast<int>(edge.size()) != space.lattice.dimension() || !lattice.contains(edge))
        throw InputError(origin_ + ": region.parallelepiped has the edge (" + to_string(edge) +
                         "), which is no site of the " + name);
      edges.push_back(to_integer(edge));
    }
    if (static_cast<int>(edges.size()) != space.lattice.dimension() ||
        Matrix::from_columns(edges).determinant().abs() != lattice.determinant())
      fail("region.parallelepiped", value["parallelepiped"], "edges that generate the " + name);
    space.parallelepiped = std::move(edges);
  }

 private:
  std::string origin_;
};

}  // namespace

SplineSpace parse_space(std::string_view text, const std::string& origin) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {
    // Malformed text, or a number beyond all doubles.
    throw InputError(origin + ": not JSON: " + error.what());
  }
  const Reader reader(origin);
  reader.only_keys("the spec", json, {"name", "lattice", "basis", "coset_matrix", "region", "center"});
  SplineSpace space;
  space.name = origin;
  if (!json.contains("lattice")) throw InputError(origin + ": the key lattice is missing");
  if (!json.contains("basis")) throw InputError(origin + ": the key basis is missing");
  reader.lattice(json["lattice"], space);
  reader.basis(json["basis"], space);
  if (json.contains("coset_matrix")) reader.coset_matrix(json["coset_matrix"], space);
  if (json.contains("region")) reader.region(json["region"], space);
  if (json.contains("center")) {
    const Vector center = reader.vectors("center", Json::array({json["center"]})).front();
    if (static_cast<int>(center.size()) != space.lattice.dimension())
      reader.fail("center", json["center"], "a point of " + std::to_string(space.lattice.dimension()) + " coordinates");
    space.center = center;
  }
  return space;
}

SplineSpace load_space(const std::string& spec) {
  const bool is_file = spec.find(".json") != std::string::npos || spec.find('{') != std::string::npos;
  if (spec.find('{') != std::string::npos) return parse_space(spec, "the given spec");
  std::ifstream file(spec, std::ios::binary);
  if (!file) {
    if (is_file) throw InputError("spec file \"" + spec + "\" cannot be read");
    return catalog_space(spec);
  }
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    if (is_file) throw InputError("spec file \"" + spec + "\" cannot be read");
    return catalog_space(spec);
  }
  return parse_space(text.str(), spec);
}

}  // namespace latspline
