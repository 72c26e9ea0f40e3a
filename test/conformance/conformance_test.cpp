#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "tools/check/machine_check.h"
#include "tools/prepared_space.h"

namespace latspline::test {
namespace {

constexpr const char* spaces[] = {
    "z1/cubic",
    "z2/zp",
    "hex/quartic",
    "hex/voronoi2",
    "quincunx/tp-linear",
    R"({"name": "quincunx split", "lattice": "quincunx", "basis": {"box": [[2,0],[0,2],[2,0],[0,2]]},
                                      "coset_matrix": [[1,1],[1,-1]]})",
    R"({"name": "zwart powell split", "lattice": "z2", "basis": {"box": [[1,0],[0,1],[1,1],[1,-1]]},
                                      "coset_matrix": [[4,0],[1,3]]})",
    "cc/linear",
    "cc/cubic",
    "cc/tetrahedral",
    "bcc/rdodec-linear",
    "bcc/rdodec-quintic",
    "bcc/voronoi2",
    "fcc/toct-cubic",
    R"({"name": "fcc split", "lattice": "fcc", "basis": {"box": [[1,1,0],[1,-1,0],[1,0,1],[1,0,-1],[0,1,1],[0,1,-1]]},
                                      "coset_matrix": [[2,0,0],[0,1,0],[0,0,1]]})",
    "z4/linear",
    "d4s/voronoi2",
    "d4s/8dir"};
constexpr Scalar scalars[] = {Scalar::f32, Scalar::f64};
constexpr Boundary boundaries[] = {Boundary::zero, Boundary::clamp, Boundary::mirror, Boundary::periodic,
                                   Boundary::value};
constexpr Separable separables[] = {Separable::automatic, Separable::off};
constexpr bool branches[] = {true, false};
constexpr std::pair<int, int> groupings[] = {{0, 0}, {1, 1}, {4, 0}, {4, 6}, {3, 16}};

struct Way {
  Strategy strategy;
  bool reflect_axes;
  const char* name;
};
constexpr Way ways[] = {
    {Strategy::fold, true, "fold"}, {Strategy::table, true, "table"}, {Strategy::table, false, "table unfolded"}};

constexpr bool hessians[] = {false, true};
constexpr Layout layouts[] = {Layout::automatic, Layout::points, Layout::sites};
constexpr Bin bins[] = {Bin::automatic, Bin::on, Bin::off};
constexpr Fetch fetches[] = {Fetch::array, Fetch::callback};

/// One choice of each of eleven factors, as indices.
using Row = std::array<std::size_t, 11>;
constexpr Row sizes = {std::size(spaces),   std::size(scalars),   std::size(boundaries), std::size(separables),
                       std::size(branches), std::size(groupings), std::size(ways),       std::size(hessians),
                       std::size(layouts),  std::size(fetches),   std::size(bins)};

/// Reflecting an axis is no symmetry of these, and mirror is refused.
bool is_feasible(const Row& row) {
  const std::string_view space = spaces[row[0]];
  // A function is called for one point after the other.
  if (fetches[row[9]] == Fetch::callback && layouts[row[8]] == Layout::sites) return false;
  // Without a fold there are hundreds of sub-regions in four dimensions: the code takes minutes to compile.
  if (space.starts_with("d4s/") && !ways[row[6]].reflect_axes) return false;
  const bool has_mirrors = !space.starts_with("hex/") && space != "cc/tetrahedral";
  return has_mirrors || boundaries[row[2]] != Boundary::mirror;
}

std::string name_of(const Row& row) {
  std::string name = spaces[row[0]];
  if (name.front() == '{') name = name.substr(10, name.find(',') - 11);
  name += " " + std::string(to_string(scalars[row[1]])) + " " + std::string(to_string(boundaries[row[2]]));
  name += separables[row[3]] == Separable::off ? " expanded" : " separable";
  name += branches[row[4]] ? " branches" : " predicated";
  name += " " + std::to_string(groupings[row[5]].first) + " " + std::to_string(groupings[row[5]].second);
  name += std::string(" ") + ways[row[6]].name;
  if (hessians[row[7]]) name += " hessian";
  name += " " + std::string(to_string(layouts[row[8]])) + " " + std::string(to_string(fetches[row[9]]));
  name += " bin " + std::string(to_string(bins[row[10]]));
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// Few rows in which every feasible pair of choices occurs: for one pair after the other that no row has yet, the best of some random rows with it. The same every time, and in
/// a fraction of a second, as each test is a process of its own.
std::vector<Row> all_pairs() {
  std::mt19937 generator(1);
  const auto random_row = [&](Row row, std::size_t keep_i, std::size_t keep_j) {
    for (std::size_t k = 0; k < row.size(); ++k)
      if (k != keep_i && k != keep_j) row[k] = generator() % sizes[k];
    return row;
  };
  using Pair = std::array<std::size_t, 4>;
  std::set<Pair> open;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (std::size_t j = i + 1; j < sizes.size(); ++j)
      for (std::size_t a = 0; a < sizes[i]; ++a)
        for (std::size_t b = 0; b < sizes[j]; ++b) open.insert({i, a, j, b});
  const auto pairs = [](const Row& row) {
    std::vector<Pair> result;
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = i + 1; j < row.size(); ++j) result.push_back({i, row[i], j, row[j]});
    return result;
  };
  std::vector<Row> chosen;
  while (!open.empty()) {
    const auto [i, a, j, b] = *open.begin();
    Row wanted{};
    wanted[i] = a;
    wanted[j] = b;
    std::size_t best_gain = 0;
    Row best{};
    for (int attempt = 0; attempt < 60; ++attempt) {
      const Row row = random_row(wanted, i, j);
      if (!is_feasible(row)) continue;
      std::size_t gain = 0;
      for (const Pair& pair : pairs(row)) gain += open.count(pair);
      if (gain <= best_gain) continue;
      best_gain = gain;
      best = row;
    }
    if (best_gain == 0) {
      // No row can have this pair.
      open.erase(open.begin());
      continue;
    }
    chosen.push_back(best);
    for (const Pair& pair : pairs(best)) open.erase(pair);
  }
  return chosen;
}

class Conformance : public testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(AllPairs, Conformance, testing::ValuesIn(all_pairs()),
                         [](const auto& test) { return name_of(test.param); });

TEST_P(Conformance, MachineCodeAgreesWithTheInterpreter) {
  const Row& row = GetParam();
  PlanOptions options;
  options.scalar = scalars[row[1]];
  options.boundary = boundaries[row[2]];
  options.separable = separables[row[3]];
  options.branches = branches[row[4]];
  options.group_size = groupings[row[5]].first;
  options.pipeline_depth = groupings[row[5]].second;
  options.strategy = ways[row[6]].strategy;
  options.reflect_axes = ways[row[6]].reflect_axes;
  options.hessian = hessians[row[7]];
  options.layout = layouts[row[8]];
  options.fetch = fetches[row[9]];
  options.bin = bins[row[10]];
  const tools::PreparedSpace space = tools::prepare_space(spaces[row[0]], options);
  const int continuity = load_space(spaces[row[0]]).basis.continuity();
  // 0.4 s at most each, but for the slowest interpreters, whose first point may take longer.
  const tools::MachineCheckReport report = tools::check_machine_code(space, continuity, {60, 0.4, 1 + row[5], 64, {}});
  EXPECT_GT(report.points, 0);
  // These spaces are well conditioned: no allowance for large terms is needed.
  EXPECT_LE(report.worst_value_ulp, 64);
  EXPECT_LE(report.worst_gradient_ulp, 64);
  EXPECT_LE(report.worst_hessian_ulp, 64);
  EXPECT_GT(report.worst_value_ulp + report.worst_gradient_ulp, 0) << "no rounding at all: nothing was computed";
}

TEST(ConformanceRows, CoverTheSpacesWithEveryRule) {
  const std::vector<Row> rows = all_pairs();
  EXPECT_GE(rows.size(), std::size(spaces) * std::size(boundaries) - 2);
  EXPECT_LE(rows.size(), 140u);
}

/// The mirror rule where reflections are no symmetries is refused in words, not computed wrongly.
TEST(ConformanceRows, MirrorIsRefusedWithoutTheSymmetry) {
  PlanOptions options;
  options.boundary = Boundary::mirror;
  EXPECT_THROW(tools::prepare_space("hex/quartic", options), InputError);
  EXPECT_THROW(tools::prepare_space("cc/tetrahedral", options), InputError);
}

}  // namespace
}  // namespace latspline::test
