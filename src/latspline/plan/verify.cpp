#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "latspline/base/error.h"
#include "latspline/exact/matrix.h"
#include "latspline/plan/fold_steps.h"
#include "latspline/plan/plan.h"

namespace latspline {

namespace {

[[noreturn]] void broken(const std::string& item, const std::string& why) {
  throw InternalError("plan: " + item + " " + why);
}

void require(bool holds, const std::string& item, const char* why) {
  if (!holds) broken(item, why);
}

std::string numbered(const char* item, std::size_t index) {
  return std::string(item).append(" ").append(std::to_string(index));
}

std::int64_t residue(std::int64_t value, std::int64_t period) {
  const std::int64_t rest = value % period;
  return rest < 0 ? rest + period : rest;
}

class Verifier {
 public:
  explicit Verifier(const Plan& plan) : plan_(plan), s_(static_cast<std::size_t>(plan.dimension)) {}

  void verify() const {
    require(plan_.dimension >= 1 && plan_.dimension <= max_dimension, "dimension", "is not from 1 to 6");
    options();
    cosets();
    lattice();
    support();
    rounding();
    fold();
    require(!plan_.references.empty(), "references", "are missing");
    transforms();
    index();
    for (std::size_t r = 0; r < plan_.references.size(); ++r) reference(r);
    quantization();
  }

 private:
  void options() const {
    const PlanOptions& options = plan_.options;
    require(options.scalar == Scalar::f32 || options.scalar == Scalar::f64, "scalar", "is none of f32 and f64");
    require(options.boundary >= Boundary::zero && options.boundary <= Boundary::value, "boundary",
            "is no boundary rule");
    require(options.separable == Separable::automatic || options.separable == Separable::off, "separable",
            "is none of auto and off");
    require(options.strategy == Strategy::fold || options.strategy == Strategy::table, "strategy",
            "is none of fold and table");
    require(options.fetch <= Fetch::callback, "fetch", "is none of array and callback");
    require(options.layout <= Layout::sites, "layout", "is none of auto, points and sites");
    require(options.bin <= Bin::off, "bin", "is none of auto, on and off");
    require(is_lane_count(options.lanes), "lanes", "is none of 0, 1, 4, 8 and 16");
    require(options.group_size >= 0, "group_size", "is negative");
    require(options.pipeline_depth == 0 || options.pipeline_depth >= options.group_size, "pipeline_depth",
            "is below group_size");
  }

  // The coset of n if it is a site, -1 otherwise. Needs a checked table.
  std::int32_t coset_of(const IntVector& n) const {
    const std::int32_t coset = plan_.cosets.table[key(n)];
    if (coset < 0) return -1;
    const IntVector& offset = plan_.cosets.offsets[static_cast<std::size_t>(coset)];
    for (std::size_t j = 0; j < s_; ++j) {
      if (residue(n[j], plan_.cosets.period[j]) != offset[j]) return -1;
    }
    return coset;
  }
  bool is_site(const IntVector& n) const { return n.size() == s_ && coset_of(n) >= 0; }

  std::size_t key(const IntVector& n) const {
    std::size_t key = 0, radix = 1;
    for (const int axis : plan_.cosets.key_axes) {
      const auto j = static_cast<std::size_t>(axis);
      key += radix * static_cast<std::size_t>(residue(n[j], plan_.cosets.period[j]));
      radix *= static_cast<std::size_t>(plan_.cosets.period[j]);
    }
    return key;
  }

  void cosets() const {
    const auto& [period, offsets, key_axes, table] = plan_.cosets;
    require(period.size() == s_, "cosets: period", "has another length than the dimension");
    for (const std::int64_t p : period) require(p >= 1, "cosets: period", "has an entry below 1");
    require(!offsets.empty() && offsets[0] == IntVector(s_, 0), "cosets: offset 0", "is not the origin");
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      require(offsets[k].size() == s_, numbered("cosets: offset", k), "has another length than the dimension");
      for (std::size_t j = 0; j < s_; ++j) {
        require(offsets[k][j] >= 0 && offsets[k][j] < period[j], numbered("cosets: offset", k),
                "is not reduced modulo the period");
      }
    }
    require(std::set<IntVector>(offsets.begin(), offsets.end()).size() == offsets.size(), "cosets: offsets",
            "are not distinct");
    std::size_t size = 1;
    std::set<int> axes;
    for (const int axis : key_axes) {
      require(axis >= 0 && axis < plan_.dimension && axes.insert(axis).second, "cosets: key_axes",
              "are not distinct axes");
      const auto factor = static_cast<std::size_t>(period[static_cast<std::size_t>(axis)]);
      require(factor <= table.size() / size, "cosets: table", "has not one entry for each key");
      size *= factor;
    }
    require(table.size() == size, "cosets: table", "has not one entry for each key");
    std::size_t used = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      require(table[i] >= -1 && table[i] < static_cast<std::int64_t>(offsets.size()), "cosets: table",
              "names an unknown coset");
      if (table[i] < 0) continue;
      ++used;
      require(key(offsets[static_cast<std::size_t>(table[i])]) == i, numbered("cosets: table entry", i),
              "names a coset of another key");
    }
    require(used == offsets.size(), "cosets: table", "does not name each coset once");
  }

  // The offsets form a group modulo the period: it grows by one of them after the other and never leaves their set.
  void lattice() const {
    const auto& [period, offsets, key_axes, table] = plan_.cosets;
    std::vector<IntVector> group{offsets[0]};
    std::set<IntVector> members{offsets[0]};
    for (const IntVector& offset : offsets) {
      if (members.contains(offset)) continue;
      const std::size_t size = group.size();
      IntVector multiple = offset;
      while (!members.contains(multiple)) {
        for (std::size_t i = 0; i < size; ++i) {
          IntVector sum(s_);
          for (std::size_t j = 0; j < s_; ++j) sum[j] = residue(group[i][j] - (period[j] - multiple[j]), period[j]);
          require(is_site(sum), "cosets: offsets", "are not closed under addition");
          group.push_back(sum);
        }
        for (std::size_t j = 0; j < s_; ++j) multiple[j] = residue(multiple[j] - (period[j] - offset[j]), period[j]);
      }
      members.insert(group.begin() + static_cast<std::ptrdiff_t>(size), group.end());
    }
  }

  void support() const {
    require(plan_.reach.size() == s_, "reach", "has another length than the dimension");
    for (const Rational& reach : plan_.reach) require(reach.sign() > 0, "reach", "has an entry that is not positive");
    require(plan_.axis_mirror >> s_ == 0, "axis_mirror", "has a bit past the dimension");
    for (std::size_t j = 0; j < s_; ++j) {
      if ((plan_.axis_mirror >> j & 1) == 0) continue;
      for (IntVector offset : plan_.cosets.offsets) {
        offset[j] = -offset[j];
        require(is_site(offset), "axis_mirror", "has a bit whose reflection does not map the lattice to itself");
      }
    }
  }

  // The lattice that points are rounded to, as a group of sites: membership and generators.

  bool is_rounding_site(const Vector& n) const {
    const RoundingStep& rounding = plan_.rounding;
    for (const Rational& entry : n) {
      if (!entry.is_integer() || entry.abs() >= Rational(std::int64_t{1} << 62)) return false;
    }
    if (rounding.kind == RoundingKind::parallelepiped) {
      return std::all_of(rounding.edges_inverse.begin(), rounding.edges_inverse.end(),
                         [&](const Vector& row) { return dot(row, n).is_integer(); });
    }
    IntVector rest = to_integer(n);
    for (std::size_t j = 0; j < s_; ++j) rest[j] = residue(rest[j], rounding.period[j]);
    return std::find(rounding.offsets.begin(), rounding.offsets.end(), rest) != rounding.offsets.end();
  }

  std::vector<IntVector> rounding_generators() const {
    const RoundingStep& rounding = plan_.rounding;
    std::vector<IntVector> result = rounding.offsets;
    for (std::size_t j = 0; j < s_; ++j) {
      IntVector generator(s_, 0);
      if (rounding.kind == RoundingKind::parallelepiped) {
        for (std::size_t i = 0; i < s_; ++i) generator[i] = rounding.edges[i][j];
      } else {
        generator[j] = rounding.period[j];
      }
      result.push_back(std::move(generator));
    }
    return result;
  }

  void rounding() const {
    const RoundingStep& rounding = plan_.rounding;
    require(rounding.center.size() == s_, "rounding: center", "has another length than the dimension");
    Rational volume;
    if (rounding.kind == RoundingKind::voronoi_cosets) {
      require(rounding.edges.empty() && rounding.edges_inverse.empty(), "rounding: edges",
              "are given for voronoi_cosets");
      require(rounding.period.size() == s_, "rounding: period", "has another length than the dimension");
      require(!rounding.offsets.empty(), "rounding: offsets", "are missing");
      volume = Rational(1, static_cast<std::int64_t>(rounding.offsets.size()));
      for (const std::int64_t p : rounding.period) {
        require(p >= 1, "rounding: period", "has an entry below 1");
        volume *= Rational(p);
      }
      for (const IntVector& offset : rounding.offsets) {
        require(offset.size() == s_, "rounding: offset", "has another length than the dimension");
        for (std::size_t j = 0; j < s_; ++j)
          require(offset[j] >= 0 && offset[j] < rounding.period[j], "rounding: offset",
                  "is not reduced modulo the period");
      }
    } else {
      require(rounding.kind == RoundingKind::parallelepiped, "rounding", "is of no known kind");
      require(rounding.period.empty() && rounding.offsets.empty(), "rounding: period", "is given for parallelepiped");
      require(rounding.edges.size() == s_ && rounding.edges_inverse.size() == s_, "rounding: edges",
              "have not one row for each dimension");
      for (std::size_t i = 0; i < s_; ++i) {
        require(rounding.edges[i].size() == s_ && rounding.edges_inverse[i].size() == s_, "rounding: edges",
                "have a row of another length than the dimension");
      }
      const Matrix edges = Matrix::from_rows(rounding.edges);
      require(edges * Matrix::from_rows(rounding.edges_inverse) == Matrix::identity(plan_.dimension),
              "rounding: edges_inverse", "is not the inverse of the edges");
      volume = edges.determinant().abs();
    }
    for (const IntVector& generator : rounding_generators())
      require(is_site(generator), "rounding", "leads to a point that is no site");
    shifts(volume);
  }

  // The shifts are one site of each coset of the lattice rounded to, whose cells have this volume.
  void shifts(const Rational& volume) const {
    require(!plan_.shifts.empty() && plan_.shifts[0] == IntVector(s_, 0), "shift 0", "is not the origin");
    for (std::size_t i = 0; i < plan_.shifts.size(); ++i) {
      require(is_site(plan_.shifts[i]), numbered("shift", i), "is no site");
      for (std::size_t k = 0; k < i; ++k)
        require(!is_rounding_site(to_rational(plan_.shifts[i]) - to_rational(plan_.shifts[k])), numbered("shift", i),
                "is in the coset of an earlier one");
    }
    Rational sites(static_cast<std::int64_t>(plan_.shifts.size()),
                   static_cast<std::int64_t>(plan_.cosets.offsets.size()));
    for (const std::int64_t p : plan_.cosets.period) sites *= Rational(p);
    require(sites == volume, "rounding", "does not reach every site by one of the shifts");
  }

  // A maps the sites that are rounded to to such.
  bool keeps_lattice(const Matrix& a) const {
    const std::vector<IntVector> generators = rounding_generators();
    return std::all_of(generators.begin(), generators.end(),
                       [&](const IntVector& n) { return is_rounding_site(a * to_rational(n)); });
  }

  void fold() const {
    for (std::size_t i = 0; i < plan_.fold.size(); ++i) {
      const std::string item = numbered("fold: reflection", i);
      const Vector& functional = plan_.fold[i].functional;
      const Vector& direction = plan_.fold[i].direction;
      require(functional.size() == s_ && direction.size() == s_, item, "has another length than the dimension");
      require(dot(functional, direction) == Rational(2), item, "has a functional that is not 2 on its direction");
      require(keeps_lattice(to_matrix(plan_.fold[i])), item, "does not map sites to sites");
    }
    for (std::size_t i = 0; i < plan_.bases.size(); ++i)
      require(is_site(plan_.bases[i]), numbered("fold: base", i), "is no site");
  }

  void transforms() const {
    require(plan_.transforms.empty() == plan_.placements.empty(), "transforms", "are not given with the sub-regions");
    for (std::size_t i = 0; i < plan_.transforms.size(); ++i) {
      const std::string item = numbered("transform", i);
      const auto& [linear, shift, site_shift] = plan_.transforms[i];
      require(linear.rows() == plan_.dimension && linear.columns() == plan_.dimension, item,
              "has a linear map of another size than the dimension");
      require(shift.size() == s_ && site_shift.size() == s_, item, "has a shift of another length than the dimension");
      require(linear.determinant().abs().is_one() && keeps_lattice(linear) && keeps_cosets(linear, plan_.cosets.period),
              item, "does not map sites to sites");
      require(is_rounding_site(to_rational(site_shift)), item, "shifts by what is no site");
      const Vector& center = plan_.rounding.center;
      require(to_rational(site_shift) == shift + (center - linear * center), item,
              "shifts sites otherwise than it shifts points");
      require(i > 0 || (linear == Matrix::identity(plan_.dimension) && site_shift == IntVector(s_, 0)), item,
              "is not the identity");
    }
    for (std::size_t r = 0; r < plan_.placements.size(); ++r) {
      const auto& [reference, transform] = plan_.placements[r];
      const std::string item = numbered("subregion", r);
      require(reference >= 0 && static_cast<std::size_t>(reference) < plan_.references.size(), item,
              "names an unknown reference sub-region");
      require(transform >= 0 && static_cast<std::size_t>(transform) < plan_.transforms.size(), item,
              "names an unknown transform");
    }
  }

  void index() const {
    const auto& [planes, modulus, table] = plan_.index;
    require(modulus >= 1, "index: modulus", "is below 1");
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const std::string item = numbered("index: plane", i);
      require(planes[i].normal.size() == s_, item, "has a normal of another length than the dimension");
      require(planes[i].normal != Vector(s_), item, "has the normal 0");
      require(planes[i].weight >= 0, item, "has a negative weight");
      require(!__builtin_add_overflow(sum, planes[i].weight, &sum), item, "has a weight that is too large");
    }
    // Before index_subregions there are neither planes nor a table.
    if (planes.empty() && table.empty() && modulus == 1) return;
    require(table.size() == static_cast<std::uint64_t>(modulus), "index: table", "has not `modulus` entries");
    require(!planes.empty() || table == std::vector<std::int32_t>{0}, "index: table",
            "is not the one entry 0 though there is no plane");
    for (const std::int32_t entry : table) {
      require(entry >= -1 && entry < static_cast<std::int64_t>(subregion_count(plan_)), "index: table",
              "names an unknown sub-region");
    }
  }

  void reference(std::size_t number) const {
    const ReferenceSubregion& reference = plan_.references[number];
    const std::string name = numbered("reference", number);
    const std::size_t count = reference.sites.size();
    // Far from the sites of a coarse lattice phi may reach none of them.
    require(count > 0 || plan_.shifts.size() > 1, name, "has no sites");
    for (const IntVector& site : reference.sites) {
      if (!is_site(site)) broken(name, "has the site (" + to_string(site) + "), which is not in the lattice");
    }
    require(std::set<IntVector>(reference.sites.begin(), reference.sites.end()).size() == count, name,
            "has a site twice");
    require(reference.weights.size() == count, name, "has not one weight for each site");
    for (const Polynomial& weight : reference.weights) {
      require(weight.variables() == plan_.dimension, name,
              "has a weight in another number of variables than the dimension");
    }
    for (const Vector& vertex : reference.vertices)
      require(vertex.size() == s_, name, "has a vertex of another length than the dimension");
    interior(name, number);
    require(reference.coset.size() == reference.step.size(), name, "has not one coset for each step");
    if (!reference.coset.empty()) {
      require(reference.coset.size() == count, name, "has not one coset and step for each site");
      const FoldSteps steps(plan_);
      require(plan_.stride_scale == steps.scale(), "fold: stride_scale", "is not the least that the fold needs");
      for (std::size_t i = 0; i < count; ++i) stored(name, reference, steps, i);
    }
    const std::vector<std::int32_t>& begin = reference.group_begin;
    if (!begin.empty()) {
      require(begin.front() == 0 && begin.back() == static_cast<std::int64_t>(count), name,
              "has groups that do not cover its sites");
      require(std::adjacent_find(begin.begin(), begin.end(), std::greater_equal<>()) == begin.end(), name,
              "has groups out of order");
    }
    program(name + ", program value", reference.value, count, 1);
    program(name + ", program value_and_gradient", reference.value_and_gradient, count, 1 + s_);
    program(name + ", program value_gradient_and_hessian", reference.value_gradient_and_hessian, count,
            static_cast<std::size_t>(output_count(plan_.dimension, Derivatives::hessian)));
    require(plan_.options.hessian || reference.value_gradient_and_hessian == WeightProgram{}, name,
            "has a program for Hessians, which the options do not ask for");
  }

  void interior(const std::string& name, std::size_t number) const {
    const Vector& point = plan_.references[number].interior_point;
    require(point.size() == s_, name, "has an interior point of another length than the dimension");
    for (std::size_t i = 0; i < plan_.fold.size(); ++i) {
      require(dot(plan_.fold[i].functional, point).sign() >= 0, name, "has its interior point outside the chamber");
    }
    if (plan_.index.table.empty()) return;
    std::int64_t sum = 0;
    for (const IndexPlane& plane : plan_.index.planes) {
      if (dot(plane.normal, point) >= plane.offset) sum += plane.weight;
    }
    const std::int32_t subregion = plan_.index.table[static_cast<std::size_t>(sum % plan_.index.modulus)];
    require(subregion >= 0 && placement_of(plan_, subregion) == Placement{static_cast<std::int32_t>(number), 0}, name,
            "is not where the index leads from its interior point");
  }

  void stored(const std::string& name, const ReferenceSubregion& reference, const FoldSteps& steps,
              std::size_t i) const {
    const std::vector<IntVector>& bases = step_bases(plan_);
    if (plan_.bases.empty()) {
      require(reference.coset[i] == coset_of(reference.sites[i]), name, "has a site with another coset than its own");
    } else {
      require(reference.coset[i] >= 0 && static_cast<std::size_t>(reference.coset[i]) < bases.size(), name,
              "has a site with an unknown base");
    }
    require(reference.step[i].size() == s_, name, "has a step of another length than the dimension");
    require(steps.keeps(reference.step[i]), name, "has a step that the fold does not keep");
    const IntVector& offset = bases[static_cast<std::size_t>(reference.coset[i])];
    for (std::size_t j = 0; j < s_; ++j) {
      const Rational position = Rational(plan_.cosets.period[j]) * Rational(reference.step[i][j]) + Rational(offset[j]);
      require(position == Rational(reference.sites[i][j]), name, "has a step that does not lead to its site");
    }
  }

  void program(const std::string& name, const WeightProgram& program, std::size_t sites, std::size_t outputs) const {
    if (program == WeightProgram{}) return;
    const auto within = [](std::int32_t value, std::size_t size) {
      return value >= 0 && static_cast<std::size_t>(value) < size;
    };
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      const auto& [op, a, b, c] = program.code[i];
      const std::string item = name + numbered(", instruction", i);
      int operands = 0;
      switch (op) {
        case Op::constant:
          require(within(a, program.constants.size()), item, "names an unknown constant");
          break;
        case Op::coordinate:
          require(within(a, s_), item, "names a coordinate past the dimension");
          break;
        case Op::coefficient:
          require(within(a, sites), item, "names a coefficient past the sites");
          break;
        case Op::negate:
          operands = 1;
          break;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
          operands = 2;
          break;
        case Op::fma:
          operands = 3;
          break;
      }
      require(op <= Op::fma, item, "is no operation");
      require(operands == 0 || within(a, i), item, "uses an instruction that is not an earlier one");
      require(operands < 2 ? b == -1 : within(b, i), item, "uses an instruction that is not an earlier one");
      require(operands < 3 ? c == -1 : within(c, i), item, "uses an instruction that is not an earlier one");
    }
    require(program.outputs.size() == outputs, name, "has another number of outputs than it should");
    for (const std::int32_t output : program.outputs) {
      require(within(output, program.code.size()), name, "has an output that is no instruction");
    }
    require(program.quantized.size() == (plan_.quantization ? program.constants.size() : 0), name,
            "has not its constants rounded exactly when the plan's are");
    for (const double value : program.quantized) {
      require(std::isfinite(value), name, "has a rounded constant that is not finite");
      require(plan_.options.scalar == Scalar::f64 || static_cast<double>(static_cast<float>(value)) == value, name,
              "has a rounded constant that is no f32");
    }
  }

  void quantization() const {
    if (!plan_.quantization) return;
    const double error = plan_.quantization->coefficient_error;
    require(std::isfinite(error) && error >= 0, "coefficient_error", "is not a finite bound");
  }

  const Plan& plan_;
  std::size_t s_;
};

}  // namespace

void verify_plan(const Plan& plan) { Verifier(plan).verify(); }

}  // namespace latspline
