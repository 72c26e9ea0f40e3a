#include <gtest/gtest.h>

#include <random>

#include "latspline/base/error.h"
#include "latspline/plan/plan.h"
#include "unit/plan/sample_plan.h"

namespace latspline {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  try {
    parse_plan(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParsePlan, ReadsWhatPrintPlanWrote) {
  const Plan plan = sample_plan();
  const Plan read = parse_plan(print_plan(plan));
  EXPECT_EQ(read, plan);
  EXPECT_EQ(print_plan(read), print_plan(plan));
}

TEST(ParsePlan, ReadsAPlanBeforeItsPasses) {
  Plan plan = sample_plan();
  plan.quantization.reset();
  plan.index = {};
  plan.fold.clear();
  plan.rounding = {RoundingKind::parallelepiped,
                   {Rational(1, 3), 0},
                   {},
                   {},
                   {{1, 1}, {1, -1}},
                   {{Rational(1, 2), Rational(1, 2)}, {Rational(1, 2), Rational(-1, 2)}}};
  plan.references.resize(1);
  for (ReferenceSubregion& reference : plan.references) {
    reference.coset.clear();
    reference.step.clear();
    reference.group_begin.clear();
    reference.value = {};
    reference.value_and_gradient.quantized.clear();
  }
  EXPECT_EQ(parse_plan(print_plan(plan)), plan);
}

TEST(ParsePlan, NamesTheLineAndWhatItExpected) {
  const std::string text = print_plan(sample_plan());
  const struct {
    const char *from, *to, *message;
  } cases[] = {
      {"latspline-plan 4", "latspline-plan 1", "line 1: found 'latspline-plan 1', expected 'latspline-plan 4'"},
      {"dimension 2", "dimension 7", "line 4: found '7', expected an integer from 1 to 6"},
      {"dimension 2", "dimensions 2", "line 4: found 'dimensions 2', expected a line 'dimension ..'"},
      {"scalar f32", "scalar f16", "line 6: scalar 'f16' is unknown; accepted are f32 and f64"},
      {"layout auto", "layout rows", "line 13: layout 'rows' is unknown; accepted are auto, points and sites"},
      {"bin auto", "bin maybe", "line 14: bin 'maybe' is unknown; accepted are auto, on and off"},
      {"shared auto", "shared on", "found 'on', expected auto or off"},
      {"branches on", "branches maybe", "found 'maybe', expected on or off"},
      {"lanes auto", "lanes 3", "found '3', expected auto, 1, 4, 8 or 16"},
      {"period 2 2", "period 2", "found '1 numbers', expected one for each dimension, 2"},
      {"reach 1 3/2", "reach 1 3/0", "number '3/0' has denominator 0"},
      {"rounding voronoi_cosets", "rounding nearest", "expected voronoi_cosets or parallelepiped"},
      {"reflection 1 0 direction 2 0", "reflection 1 0 2 0", "'direction'"},
      {"weight -x0 + 1", "weight -x0 + y",
       "weight, polynomial text, character 8 at 'y': expected a number or a variable"},
      {"v0 = coefficient 0", "v7 = coefficient 0", "expected 'v0 = ..'"},
      {"v0 = coefficient 0", "v0 = divide 0", "expected constant, coordinate"},
      {"= add v1 v2", "= add v1 v99", "found '99', expected an integer from 0 to"},
      {"= add v1 v2", "= add v1", "2 operands"},
      {"0x1p-1", "0.5", "hexadecimal such as"},
      {"0x1p-1", "0xinf", "hexadecimal such as"},
      {"coefficient_error 0x1.8p-24", "coefficient_errors 0", "expected 'reference', 'coefficient_error' or 'end'"},
      {"\nend\n", "\n", "found the end, expected 'reference', 'coefficient_error' or 'end'"},
      {"\nend\n", "\nend\nend\n", "expected nothing after the line 'end'"},
      {"reference 1", "reference 2", "found '2', expected reference sub-region 1"},
      {"space 0123456789abcdef", "space 0123", "16 hexadecimal digits"},
      {"site 1 -1", "site 2 -1", "the plan's text is inconsistent: plan: reference 0 has the site (2 -1)"},
  };
  for (const auto& [from, to, message] : cases) {
    const std::string error = error_of(replaced(text, from, to));
    EXPECT_NE(error.find(message), std::string::npos) << from << " -> " << to << ": " << error;
  }
}

TEST(ParsePlan, SkipsCommentsAndBlanks) {
  const std::string text = print_plan(sample_plan());
  EXPECT_EQ(parse_plan(replaced(text, "\noptions\n", "\n\n# a remark\n \t options \r\n")), sample_plan());
}

TEST(ParsePlan, LargeNumbersInTheTextAreRefusedWithoutTheirMemory) {
  const std::string text = print_plan(sample_plan());
  EXPECT_NE(error_of(replaced(text, "modulus 2", "modulus 9223372036854775807")), "no error");
  EXPECT_NE(error_of(replaced(text, "period 2 2", "period 4611686018427387904 4611686018427387904")), "no error");
  EXPECT_NE(error_of(replaced(text, "group_begin 0 2 3", "group_begin 0 2000000000")), "no error");
  EXPECT_NE(error_of(replaced(text, "1/2*x0", "1/2*x0^1000000000")), "no error");
}

// Whatever stands in the file: a plan or an InputError, nothing else.
TEST(ParsePlan, DamagedTextsAreInputErrors) {
  const std::string text = print_plan(sample_plan());
  std::mt19937_64 random(10);
  const std::string alphabet = "0123456789 -/.*^x\n\"\\vabcdef=>\x01\xff";
  int refused = 0;
  for (int i = 0; i < 600; ++i) {
    std::string damaged = text;
    const int changes = 1 + i % 4;
    for (int k = 0; k < changes; ++k) {
      const std::size_t at = random() % damaged.size();
      switch (random() % 4) {
        case 0:
          damaged[at] = alphabet[random() % alphabet.size()];
          break;
        case 1:
          damaged.erase(at, random() % 40);
          break;
        case 2:
          damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 60));
          break;
        default:
          damaged.insert(at, 1, alphabet[random() % alphabet.size()]);
      }
    }
    try {
      const Plan plan = parse_plan(damaged);
      EXPECT_EQ(parse_plan(print_plan(plan)), plan);
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 300);
  for (std::size_t length = 0; length + 5 < text.size(); length += 37)
    EXPECT_NE(error_of(text.substr(0, length)), "no error");
}

}  // namespace
}  // namespace latspline
