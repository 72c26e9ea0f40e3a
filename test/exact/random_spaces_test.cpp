#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "exact/spaces.h"
#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/plan/lower.h"
#include "tools/check/exact_check.h"
#include "tools/check/machine_check.h"
#include "tools/prepared_space.h"

namespace latspline::test {
namespace {

std::string list_of(const std::vector<IntVector>& rows) {
  std::string text;
  for (const IntVector& row : rows) {
    std::string entries;
    for (std::int64_t entry : row) entries += (entries.empty() ? "" : ",") + std::to_string(entry);
    text += (text.empty() ? "[" : ",[") + entries + "]";
  }
  return "[" + text + "]";
}

std::string spec_of(const std::vector<IntVector>& lattice_rows, const std::vector<IntVector>& directions,
                    const std::string& more = "") {
  return R"({"lattice": {"matrix": )" + list_of(lattice_rows) + R"(}, "basis": {"box": )" + list_of(directions) + "}" +
         more + "}";
}

/// Analysis, plan and machine code of a space against definitions that share nothing with them.
void expect_correct(const std::string& spec, std::uint64_t seed) {
  SCOPED_TRACE(spec);
  const Analysis analysis = analyze(load_space(spec));
  EXPECT_GT(analysis.cells(), 0);
  PlanOptions options;
  options.scalar = Scalar::f64;
  options.branches = seed % 2 == 0;
  options.boundary = seed % 3 == 0 ? Boundary::zero : Boundary::periodic;
  const Plan plan = lower(analysis, options);
  EXPECT_EQ(parse_plan(print_plan(plan)), plan);
  const tools::ExactCheckReport exact = tools::check_exactly(analysis, plan, {0.3, 4, seed, {}});
  EXPECT_GT(exact.weights, 0);
  const tools::PreparedSpace prepared = tools::prepare_space(spec, options);
  const tools::MachineCheckReport machine =
      tools::check_machine_code(prepared, analysis.continuity, {40, 0.3, seed, 64, {}});
  EXPECT_GT(machine.points, 0);
}

/// A lattice of small entries and directions of which some are a basis of it, so that the shifts of phi sum to 1.
std::string random_spec(std::mt19937_64& generator, int s) {
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(generator); };
  const auto size = static_cast<std::size_t>(s);
  Matrix lattice(s, s);
  do {
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < s; ++j) lattice(i, j) = pick(-2, 2);
  } while (lattice.rank() < s || lattice.determinant().abs() > Rational(s == 4 ? 6 : 12));
  // The lattice's basis after a few unimodular steps.
  std::vector<Vector> directions;
  for (int j = 0; j < s; ++j) directions.push_back(lattice.column(j));
  for (int step = pick(0, s); step > 0 && s > 1; --step) {
    const auto i = static_cast<std::size_t>(pick(0, s - 1));
    const auto j = (i + static_cast<std::size_t>(pick(1, s - 1))) % size;
    directions[i] = directions[i] + Rational(pick(0, 1) == 0 ? 1 : -1) * directions[j];
  }
  for (int extra = pick(0, s == 1 ? 3 : (s == 2 ? 2 : 1)); extra > 0; --extra) {
    Vector direction(size);
    while (content(direction).is_zero())
      for (std::size_t j = 0; j < size; ++j) direction = direction + Rational(pick(-1, 1)) * directions[j];
    directions.push_back(std::move(direction));
  }
  std::shuffle(directions.begin(), directions.end(), generator);
  std::vector<IntVector> rows;
  for (int i = 0; i < s; ++i) rows.push_back(to_integer(lattice.row(i)));
  std::vector<IntVector> columns;
  for (const Vector& direction : directions) columns.push_back(to_integer(direction));
  // A centre of the region of evaluation, and its kind, for some.
  std::string more;
  if (pick(0, 2) == 0) {
    for (int j = 0; j < s; ++j)
      more += (more.empty() ? "\"" : ", \"") + std::to_string(pick(-5, 5)) + "/" + std::to_string(pick(1, 4)) + "\"";
    more = R"(, "center": [)" + more + "]";
  }
  if (s <= 3 && pick(0, 3) == 0) more += R"(, "region": "voronoi")";
  return spec_of(rows, columns, more);
}

std::uint64_t first_seed() {
  const char* text = std::getenv("LATSPLINE_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 20240117;
}

class RandomSpaces : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Dimension, RandomSpaces, testing::Range(1, 5));

TEST_P(RandomSpaces, AreInterpolatedCorrectly) {
  const int s = GetParam();
  const int count = s == 4 ? 3 : 8;
  int unsupported = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = first_seed() + static_cast<std::uint64_t>(100 * s + i);
    std::mt19937_64 generator(seed);
    const std::string spec = random_spec(generator, s);
    std::cout << "seed " << seed << ": " << spec << std::endl;
    try {
      expect_correct(spec, seed);
    } catch (const UnsupportedError& error) {
      std::cout << "  not supported: " << error.what() << std::endl;
      ++unsupported;
    } catch (const std::exception& error) {
      ADD_FAILURE() << "LATSPLINE_SEED=" << first_seed() << ", " << spec << ": " << error.what();
    }
  }
  EXPECT_LT(4 * unsupported, count) << "too many spaces were refused for this to test much";
}

/// Spaces that are hard for one reason or another.
struct Case {
  const char* name;
  std::string spec;
};

void PrintTo(const Case& fixed, std::ostream* out) { *out << fixed.name; }

class FixedSpaces : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Named, FixedSpaces,
    testing::Values(
        Case{"skewed_five_directions", spec_of({{-1, -2, -1}, {1, 0, 2}, {0, 2, 0}},
                                               {{-1, 1, 0}, {-2, 0, 2}, {-1, 2, 0}, {-2, 1, 2}, {1, -2, 0}})},
        Case{"voronoi_region_of_a_skewed_lattice",
             spec_of({{-2, -1, 2}, {-2, 1, 2}, {0, 1, 1}},
                     {{-2, -2, 0}, {-1, 1, 1}, {2, 2, 1}, {-5, -3, 0}, {-1, -3, -1}}, R"(, "region": "voronoi")")},
        Case{"voronoi_region_four_directions",
             spec_of({{1, 1, -1}, {-2, 0, 0}, {1, -1, -1}}, {{1, -2, 1}, {1, 0, -1}, {-1, 0, -1}, {1, 2, -1}},
                     R"(, "region": "voronoi")")},
        Case{"prime_determinant", spec_of({{2, 3}, {-7, 5}}, {{-5, 2}, {8, 3}, {3, 5}, {-2, 7}})},
        Case{"one_dimension", spec_of({{3}}, {{3}, {-3}, {6}})},  //
        Case{"determinant_one_skewed", spec_of({{2, 1}, {7, 4}}, {{2, 7}, {1, 4}, {1, 3}})},
        Case{"parallel_of_different_length", spec_of({{1, 0}, {0, 1}}, {{1, 0}, {0, 1}, {2, 0}, {0, -3}})},
        Case{"repeated_and_negated", spec_of({{1, 0}, {0, 1}}, {{1, 0}, {-1, 0}, {0, 1}, {0, 1}, {-1, -1}})},
        Case{"far_centre", spec_of({{1, 0}, {0, 1}}, {{1, 0}, {0, 1}, {1, 1}}, R"(, "center": [7, "-11/3"])")},
        Case{"prescribed_parallelepiped",
             spec_of({{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}, {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, 2}},
                     R"(, "region": {"parallelepiped": [[0,1,1],[1,0,1],[1,1,0]]}, "center": ["1/2", 0, 0])")},
        Case{"rational_directions", R"({"lattice": "z2", "basis": {"box": [[1,0],[0,1],["1/2","1/2"]]}})"},
        Case{"directions_that_are_no_sites", R"({"lattice": "z1", "basis": {"box": [[1],["1/2"],["1/3"],["-7/5"]]}})"},
        Case{"degree_zero", R"({"lattice": "z2", "basis": {"b_spline": 0}})"},
        Case{"constant_along_one_axis", spec_of({{1, 0}, {0, 1}}, {{1, 0}, {1, 0}, {0, 1}})},
        Case{"many_cosets", spec_of({{1000, 1}, {0, 1}}, {{1000, 0}, {1, 1}})},
        Case{"degree_zero_on_a_sublattice", spec_of({{1, 0}, {0, 1}}, {{2, 1}, {1, 2}})}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_P(FixedSpaces, AreInterpolatedCorrectly) { expect_correct(GetParam().spec, 1); }

}  // namespace
}  // namespace latspline::test
