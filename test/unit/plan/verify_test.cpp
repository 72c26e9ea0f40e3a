#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "latspline/base/error.h"
#include "latspline/plan/plan.h"
#include "unit/plan/passes.h"
#include "unit/plan/sample_plan.h"

namespace latspline {
namespace {

void to_parallelepiped(Plan& plan) {
  plan.rounding.kind = RoundingKind::parallelepiped;
  plan.rounding.period.clear();
  plan.rounding.offsets.clear();
}

/// Gives the two sub-regions their own references by these maps of the plane, row-major, around the centre 0.
void place(Plan& plan, const std::vector<Vector>& linear, const std::vector<IntVector>& shifts) {
  for (std::size_t i = 0; i < linear.size(); ++i) {
    const Vector& t = linear[i];
    plan.transforms.push_back(
        {Matrix::from_rows(std::vector<Vector>{{t[0], t[1]}, {t[2], t[3]}}), to_rational(shifts[i]), shifts[i]});
  }
  plan.placements = {{0, 0}, {1, 0}};
}

TEST(VerifyPlan, AcceptsASoundPlan) { EXPECT_NO_THROW(verify_plan(sample_plan())); }

struct Case {
  const char* message;
  std::function<void(Plan&)> damage;
};

TEST(VerifyPlan, NamesTheBrokenInvariant) {
  const Case cases[] = {
      {"dimension is not from 1 to 6", [](Plan& p) { p.dimension = 0; }},
      {"dimension is not from 1 to 6", [](Plan& p) { p.dimension = 7; }},
      {"pipeline_depth is below group_size", [](Plan& p) { p.options.pipeline_depth = 1; }},
      {"boundary is no boundary rule", [](Plan& p) { p.options.boundary = static_cast<Boundary>(9); }},
      {"cosets: period has another length", [](Plan& p) { p.cosets.period = {2}; }},
      {"cosets: period has an entry below 1", [](Plan& p) { p.cosets.period = {2, 0}; }},
      {"cosets: offset 0 is not the origin", [](Plan& p) { std::swap(p.cosets.offsets[0], p.cosets.offsets[1]); }},
      {"cosets: offset 1 is not reduced", [](Plan& p) { p.cosets.offsets[1] = {1, 3}; }},
      {"cosets: offsets are not distinct", [](Plan& p) { p.cosets.offsets[1] = {0, 0}; }},
      {"cosets: table has not one entry", [](Plan& p) { p.cosets.table = {0}; }},
      {"cosets: table names an unknown coset", [](Plan& p) { p.cosets.table = {0, 2}; }},
      {"cosets: table entry 0 names a coset of another key", [](Plan& p) { p.cosets.table = {1, 0}; }},
      {"cosets: table does not name each coset once", [](Plan& p) { p.cosets.table = {0, -1}; }},
      {"cosets: key_axes are not distinct axes", [](Plan& p) { p.cosets.key_axes = {2}; }},
      {"cosets: offsets are not closed under addition",
       [](Plan& p) {
         p.cosets.period = {3, 2};
         p.cosets.table = {0, 1, -1};
       }},
      {"reach has an entry that is not positive", [](Plan& p) { p.reach[0] = 0; }},
      {"axis_mirror has a bit past the dimension", [](Plan& p) { p.axis_mirror = 4; }},
      {"rounding: center has another length", [](Plan& p) { p.rounding.center.clear(); }},
      {"rounding: edges are given", [](Plan& p) { p.rounding.edges = {{1, 1}, {1, -1}}; }},
      {"rounding: period has another length", [](Plan& p) { p.rounding.period = {2}; }},
      {"rounding: offset is not reduced", [](Plan& p) { p.rounding.offsets[1] = {3, 1}; }},
      {"rounding does not reach every site", [](Plan& p) { p.rounding.offsets.resize(1); }},
      {"shift 0 is not the origin", [](Plan& p) { p.shifts.clear(); }},
      {"shift 1 is no site", [](Plan& p) { p.shifts.push_back({1, 0}); }},
      {"shift 1 is in the coset of an earlier one", [](Plan& p) { p.shifts.push_back({1, 1}); }},
      {"transforms are not given with the sub-regions", [](Plan& p) { p.placements = {{0, 0}, {1, 0}}; }},
      {"transform 0 is not the identity", [](Plan& p) { place(p, {{0, 1, 1, 0}}, {{0, 0}}); }},
      {"transform 1 does not map sites to sites",
       [](Plan& p) { place(p, {{1, 0, 0, 1}, {1, 0, 0, 2}}, {{0, 0}, {0, 0}}); }},
      {"transform 1 shifts by what is no site",
       [](Plan& p) { place(p, {{1, 0, 0, 1}, {0, 1, 1, 0}}, {{0, 0}, {1, 0}}); }},
      {"transform 1 shifts sites otherwise",
       [](Plan& p) {
         place(p, {{1, 0, 0, 1}, {0, 1, 1, 0}}, {{0, 0}, {1, 1}});
         p.transforms[1].shift = {0, 0};
       }},
      {"subregion 1 names an unknown reference",
       [](Plan& p) {
         place(p, {{1, 0, 0, 1}}, {{0, 0}});
         p.placements[1].reference = 2;
       }},
      {"subregion 1 names an unknown transform",
       [](Plan& p) {
         place(p, {{1, 0, 0, 1}}, {{0, 0}});
         p.placements[1].transform = 1;
       }},
      {"reference 1 is not where the index leads",
       [](Plan& p) {
         place(p, {{1, 0, 0, 1}, {0, 1, 1, 0}}, {{0, 0}, {0, 0}});
         p.placements[1].transform = 1;
       }},
      {"strategy is none of", [](Plan& p) { p.options.strategy = Strategy::automatic; }},
      {"rounding: edges_inverse is not the inverse",
       [](Plan& p) {
         to_parallelepiped(p);
         p.rounding.edges = {{1, 1}, {1, -1}};
         p.rounding.edges_inverse = {{1, 0}, {0, 1}};
       }},
      {"rounding leads to a point that is no site",
       [](Plan& p) {
         to_parallelepiped(p);
         p.rounding.edges = {{1, 0}, {0, 1}};
         p.rounding.edges_inverse = {{1, 0}, {0, 1}};
       }},
      {"rounding does not reach every site",
       [](Plan& p) {
         to_parallelepiped(p);
         p.rounding.edges = {{2, 0}, {0, 2}};
         p.rounding.edges_inverse = {{Rational(1, 2), 0}, {0, Rational(1, 2)}};
       }},
      {"fold: reflection 1 has a functional that is not 2", [](Plan& p) { p.fold[1].direction = {0, 1}; }},
      {"fold: reflection 0 does not map sites to sites",
       [](Plan& p) { p.fold[0] = {{1, Rational(1, 2)}, {Rational(8, 5), Rational(4, 5)}}; }},
      {"fold: base 0 is no site", [](Plan& p) { p.bases = {{0, 1}}; }},
      {"fold: stride_scale is not the least", [](Plan& p) { p.stride_scale = 2; }},
      {"reference 0 has a site with an unknown base", [](Plan& p) { p.bases = {{0, 0}}; }},
      {"index: modulus is below 1", [](Plan& p) { p.index.modulus = 0; }},
      {"index: table has not `modulus` entries", [](Plan& p) { p.index.modulus = 3; }},
      {"index: table names an unknown sub-region", [](Plan& p) { p.index.table[1] = 2; }},
      {"index: plane 0 has the normal 0", [](Plan& p) { p.index.planes[0].normal = {0, 0}; }},
      {"index: plane 0 has a negative weight", [](Plan& p) { p.index.planes[0].weight = -1; }},
      {"index: plane 1 has a weight that is too large",
       [](Plan& p) { p.index.planes.push_back({{0, 1}, 0, std::numeric_limits<std::int64_t>::max()}); }},
      {"references are missing",
       [](Plan& p) {
         p.references.clear();
         p.index = {};
       }},
      {"reference 0 has no sites", [](Plan& p) { p.references[0].sites.clear(); }},
      {"reference 1 has the site (1 0)", [](Plan& p) { p.references[1].sites[1] = {1, 0}; }},
      {"reference 1 has a site twice", [](Plan& p) { p.references[1].sites[1] = {0, 0}; }},
      {"reference 0 has not one weight for each site", [](Plan& p) { p.references[0].weights.pop_back(); }},
      {"reference 0 has a weight in another number of variables",
       [](Plan& p) { p.references[0].weights[0] = Polynomial(3); }},
      {"reference 0 has its interior point outside the chamber",
       [](Plan& p) { p.references[0].interior_point[1] = -1; }},
      {"reference 0 is not where the index leads",
       [](Plan& p) { p.references[0].interior_point = {Rational(2, 3), 0}; }},
      {"reference 0 has a site with another coset", [](Plan& p) { p.references[0].coset[2] = 0; }},
      {"reference 0 has a step that does not lead", [](Plan& p) { p.references[0].step[2] = {0, 1}; }},
      {"reference 0 has not one coset for each step", [](Plan& p) { p.references[0].step.pop_back(); }},
      {"reference 0 has groups that do not cover", [](Plan& p) { p.references[0].group_begin = {0, 2}; }},
      {"reference 0 has groups out of order", [](Plan& p) { p.references[0].group_begin = {0, 2, 1, 3}; }},
      {"reference 0, program value, instruction 0 names a coefficient",
       [](Plan& p) { p.references[0].value.code[0].a = 3; }},
      {"program value, instruction 3 names a coordinate", [](Plan& p) { p.references[0].value.code[3].a = 2; }},
      {"instruction 5 names an unknown constant", [](Plan& p) { p.references[0].value.code[5].a = 1; }},
      {"instruction 6 uses an instruction that is not an earlier",
       [](Plan& p) { p.references[0].value.code[6].b = 6; }},
      {"instruction 6 uses an instruction that is not an earlier",
       [](Plan& p) { p.references[0].value.code[6].c = 0; }},
      {"program value_and_gradient has another number of outputs",
       [](Plan& p) { p.references[1].value_and_gradient.outputs.pop_back(); }},
      {"program value has an output that is no instruction", [](Plan& p) { p.references[1].value.outputs[0] = 99; }},
      {"program value has not its constants rounded", [](Plan& p) { p.references[1].value.quantized.clear(); }},
      {"program value has not its constants rounded", [](Plan& p) { p.quantization.reset(); }},
      {"program value has a rounded constant that is no f32",
       [](Plan& p) { p.references[0].value.quantized[0] = 0.1; }},
      {"coefficient_error is not a finite bound", [](Plan& p) { p.quantization->coefficient_error = -1; }},
  };
  for (const auto& [message, damage] : cases) {
    Plan plan = sample_plan();
    damage(plan);
    try {
      verify_plan(plan);
      ADD_FAILURE() << "not noticed: " << message;
    } catch (const InternalError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << "expected: " << message << "\nfound: " << error.what();
    }
  }
}

TEST(VerifyPlan, NoticesAStepThatTheFoldDoesNotKeep) {
  Plan plan = test::plan_after("d4s/voronoi2", "order_fetches");
  plan.bases.clear();
  for (ReferenceSubregion& reference : plan.references) {
    for (std::size_t i = 0; i < reference.sites.size(); ++i) {
      const bool odd = reference.sites[i][0] % 2 != 0;
      reference.coset[i] = odd ? 1 : 0;
      for (std::size_t j = 0; j < 4; ++j) reference.step[i][j] = (reference.sites[i][j] - (odd ? 1 : 0)) / 2;
    }
  }
  try {
    verify_plan(plan);
    ADD_FAILURE() << "not noticed";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("a step that the fold does not keep"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace latspline
