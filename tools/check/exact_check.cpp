#include "tools/check/exact_check.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <random>

#include "latspline/analysis/order.h"
#include "latspline/base/error.h"
#include "latspline/reference/definition.h"
#include "latspline/reference/interpreter.h"
#include "latspline/reference/voronoi_definition.h"

namespace latspline::tools {
namespace {

class Points {
 public:
  Points(const Analysis& analysis, std::uint64_t seed) : analysis_(analysis), generator_(seed) {}

  Rational in(std::int64_t low, std::int64_t high, std::int64_t denominator) {
    return Rational(std::uniform_int_distribution<std::int64_t>(low * denominator, high * denominator)(generator_),
                    denominator);
  }

  Vector inside() {
    // A discontinuous phi has no one value on its knot planes: a larger prime stays off them.
    const std::int64_t denominator = analysis_.continuity < 0 ? 999983 : 997;
    Vector x;
    for (int j = 0; j < dimension(); ++j) x.push_back(in(-8, 8, denominator));
    return x;
  }

  /// Vertices of sub-regions, sites, half sites and points between them: all on knot planes or on the region's boundary.
  Vector on_boundary() {
    const Polytope& part = analysis_.region.part;
    const auto vertex = [&] {
      const Polytope& piece = analysis_.region.pieces[pick(analysis_.region.pieces.size())];
      return piece.vertices()[pick(piece.vertices().size())];
    };
    Vector y = vertex();
    switch (pick(3)) {
      case 0:
        break;
      case 1:
        y = Rational(1, 3) * y + Rational(2, 3) * vertex();
        break;
      default:
        y = part.facets().empty() ? y : facet_point(part);
        break;
    }
    // Seen from anywhere, under any symmetry.
    const Matrix& a = analysis_.group[pick(analysis_.group.size())];
    return a * y + analysis_.region.rounding.center + site(4);
  }

  Vector far() { return inside() + site(std::int64_t{1} << 40); }

  Vector site(std::int64_t radius) {
    Vector z;
    for (int j = 0; j < dimension(); ++j) z.push_back(in(-radius, radius, 1));
    return analysis_.space.lattice.matrix() * z;
  }

 private:
  int dimension() const { return analysis_.space.lattice.dimension(); }
  std::size_t pick(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(generator_); }
  Vector facet_point(const Polytope& part) {
    const std::vector<int> members = part.facet_vertices(static_cast<int>(pick(part.facets().size())));
    Vector sum(static_cast<std::size_t>(dimension()));
    Rational total;
    for (int v : members) {
      const Rational weight(static_cast<std::int64_t>(1 + pick(7)));
      sum = sum + weight * part.vertices()[static_cast<std::size_t>(v)];
      total += weight;
    }
    return total.inverse() * sum;
  }

  const Analysis& analysis_;
  std::mt19937_64 generator_;
};

/// phi by a route that shares nothing with the analysis.
using Definition = std::function<Rational(const Vector&)>;

/// Where the second definition is too costly, the pieces of the analysis itself at the shifted points: `independent` is then false.
Definition definition_of(const SplineSpace& space, bool& independent) {
  independent = true;
  const Rational volume = space.lattice.determinant();
  if (const BoxSpline* box_spline = space.basis.box_spline()) return BoxSplineDefinition(*box_spline, volume);
  if (const PiecewisePolynomial* given = space.basis.piecewise_polynomial()) {
    // The list itself is the definition: the first piece whose half-spaces hold x.
    return [list = given->pieces()](const Vector& x) {
      for (const Piece& piece : list) {
        const auto holds = [&](const HalfSpace& side) { return dot(side.normal, x) >= side.offset; };
        if (std::all_of(piece.polytope.facets().begin(), piece.polytope.facets().end(), holds))
          return piece.polynomial(x);
      }
      return Rational(0);
    };
  }
  try {
    return VoronoiDefinition(*space.basis.voronoi_spline(), volume);
  } catch (const UnsupportedError&) {
    independent = false;
    const auto pieces = std::make_shared<PieceEvaluator>(space.basis, volume);
    return [pieces](const Vector& x) { return pieces->piece(x)(x); };
  }
}

void check_point(const Analysis& analysis, const Plan& plan, const Definition& phi, const Vector& x,
                 ExactCheckReport& report) {
  // A coefficient that tells sites apart: a small pseudo-random integer of the site.
  const auto coefficient = [](const IntVector& site) {
    std::uint64_t mixed = 0x9e3779b97f4a7c15ull;
    for (std::int64_t n : site) mixed = (mixed ^ static_cast<std::uint64_t>(n)) * 0xd1342543de82ef95ull + 1;
    return Rational(static_cast<std::int64_t>(mixed >> 55) - 256);
  };
  const Evaluation evaluation = interpret(plan, x, coefficient, InterpretWith::weights);
  if (!plan.references.front().value.code.empty()) {
    const Evaluation by_program = interpret(plan, x, coefficient, InterpretWith::program);
    if (by_program.value != evaluation.value)
      throw InternalError("at (" + to_string(x) + ") the polynomials give " + evaluation.value.to_string() +
                          ", the programs " + by_program.value.to_string());
  }
  std::map<IntVector, Rational> used;
  for (const auto& [site, weight] : evaluation.used) used[site] += weight;
  const auto compare = [&](const IntVector& site, const Rational& weight) {
    const Rational expected = phi(x - to_rational(site));
    ++report.weights;
    if (expected != weight)
      throw InternalError("at (" + to_string(x) + ") the weight of the site (" + to_string(site) + ") is " +
                          weight.to_string() + ", phi by its definition is " + expected.to_string());
  };
  for (const auto& [site, weight] : used) compare(site, weight);
  for (const IntVector& site : support_sites(analysis.space, x))
    if (used.find(site) == used.end()) compare(site, Rational(0));
  ++report.points;
}

}  // namespace

ExactCheckReport check_exactly(const Analysis& analysis, const Plan& plan, const ExactCheckOptions& options) {
  using Clock = std::chrono::steady_clock;
  ExactCheckReport report;
  const Definition phi = definition_of(analysis.space, report.independent);
  Points points(analysis, options.seed);
  const auto start = Clock::now();
  constexpr int at_least = 1;
  for (int i = 0; i < options.points; ++i) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    if (i >= at_least && elapsed > options.seconds) break;
    check_point(analysis, plan, phi, points.inside(), report);
    // The plan's side of a plane need not be the definition's.
    if (analysis.continuity >= 0) check_point(analysis, plan, phi, points.on_boundary(), report);
    check_point(analysis, plan, phi, points.far(), report);
    if (options.progress) options.progress(std::max((i + 1.0) / options.points, elapsed / options.seconds));
  }
  // With a coset matrix the sub-regions are those of a coarser lattice, whose shifts of phi alone reproduce nothing: check those of the whole.
  Analysis whole;
  if (analysis.shifts.size() > 1) {
    SplineSpace space = analysis.space;
    space.coset_matrix.reset();
    space.center.reset();
    space.parallelepiped.reset();
    space.voronoi_region = false;
    whole = analyze(space, {.count_cells = false});
  }
  const Analysis& tiled = analysis.shifts.size() > 1 ? whole : analysis;
  const int order = approximation_order(tiled.region, tiled.subregions, analysis.order);
  if (order < analysis.order)
    throw InternalError("polynomials of degree " + std::to_string(order) + " are not reproduced, but the order is " +
                        std::to_string(analysis.order));
  report.identities = static_cast<int>(tiled.subregions.size()) * analysis.order;
  return report;
}

}  // namespace latspline::tools
