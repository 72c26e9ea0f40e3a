#include "latspline/basis/laplace_transform.h"

#include <algorithm>
#include <functional>
#include <set>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"

namespace latspline {
namespace {

constexpr std::size_t max_points = 100000;

/// a_least = sum of factors[k] a_k over k in members.
struct BrokenCircuit {
  int least;
  std::vector<int> members;
  std::vector<Rational> factors;
};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The circuits (minimal dependent sets) of the vectors, each without its least element.
std::vector<BrokenCircuit> broken_circuits(const std::vector<IntVector>& vectors) {
  const int s = static_cast<int>(vectors.front().size());
  const int count = static_cast<int>(vectors.size());
  std::vector<BrokenCircuit> result;
  std::vector<int> chosen;
  const std::function<void(int)> grow = [&](int next) {
    for (int i = next; i < count; ++i) {
      chosen.push_back(i);
      std::vector<Vector> columns;
      for (int k : chosen) columns.push_back(to_rational(vectors[at(k)]));
      const std::vector<Vector> kernel = Matrix::from_columns(columns).kernel();
      if (kernel.empty()) {
        if (static_cast<int>(chosen.size()) <= s) grow(i + 1);
      } else if (std::none_of(kernel.front().begin(), kernel.front().end(),
                              [](const Rational& x) { return x.is_zero(); })) {
        // All smaller subsets on the path are independent, so the kernel is a line; a full one is a circuit.
        BrokenCircuit circuit{chosen.front(), {chosen.begin() + 1, chosen.end()}, {}};
        for (std::size_t k = 1; k < chosen.size(); ++k)
          circuit.factors.push_back(-kernel.front()[k] / kernel.front()[0]);
        result.push_back(std::move(circuit));
      }
      chosen.pop_back();
    }
  };
  grow(0);
  return result;
}

/// Reduces fractions 1 / prod <a_i, w>^mu_i, each once.
class PartialFractions {
 public:
  explicit PartialFractions(const std::vector<IntVector>& vectors) : circuits_(broken_circuits(vectors)) {}

  const std::map<Multiplicities, Rational>& operator()(const Multiplicities& start) {
    const auto found = known_.find(start);
    if (found != known_.end()) return found->second;
    // Every step lowers the height, so taking the highest first meets each term once, already merged.
    std::map<std::pair<int, Multiplicities>, Rational> open{{{height(start), start}, Rational(1)}};
    std::map<Multiplicities, Rational> done;
    while (!open.empty()) {
      check_interrupt();
      auto node = open.extract(std::prev(open.end()));
      if (node.mapped().is_zero()) continue;
      const Multiplicities& mu = node.key().second;
      const auto broken = std::find_if(circuits_.begin(), circuits_.end(), [&](const BrokenCircuit& circuit) {
        return std::all_of(circuit.members.begin(), circuit.members.end(), [&](int k) { return mu[at(k)] > 0; });
      });
      if (broken == circuits_.end()) {
        done[mu] += node.mapped();
        continue;
      }
      for (std::size_t k = 0; k < broken->members.size(); ++k) {
        Multiplicities next = mu;
        --next[at(broken->members[k])];
        ++next[at(broken->least)];
        const int next_height = height(next);
        open[{next_height, std::move(next)}] += broken->factors[k] * node.mapped();
      }
    }
    std::erase_if(done, [](const auto& entry) { return entry.second.is_zero(); });
    return known_.emplace(start, std::move(done)).first->second;
  }

 private:
  static int height(const Multiplicities& mu) {
    int sum = 0;
    for (std::size_t i = 0; i < mu.size(); ++i) sum += static_cast<int>(i) * mu[i];
    return sum;
  }
  std::vector<BrokenCircuit> circuits_;
  std::map<Multiplicities, std::map<Multiplicities, Rational>> known_;
};

void drop_zeros(LaplaceTransform& transform) {
  for (auto& [point, fractions] : transform.terms)
    std::erase_if(fractions, [](const auto& entry) { return entry.second.is_zero(); });
  std::erase_if(transform.terms, [](const auto& entry) { return entry.second.empty(); });
}

/// Hyperplanes spanned by dimension - 1 of the vectors: primitive normals.
std::set<IntVector> spanned_hyperplanes(const std::vector<IntVector>& vectors) {
  std::vector<Vector> directions;
  for (const IntVector& vector : vectors) directions.push_back(to_rational(vector));
  const std::vector<IntVector> normals = BoxSpline(std::move(directions)).hyperplane_normals();
  return {normals.begin(), normals.end()};
}

/// binomial(-m, j).
Rational negative_binomial(int m, int j) {
  Rational result = 1;
  for (int i = 0; i < j; ++i) result *= Rational(-m - i, i + 1);
  return result;
}

/// The part of 1 / prod <a_i, w>^mu_i that is most singular along H, expanded in powers of tau = <b_0, w>, where b_0 is a vector off H: terms
/// tau^-power / prod over H of <a_i, w'>^nu_i whose supports span H.
void add_singular_part(const LaplaceTransform& transform, const IntVector& normal, const Multiplicities& mu,
                       const Rational& coefficient, std::map<std::pair<int, Multiplicities>, Rational>& sum) {
  const std::size_t s = normal.size();
  std::vector<int> inside;
  int outside = -1;
  int reference = -1;
  for (int i = 0; i < static_cast<int>(mu.size()); ++i) {
    const bool on = dot(to_rational(normal), transform.vectors[at(i)]).is_zero();
    if (!on && reference < 0) reference = i;
    if (mu[at(i)] == 0) continue;
    if (on)
      inside.push_back(i);
    else
      outside = i;
  }
  if (inside.size() + 1 != s) return;
  // a_outside = ratio b_0 + sum of factors[k] a_inside[k].
  std::vector<Vector> columns{to_rational(transform.vectors[at(reference)])};
  for (int i : inside) columns.push_back(to_rational(transform.vectors[at(i)]));
  const Vector solved = *Matrix::from_columns(columns).inverse() * to_rational(transform.vectors[at(outside)]);
  const Rational& ratio = solved[0];
  const int m = mu[at(outside)];
  // 1 / (ratio tau + h)^m = sum_j binomial(-m, j) h^j (ratio tau)^(-m-j); h = sum factors <a, w'> lowers the multiplicities inside.
  std::map<Multiplicities, Rational> level;
  Multiplicities start(mu.size(), 0);
  for (int i : inside) start[at(i)] = mu[at(i)];
  level[start] = coefficient;
  Rational scale = ratio.pow(static_cast<unsigned>(m)).inverse();
  for (int j = 0; !level.empty(); ++j) {
    for (const auto& [nu, value] : level) sum[{m + j, nu}] += negative_binomial(m, j) * scale * value;
    std::map<Multiplicities, Rational> next;
    for (const auto& [nu, value] : level) {
      for (std::size_t k = 0; k < inside.size(); ++k) {
        if (solved[k + 1].is_zero() || nu[at(inside[k])] == 1) continue;  // a multiplicity of 0 no longer spans H
        Multiplicities lower = nu;
        --lower[at(inside[k])];
        next[std::move(lower)] += solved[k + 1] * value;
      }
    }
    std::erase_if(next, [](const auto& entry) { return entry.second.is_zero(); });
    level = std::move(next);
    scale /= ratio;
  }
}

}  // namespace

LaplaceTransform laplace_transform(const BoxSpline& box_spline, const Rational& scale) {
  LaplaceTransform result;
  std::map<IntVector, int> lines;
  for (const Vector& direction : box_spline.directions()) ++lines[primitive(direction)];
  Multiplicities mu;
  for (const auto& [vector, count] : lines) {
    result.vectors.push_back(vector);
    mu.push_back(count);
  }
  // The mask: prod over directions of (e^{<w,xi>/2} - e^{-<w,xi>/2}) / |lambda| with xi = lambda a, lambda > 0 after a change of sign.
  std::map<Vector, Rational> mask{{Vector(static_cast<std::size_t>(box_spline.dimension())), scale}};
  for (const Vector& direction : box_spline.directions()) {
    const Rational lambda = content(direction);
    const Vector half = (lambda * Rational(1, 2)) * to_rational(primitive(direction));
    std::map<Vector, Rational> next;
    for (const auto& [point, weight] : mask) {
      next[point - half] += weight / lambda;
      next[point + half] -= weight / lambda;
    }
    std::erase_if(next, [](const auto& entry) { return entry.second.is_zero(); });
    if (next.size() > max_points)
      throw UnsupportedError("the " + std::to_string(box_spline.directions().size()) +
                             " directions of the box spline have more than " + std::to_string(max_points) +
                             " different partial sums; that is too many to analyse");
    mask = std::move(next);
  }
  PartialFractions reduce(result.vectors);
  const std::map<Multiplicities, Rational>& fractions = reduce(mu);
  for (const auto& [point, weight] : mask)
    for (const auto& [multiplicities, coefficient] : fractions)
      result.terms[point][multiplicities] = weight * coefficient;
  return result;
}

LaplaceTransform laplace_transform(const Polytope& polytope, const Rational& scale) {
  LaplaceTransform result;
  const auto s = static_cast<std::size_t>(polytope.dimension());
  // The edges: faces of two vertices.
  std::set<IntVector> lines;
  for (const std::vector<int>& face : s == 1 ? std::vector<std::vector<int>>{{0, 1}} : polytope.faces()) {
    if (face.size() != 2) continue;
    const Vector difference = polytope.vertices()[at(face[1])] - polytope.vertices()[at(face[0])];
    lines.insert(primitive(difference));
  }
  result.vectors.assign(lines.begin(), lines.end());
  PartialFractions reduce(result.vectors);
  for (std::size_t v = 0; v < polytope.vertices().size(); ++v) {
    // The tangent cone cut off by a hyperplane is a pyramid; every simplex of a triangulation has the pyramid's apex as a vertex.
    // The facets through v bound the cone; g, the sum of their normals, is positive on it.
    Vector g(s);
    for (const HalfSpace& facet : polytope.facets())
      if (dot(facet.normal, polytope.vertices()[v]) == facet.offset) g = g + facet.normal;
    std::vector<HalfSpace> bounds;
    for (const HalfSpace& facet : polytope.facets())
      if (dot(facet.normal, polytope.vertices()[v]) == facet.offset) bounds.push_back({facet.normal, Rational(0)});
    bounds.push_back({Rational(-1) * g, Rational(-1)});
    const std::optional<Polytope> pyramid = Polytope::intersection(bounds);
    LATSPLINE_ASSERT(pyramid.has_value());
    for (const std::vector<int>& simplex : pyramid->triangulation()) {
      std::vector<Vector> rays;
      for (int corner : simplex)
        if (!content(pyramid->vertices()[at(corner)]).is_zero()) rays.push_back(pyramid->vertices()[at(corner)]);
      LATSPLINE_ASSERT(rays.size() == s);
      Multiplicities mu(result.vectors.size(), 0);
      Rational coefficient = scale * Matrix::from_columns(rays).determinant().abs();
      for (const Vector& ray : rays) {
        const IntVector line = primitive(ray);
        const auto index =
            std::lower_bound(result.vectors.begin(), result.vectors.end(), line) - result.vectors.begin();
        LATSPLINE_ASSERT(at(static_cast<int>(index)) < result.vectors.size() &&
                         result.vectors[static_cast<std::size_t>(index)] == line);
        // 1 / <ray, w> = 1 / (lambda <a, w>), lambda of either sign.
        std::size_t j = 0;
        while (line[j] == 0) ++j;
        coefficient *= Rational(line[j]) / ray[j];
        ++mu[static_cast<std::size_t>(index)];
      }
      for (const auto& [multiplicities, factor] : reduce(mu))
        result.terms[polytope.vertices()[v]][multiplicities] += coefficient * factor;
    }
  }
  drop_zeros(result);
  return result;
}

LaplaceTransform product(const LaplaceTransform& a, const LaplaceTransform& b) {
  LATSPLINE_ASSERT(a.vectors == b.vectors);
  LaplaceTransform result;
  result.vectors = a.vectors;
  PartialFractions reduce(result.vectors);
  for (const auto& [point_a, fractions_a] : a.terms) {
    check_interrupt();
    for (const auto& [point_b, fractions_b] : b.terms) {
      std::map<Multiplicities, Rational>& target = result.terms[point_a + point_b];
      for (const auto& [mu_a, value_a] : fractions_a) {
        for (const auto& [mu_b, value_b] : fractions_b) {
          Multiplicities mu = mu_a;
          for (std::size_t i = 0; i < mu.size(); ++i) mu[i] += mu_b[i];
          const Rational value = value_a * value_b;
          for (const auto& [multiplicities, factor] : reduce(mu)) target[multiplicities] += value * factor;
        }
      }
    }
  }
  drop_zeros(result);
  return result;
}

LaplaceTransform laplace_transform(const VoronoiSpline& voronoi_spline, const Rational& volume) {
  // The densities convolve: indicator / volume, k times; then times the volume, so that the shifts sum to 1.
  const LaplaceTransform density = laplace_transform(voronoi_spline.cell(), volume.inverse());
  LaplaceTransform result = density;
  for (int i = 1; i < voronoi_spline.order(); ++i) result = product(result, density);
  for (auto& [point, fractions] : result.terms)
    for (auto& [mu, coefficient] : fractions) coefficient *= volume;
  return result;
}

std::map<IntVector, std::vector<Rational>> singular_hyperplanes(const LaplaceTransform& transform) {
  std::map<IntVector, std::vector<Rational>> result;
  for (const IntVector& normal : spanned_hyperplanes(transform.vectors)) {
    std::set<Rational> offsets;
    for (const auto& [point, fractions] : transform.terms) {
      check_interrupt();
      const Rational offset = dot(point, normal);
      if (offsets.count(offset) > 0) continue;
      std::map<std::pair<int, Multiplicities>, Rational> singular;
      for (const auto& [mu, coefficient] : fractions) add_singular_part(transform, normal, mu, coefficient, singular);
      if (std::any_of(singular.begin(), singular.end(), [](const auto& entry) { return !entry.second.is_zero(); }))
        offsets.insert(offset);
    }
    if (!offsets.empty()) result[normal].assign(offsets.begin(), offsets.end());
  }
  return result;
}

}  // namespace latspline
