#include <gtest/gtest.h>

#include "latspline/base/error.h"
#include "latspline/plan/plan.h"
#include "unit/plan/sample_plan.h"

namespace latspline {
namespace {

bool has_line(const std::string& text, const std::string& line) {
  return text.find("\n" + line + "\n") != std::string::npos;
}

TEST(PrintPlan, IsReadable) {
  const std::string text = print_plan(sample_plan());
  EXPECT_EQ(
      text.rfind("latspline-plan 4\nspace_name \"sample \\\"quincunx\\\"\\x0a\"\nspace 0123456789abcdef\ndimension 2\n",
                 0),
      0u)
      << text;
  for (const char* line :
       {"  boundary periodic", "  offset 1 1", "  table 0 1", "reach 1 3/2", "  reflection 1 -1 direction 1 -1",
        "index modulus 2", "  plane 1 0 >= 1/2 weight 1", "reference 1", "  site 1 -1", "  weight 1/2*x0 + 1/2*x1",
        "  coset 0 1 1", "  step 0 -1", "  program value_and_gradient", "    constant 1/2 0x1p-1",
        "    v0 = coefficient 0", "coefficient_error 0x1.8p-24"}) {
    EXPECT_TRUE(has_line(text, line)) << line << " is not in\n" << text;
  }
  EXPECT_EQ(text.substr(text.size() - 5), "\nend\n");
}

TEST(PrintPlan, NamesOfOptions) {
  EXPECT_EQ(to_string(Scalar::f64), "f64");
  for (const Boundary boundary :
       {Boundary::zero, Boundary::clamp, Boundary::mirror, Boundary::periodic, Boundary::value}) {
    EXPECT_EQ(parse_boundary(to_string(boundary)), boundary);
  }
  EXPECT_EQ(parse_scalar("f32"), Scalar::f32);
  EXPECT_THROW(parse_scalar("f16"), InputError);
  EXPECT_THROW(parse_boundary("wrap"), InputError);
}

TEST(PlanHash, DependsOnAllButTheName) {
  const Plan plan = sample_plan();
  Plan other = plan;
  other.space_name = "another";
  EXPECT_EQ(plan_hash(other), plan_hash(plan));
  other.options.branches = false;
  EXPECT_NE(plan_hash(other), plan_hash(plan));
  other = plan;
  other.references[1].value.quantized[0] = 0.25;
  EXPECT_NE(plan_hash(other), plan_hash(plan));
}

}  // namespace
}  // namespace latspline
