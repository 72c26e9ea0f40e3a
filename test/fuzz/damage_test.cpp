#include <gtest/gtest.h>

#include <random>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/reference/interpreter.h"

namespace latspline::test {
namespace {

/// Small changes of a text: bytes replaced, inserted, removed, pieces doubled or dropped, numbers made odd.
class Damage {
 public:
  explicit Damage(std::uint64_t seed) : generator_(seed) {}

  std::size_t pick(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(generator_); }

  std::string damaged(std::string text) {
    for (std::size_t times = 1 + pick(3); times > 0; --times) change(text);
    return text;
  }

 private:
  void change(std::string& text) {
    static const std::string bytes = "0123456789-/.,:[]{}\"eEx ^*+\n#\\\x01\x7f\xc3\xff";
    static const char* const numbers[] = {"0",
                                          "-1",
                                          "1/0",
                                          "1e400",
                                          "1e-400",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "99999999999999999999999",
                                          "nan",
                                          "0x10",
                                          "1/3",
                                          "4294967296",
                                          "-0",
                                          "2.5",
                                          "null",
                                          "true",
                                          "[]",
                                          "{}",
                                          "\"\""};
    if (text.empty()) return;
    const std::size_t at = pick(text.size());
    switch (pick(7)) {
      case 0:
        text[at] = bytes[pick(bytes.size())];
        break;
      case 1:
        text.insert(at, 1, bytes[pick(bytes.size())]);
        break;
      case 2:
        text.erase(at, 1 + pick(3));
        break;
      case 3:
        text.erase(at, 1 + pick(60));
        break;
      case 4:
        text.insert(at, text.substr(pick(text.size()), pick(60)));
        break;
      case 5:
        text.resize(at);
        break;
      default: {
        // The next number from here on.
        const std::size_t begin = text.find_first_of("0123456789", at);
        if (begin == std::string::npos) break;
        const std::size_t end = text.find_first_not_of("0123456789", begin);
        text.replace(begin, (end == std::string::npos ? text.size() : end) - begin, numbers[pick(std::size(numbers))]);
        break;
      }
    }
  }

  std::mt19937_64 generator_;
};

/// Runs `work`; true if it succeeded, false for an error of the caller's kind. Any other exception is a fault.
template <typename Work>
bool succeeds(const std::string& text, const Work& work) {
  try {
    work();
    return true;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()), "") << text;
  } catch (const UnsupportedError& error) {
    EXPECT_NE(std::string(error.what()), "") << text;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an error of input: " << error.what() << "\nfor:\n" << text;
  }
  return false;
}

/// Small enough that its analysis takes a moment only.
bool is_small(const SplineSpace& space) {
  const auto small = [](const Rational& x) { return x.abs() <= Rational(4) && x.denominator() <= Rational(4); };
  if (space.lattice.dimension() > 3 || space.basis.characteristic_vectors().size() > 6 ||
      space.lattice.determinant() > Rational(8))
    return false;
  for (int i = 0; i < space.lattice.dimension(); ++i)
    for (const Rational& x : space.lattice.matrix().row(i))
      if (!small(x)) return false;
  for (const Vector& direction : space.basis.characteristic_vectors())
    for (const Rational& x : direction)
      if (!small(x)) return false;
  return true;
}

TEST(DamagedSpecs, AreRefusedOrRead) {
  const std::string specs[] = {
      R"({"lattice": "bcc", "basis": {"box": [[-1,1,1],[1,-1,1],[1,1,-1],[-1,-1,-1]]}})",
      R"({"name": "z", "lattice": {"matrix": [[1,0],[0,1]]}, "basis": {"b_spline": 2}, "center": ["1/2", 0], "region": "voronoi"})",
      R"({"lattice": {"matrix": [[1,-1],[1,1]], "frame": [[1.0,0.5],[0,0.8]]}, "basis": {"box": [[2,0],[0,2],[1,1],["2/1",0]]}, "region": {"parallelepiped": [[1,1],[-1,1]]}})",
      R"({"lattice": {"matrix": [[2]]}, "basis": {"box": [[2],[-2],["1/2"]]}})"};
  int read = 0;
  int analyzed = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Damage damage(seed);
    const std::string text = damage.damaged(specs[seed % std::size(specs)]);
    succeeds(text, [&] {
      const SplineSpace space = parse_space(text, "damaged");
      ++read;
      EXPECT_NE(space.identity(), 0u);
      if (!is_small(space) || seed % 5 != 0) return;
      const Analysis analysis = analyze(space, {.count_cells = false});
      EXPECT_FALSE(analysis.subregions.empty());
      ++analyzed;
    });
    if (HasFailure()) return;
  }
  // The damage neither breaks everything nor nothing.
  EXPECT_GT(read, 50);
  EXPECT_LT(read, 3900);
  EXPECT_GT(analyzed, 10);
}

TEST(DamagedPlans, AreRefusedOrRead) {
  std::vector<std::string> plans;
  for (const char* name : {"z1/cubic", "z2/zp", "hex/linear", "bcc/rdodec-linear", "cc/linear"}) {
    PlanOptions options;
    options.scalar = plans.size() % 2 == 0 ? Scalar::f32 : Scalar::f64;
    options.boundary = Boundary::periodic;
    plans.push_back(print_plan(lower(analyze(catalog_space(name), {.count_cells = false}), options)));
  }
  int read = 0;
  int compiled = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Damage damage(seed);
    const std::string text = damage.damaged(plans[seed % plans.size()]);
    succeeds(text, [&] {
      const Plan plan = parse_plan(text);
      ++read;
      EXPECT_EQ(parse_plan(print_plan(plan)), plan) << text;
      // What was read is a plan that can be run; its numbers may be wrong, its indices not.
      Vector x;
      for (int j = 0; j < plan.dimension; ++j) x.emplace_back(3 + j, 7);
      interpret(plan, x, [](const IntVector& site) { return Rational(site.front()); });
      if (read % 25 != 0) return;
      const Kernel kernel = jit_compile(plan);
      EXPECT_EQ(kernel.dimension, static_cast<std::uint32_t>(plan.dimension));
      ++compiled;
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(read, 30);
  EXPECT_LT(read, 2900);
  EXPECT_GT(compiled, 0);
}

}  // namespace
}  // namespace latspline::test
