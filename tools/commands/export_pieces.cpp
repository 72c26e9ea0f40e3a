#include "tools/commands/export_pieces.h"

#include <nlohmann/json.hpp>

#include "latspline/analysis/analysis.h"

namespace latspline::tools {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vector& v) {
  Json result = Json::array();
  for (const Rational& entry : v) {
    if (entry.is_integer() && entry.abs() < Rational(std::int64_t{1} << 53)) {
      result.push_back(entry.to_int64());
    } else {
      result.push_back(entry.to_string());
    }
  }
  return result;
}

Json rows(const Matrix& matrix) {
  Json result = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) result.push_back(numbers(matrix.row(i)));
  return result;
}

}  // namespace

std::string export_pieces(const SplineSpace& space) {
  Json spec;
  spec["name"] = space.name + " in pieces";
  if (!space.lattice_name.empty()) {
    spec["lattice"] = space.lattice_name;
  } else {
    spec["lattice"]["matrix"] = rows(space.lattice.matrix());
    if (!space.frame.empty()) spec["lattice"]["frame"] = space.frame;
  }
  // Without a fold the region of evaluation tiles space: seen from the site m, each of its parts is a part of the support around the origin.
  SplineSpace whole = space;
  whole.coset_matrix.reset();
  const Analysis analysis = analyze(whole, {.count_cells = false, .strategy = Strategy::table, .reflect_axes = false});
  Json pieces = Json::array();
  for (const Subregion& subregion : analysis.subregions) {
    for (std::size_t m = 0; m < subregion.sites.size(); ++m) {
      const Vector shift = analysis.region.rounding.center - to_rational(subregion.sites[m]);
      const std::string polynomial = subregion.weights[m].shifted(Rational(-1) * shift).to_string();
      for (const Polytope& part : subregion.pieces) {
        Json piece;
        piece["vertices"] = Json::array();
        for (const Vector& vertex : part.vertices()) piece["vertices"].push_back(numbers(vertex + shift));
        piece["polynomial"] = polynomial;
        pieces.push_back(std::move(piece));
      }
    }
  }
  spec["basis"]["pieces"] = std::move(pieces);
  // A line for each piece.
  std::string text = "{\n";
  for (const char* key : {"name", "lattice"}) text += "  \"" + std::string(key) + "\": " + spec[key].dump() + ",\n";
  text += "  \"basis\": {\"pieces\": [";
  bool first = true;
  for (const Json& piece : spec["basis"]["pieces"]) {
    text += (first ? "\n    " : ",\n    ") + piece.dump();
    first = false;
  }
  return text + "\n  ]}\n}\n";
}

}  // namespace latspline::tools
