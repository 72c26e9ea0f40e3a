#include <gtest/gtest.h>

#include <set>

#include <fstream>
#include <nlohmann/json.hpp>

#include "exact/spaces.h"
#include "latspline/base/error.h"
#include "latspline/basis/piece_evaluator.h"
#include "latspline/reference/definition.h"

namespace latspline::test {
namespace {

/// Stored values of phi, computed elsewhere. One entry a space: name, spec, points with values.
const nlohmann::json& stored() {
  static const nlohmann::json json = [] {
    std::ifstream file(std::string(LATSPLINE_TEST_DATA) + "/phi.json");
    return nlohmann::json::parse(file);
  }();
  return json;
}

std::vector<std::size_t> box_spline_entries() {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < stored().size(); ++i)
    if (stored()[i]["basis"].contains("box")) result.push_back(i);
  return result;
}

class StoredPhi : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Vectors, StoredPhi, testing::ValuesIn(box_spline_entries()), [](const auto& test) {
  return test_name(stored()[test.param]["name"].template get<std::string>());
});

TEST_P(StoredPhi, IsMetByBothRoutes) {
  const nlohmann::json& entry = stored()[GetParam()];
  const nlohmann::json spec = {{"lattice", entry["lattice"]}, {"basis", entry["basis"]}};
  const SplineSpace space = parse_space(spec.dump(), entry["name"]);
  PieceEvaluator pieces(space.basis, space.lattice.determinant());
  const BoxSplineRecursion recursion(*space.basis.box_spline(), space.lattice.determinant());
  ASSERT_GE(entry["phi"].size(), 6u);
  for (const auto& pair : entry["phi"]) {
    Vector x;
    for (const auto& coordinate : pair[0]) x.push_back(Rational::parse(coordinate.get<std::string>()));
    const Rational expected = Rational::parse(pair[1].get<std::string>());
    EXPECT_EQ(pieces.piece(x)(x), expected) << "truncated powers at " << to_string(x);
    EXPECT_EQ(recursion(x), expected) << "recursion at " << to_string(x);
  }
}

TEST(StoredPhi, CoversEveryKindOfLattice) { EXPECT_GE(box_spline_entries().size(), 20u); }

/// The box splines of the catalogue, where no stored values are, too: the routes against one another, inside and outside the support.
class TwoRoutes : public testing::TestWithParam<std::string> {};

/// The recursion takes minutes for a value of these.
std::vector<std::string> recursive_spaces() {
  const std::set<std::string> costly{"a5s/doubled", "fcc/toct-nonic"};
  std::vector<std::string> names;
  for (const CatalogEntry& entry : catalog())
    if (costly.count(entry.name) == 0 && catalog_space(entry.name).basis.box_spline() != nullptr)
      names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Catalog, TwoRoutes, testing::ValuesIn(recursive_spaces()),
                         [](const auto& test) { return test_name(test.param); });

TEST_P(TwoRoutes, Agree) {
  const SplineSpace space = catalog_space(GetParam());
  const int s = space.lattice.dimension();
  PieceEvaluator pieces(space.basis, space.lattice.determinant());
  const BoxSplineDefinition recursion(*space.basis.box_spline(), space.lattice.determinant());
  std::mt19937_64 generator(7);
  int nonzero = 0;
  for (int i = 0; i < 12; ++i) {
    // Points of a small box around 0 are in the support, few of the large one are.
    Vector x = random_point(generator, s, 1);
    if (i % 2 == 0) x = Rational(1, s) * x;
    const Rational value = recursion(x);
    EXPECT_EQ(pieces.piece(x)(x), value) << to_string(x);
    nonzero += value.is_zero() ? 0 : 1;
  }
  EXPECT_GT(nonzero, 0);
}

}  // namespace
}  // namespace latspline::test
