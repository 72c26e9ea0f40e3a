#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "latspline/analysis/analysis.h"
#include "latspline/analysis/moments.h"

namespace latspline {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(PrefilterKind kind) {
  switch (kind) {
    case PrefilterKind::none:
      return "none";
    case PrefilterKind::separable:
      return "separable";
    case PrefilterKind::solve:
      return "solve";
    case PrefilterKind::impossible:
      return "impossible";
  }
  return "?";
}

Strategy other(Strategy strategy) { return strategy == Strategy::fold ? Strategy::table : Strategy::fold; }

std::string_view name_of(Independence independence) {
  switch (independence) {
    case Independence::independent:
      return "independent";
    case Independence::dependent:
      return "dependent";
    case Independence::undecided:
      return "undecided";
  }
  return "?";
}

/// "x0^2 x1", the integrand of a moment.
std::string monomial_name(const Exponents& exponents) {
  std::string name;
  for (std::size_t j = 0; j < exponents.size(); ++j) {
    if (exponents[j] == 0) continue;
    name += (name.empty() ? "x" : " x") + std::to_string(j);
    if (exponents[j] > 1) name += "^" + std::to_string(exponents[j]);
  }
  return name.empty() ? "1" : name;
}

void describe_facts(const SpaceFacts& facts, Json& json) {
  Json moments = Json::object();
  std::vector<Term> terms = facts.moments.terms();
  std::reverse(terms.begin(), terms.end());
  for (const Term& term : terms)
    moments[monomial_name(term.exponents)] = moment(facts.moments, term.exponents).to_string();
  json["moments"] = std::move(moments);
  json["moments_up_to_degree"] = facts.moment_degree;
  if (facts.norm_at_least == facts.norm_at_most) {
    json["operator_norm"] = facts.norm_at_least.to_string();
  } else {
    json["operator_norm_at_least"] = facts.norm_at_least.to_double();
    json["operator_norm_at_most"] = facts.norm_at_most.to_double();
  }
  json["shifts"] = name_of(facts.shifts);
  json["shifts_reason"] = facts.shifts_reason;
  json["locally_independent"] = facts.locally_independent;
  if (facts.symbol.zero) {
    json["symbol_zero"] = to_string(*facts.symbol.zero);
  } else {
    json["symbol_minimum_at_least"] = facts.symbol.minimum;
    json["symbol_minimum_at_most"] = facts.symbol.least_value;
    if (facts.symbol.minimum > 0) json["interpolation_condition_at_most"] = 1 / facts.symbol.minimum;
  }
}

Json facts(const Analysis& analysis) {
  Json sites = Json::array();
  for (const Subregion& subregion : analysis.subregions) sites.push_back(subregion.sites.size());
  Json json;
  json["name"] = analysis.space.name;
  json["dimension"] = analysis.space.lattice.dimension();
  json["determinant"] = analysis.space.lattice.determinant().to_int64();
  json["cosets"] = analysis.cosets.offsets.size();
  if (const BoxSpline* box_spline = analysis.space.basis.box_spline())
    json["directions"] = box_spline->directions().size();
  json["degree"] = analysis.degree;
  json["order"] = analysis.order;
  json["continuity"] = analysis.continuity;
  json["group_order"] = analysis.group.size();
  if (!analysis.cell_classes.empty()) {
    json["cells"] = analysis.cells();
  }
  json["subregions"] = analysis.cell_classes.empty() ? analysis.subregions.size() : analysis.cell_classes.size();
  json["reference_subregions"] = analysis.placements.references.size();
  json["sites_per_evaluation"] = sites;
  json["support_sites"] = analysis.prefilter.sites.size();
  json["region"] = analysis.region.rounding.kind == RoundingKind::voronoi_cosets ? "voronoi" : "parallelepiped";
  json["center"] = to_string(analysis.region.rounding.center);
  json["strategy"] = to_string(analysis.strategy);
  json["predicted_cost"] = analysis.predicted_cost;
  if (analysis.other_cost > 0)
    json[std::string("predicted_cost_").append(to_string(other(analysis.strategy)))] = analysis.other_cost;
  if (analysis.shifts.size() > 1) json["coset_shifts"] = analysis.shifts.size();
  json["fold_reflections"] = analysis.region.chamber.fold.size();
  json["index_planes"] = analysis.index.planes.size();
  json["index_modulus"] = analysis.index.modulus;
  json["transforms"] = analysis.placements.transforms.size();
  json["prefilter"] = name_of(analysis.prefilter.kind);
  if (!analysis.prefilter.reason.empty()) json["prefilter_reason"] = analysis.prefilter.reason;
  if (analysis.facts) describe_facts(*analysis.facts, json);
  Json quasi = Json::array();
  for (std::size_t i = 0; i < analysis.quasi_interpolation.sites.size(); ++i) {
    Json tap;
    tap["site"] = analysis.quasi_interpolation.sites[i];
    tap["value"] = analysis.quasi_interpolation.values[i].to_string();
    quasi.push_back(std::move(tap));
  }
  json["quasi_interpolation"] = std::move(quasi);
  json["seconds"] = analysis.seconds;
  return json;
}

}  // namespace

std::string describe_json(const Analysis& analysis) { return facts(analysis).dump(2) + "\n"; }

std::string describe(const Analysis& analysis) {
  std::ostringstream text;
  const Json json = facts(analysis);
  for (const auto& [key, value] : json.items())
    text << key << ": " << (value.is_string() ? value.get<std::string>() : value.dump()) << "\n";
  return text.str();
}

}  // namespace latspline
