#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "exact/spaces.h"
#include "latspline/analysis/analysis.h"
#include "latspline/plan/make_plan.h"
#include "latspline/reference/interpreter.h"

namespace latspline::test {
namespace {

/// A class of cells, stored: one cell and the weights of all sites there, for a phi of integral 1.
struct StoredCell {
  std::int64_t orbit = 0;
  std::vector<Vector> vertices;
  std::map<IntVector, Polynomial> weights;  // in x
};

std::vector<StoredCell> read_cells(const std::string& name, int dimension) {
  std::ifstream file(std::string(LATSPLINE_TEST_DATA) + "/subregions/" + name + ".txt");
  std::vector<StoredCell> cells;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "CELL") {
      cells.emplace_back();
      words >> kind >> cells.back().orbit;
    } else if (kind == "V") {
      Vector vertex;
      for (std::string word; words >> word;) vertex.push_back(Rational::parse(word));
      cells.back().vertices.push_back(std::move(vertex));
    } else if (kind == "S") {
      IntVector site(static_cast<std::size_t>(dimension));
      for (std::int64_t& entry : site) words >> entry;
      std::string polynomial;
      std::getline(words, polynomial);
      std::erase_if(polynomial, [](char c) { return c == ':' || c == '(' || c == ')'; });
      cells.back().weights.emplace(site, Polynomial::parse(dimension, polynomial));
    }
  }
  return cells;
}

class StoredWeights : public testing::TestWithParam<std::pair<const char*, const char*>> {};

INSTANTIATE_TEST_SUITE_P(Vectors, StoredWeights,
                         testing::Values(std::pair{"zp4", "z2/zp"}, std::pair{"bcc_rdlin", "bcc/rdodec-linear"},
                                         std::pair{"fcc_6dir", "fcc/toct-cubic"}),
                         [](const auto& test) { return test_name(test.param.second); });

TEST_P(StoredWeights, AreThoseOfThePlan) {
  const Analysis analysis = analyze(catalog_space(GetParam().second));
  const int s = analysis.space.lattice.dimension();
  const Rational density = analysis.space.lattice.determinant();
  const Plan plan = make_plan(analysis, {});
  const std::vector<StoredCell> cells = read_cells(GetParam().first, s);
  ASSERT_FALSE(cells.empty());

  std::multiset<std::int64_t> orbits;
  for (const StoredCell& cell : cells) orbits.insert(cell.orbit);
  std::multiset<std::int64_t> found;
  for (const CellClass& cell_class : analysis.cell_classes) found.insert(cell_class.orbit);
  EXPECT_EQ(orbits, found);

  // Each cell lies somewhere in space; the interpreter folds it into the chamber. Equal at more points than a polynomial of the degree has terms.
  std::mt19937_64 generator(5);
  std::uniform_int_distribution<int> factor(1, 100);
  for (const StoredCell& cell : cells) {
    for (int i = 0; i < 24; ++i) {
      Vector x(static_cast<std::size_t>(s));
      Rational total;
      for (const Vector& vertex : cell.vertices) {
        const Rational weight(factor(generator));
        x = x + weight * vertex;
        total += weight;
      }
      x = total.inverse() * x;
      std::map<IntVector, Rational> used;
      for (const auto& [site, weight] : interpret(plan, x, [](const IntVector&) { return Rational(1); }).used)
        used[site] += weight;
      EXPECT_EQ(used.size(), cell.weights.size());
      for (const auto& [site, weight] : cell.weights) {
        ASSERT_EQ(used.count(site), 1u) << to_string(site);
        EXPECT_EQ(used[site], density * weight(x)) << "site " << to_string(site) << " at " << to_string(x);
      }
    }
  }
}

}  // namespace
}  // namespace latspline::test
