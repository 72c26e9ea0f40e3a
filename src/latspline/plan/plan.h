#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latspline/abi/kernel_abi.h"
#include "latspline/analysis/chamber.h"
#include "latspline/analysis/placement.h"
#include "latspline/analysis/region_of_evaluation.h"
#include "latspline/analysis/subregion_index.h"
#include "latspline/exact/polynomial.h"
#include "latspline/exact/rational.h"
#include "latspline/plan/derivatives.h"
#include "latspline/plan/weight_program.h"

namespace latspline {

enum class Scalar : std::uint8_t { f32, f64 };
enum class Boundary : std::uint8_t {
  automatic = 0,  ///< mirror where reflecting any axis is a symmetry of the space, else zero; make_plan decides
  zero = LATSPLINE_BOUNDARY_ZERO,
  clamp = LATSPLINE_BOUNDARY_CLAMP,
  mirror = LATSPLINE_BOUNDARY_MIRROR,
  periodic = LATSPLINE_BOUNDARY_PERIODIC,
  value = LATSPLINE_BOUNDARY_VALUE
};
enum class Separable : std::uint8_t { automatic, off };
/// Where coefficients come from: the volume's arrays, or a function of the caller, called for each site.
enum class Fetch : std::uint8_t { array, callback };
/// What the lanes of a vector hold: a point each throughout, or, between the weights and the end, the neighbours of one point after the other.
enum class Layout : std::uint8_t { automatic, points, sites };

/// Whether a batch in lanes is sorted by reference sub-region; automatic: where it saves more than it costs.
enum class Bin : std::uint8_t { automatic, on, off };

/// What the caller may choose; see the options of `latspline plan --help`.
struct PlanOptions {
  Scalar scalar = Scalar::f32;
  Boundary boundary = Boundary::automatic;
  int group_size = 0;      ///< coefficients per group of the weighted sum; 0: all in one group
  int pipeline_depth = 0;  ///< fetches issued ahead of the group that consumes them, >= group_size; 0: all
  bool branches = true;    ///< on: a switch over reference sub-regions; off: all evaluated, one selected
  int lanes = 0;           ///< points evaluated at once: 1, 4, 8 or 16; 0: as many as the target's vectors hold
  Fetch fetch = Fetch::array;
  Layout layout = Layout::automatic;  ///< sites: where the program treats neighbours alike, else points all the same
  Bin bin = Bin::automatic;           ///< sort the points of a block by reference sub-region
  Separable separable = Separable::automatic;  ///< contract axis by axis where the weights are products
  bool shared =
      true;  ///< share what the weights have in common, where the groups allow it; false: each group, or each weight, by Horner alone
  /// How a point finds its sub-region: what analyze was asked for. In a plan it is the strategy taken.
  Strategy strategy = Strategy::automatic;
  bool hessian = false;      ///< the kernel computes Hessians, too, where a call asks for them
  bool reflect_axes = true;  ///< Strategy::table: fold by the reflections of single axes first
  bool operator==(const PlanOptions&) const = default;
};

/// The storage side of the lattice: sites are the union of D Z^s + offsets[k], D = diag(period).
struct CosetTable {
  IntVector period;
  std::vector<IntVector> offsets;  ///< offsets[0] = 0, entries in [0, period_j)
  /// The coset of a site n is table[r], r the mixed-radix number of n_j mod period_j over j in key_axes, first axis fastest.
  std::vector<int> key_axes;
  std::vector<std::int32_t> table;  ///< -1 where no site has these residues
  bool operator==(const CosetTable&) const = default;
};

/// f(x) = sum over m of c[n0 + A^-1 sites[m]] weights[m](y), y = A y0 the folded point, in this part of the chamber; with placements, A is the fold followed by
/// the affine map of the transform that leads here.
struct ReferenceSubregion {
  std::vector<IntVector> sites;     ///< lattice sites, in fetch order
  std::vector<Polynomial> weights;  ///< one per site, in y
  std::vector<Vector> vertices;  ///< of the convex hull of the merged cells, in y coordinates; for pictures and tests
  Vector interior_point;         ///< generic, in y coordinates
  /// sites[i] = base[coset[i]] + D step[i], where the bases are the offsets of the cosets unless the plan lists others. Set by order_fetches.
  std::vector<std::int32_t> coset;
  std::vector<IntVector> step;
  /// Consecutive sites [group_begin[g], group_begin[g+1]) form group g. Set by group_fetches.
  std::vector<std::int32_t> group_begin;
  WeightProgram value;                       ///< set by factor_weights
  WeightProgram value_and_gradient;          ///< outputs: value, d/dy_0, ..; set by factor_weights
  WeightProgram value_gradient_and_hessian;  ///< see Derivatives; set by factor_weights if the options ask for it

  const WeightProgram& program(Derivatives derivatives) const;
  WeightProgram& program(Derivatives derivatives);
  bool operator==(const ReferenceSubregion&) const = default;
};

/// A proved bound on the rounding of the constants: it changes f by at most coefficient_error * max |c| over the sites used.
struct Quantization {
  double coefficient_error = 0;
  bool operator==(const Quantization&) const = default;
};

/// Everything that code generation needs of a spline space: a record of tables. Values in, values out of each pass.
struct Plan {
  std::string space_name;   ///< catalogue name or file name; not part of the hash
  std::uint64_t space = 0;  ///< identity of the spline space
  int dimension = 0;
  PlanOptions options;
  CosetTable cosets;
  Vector reach;                   ///< phi(x) = 0 where |x_j| >= reach[j]
  std::uint32_t axis_mirror = 0;  ///< bit j: reflecting axis j maps the lattice to itself and leaves phi unchanged
  /// f(x) = sum over these sites l of f_l(x - l), f_l the sum over the sites that are rounded to, with the coefficients c[l + n]. The origin first.
  std::vector<IntVector> shifts;
  RoundingStep rounding;
  std::vector<Reflection> fold;
  /// Sites l from which those of the sub-regions are reached by such steps D k that A^-1 D k is in D Z^s whatever A the fold and the transforms come to.
  /// Empty: the cosets' offsets, where every step is such. Set by order_fetches.
  std::vector<IntVector> bases;
  /// The least q > 0 for which q D^-1 A^-1 D is integer for all these A: the unit in which strides are kept while they are folded. Set by order_fetches.
  std::int64_t stride_scale = 1;
  SubregionIndex index;               ///< of the sub-regions
  std::vector<Transform> transforms;  ///< the identity first; empty: sub-region r is reference r
  std::vector<Placement> placements;  ///< one per sub-region; empty with `transforms`
  std::vector<ReferenceSubregion> references;
  std::optional<Quantization> quantization;  ///< set by quantize_coefficients
  bool operator==(const Plan&) const = default;
};

/// The text form: deterministic, line oriented, exact. Described in docs/plan-format.md.
std::string print_plan(const Plan& plan);
/// The plan that print_plan wrote; InputError names the line otherwise.
Plan parse_plan(std::string_view text);
/// Names the kernel: hash of the text form without the space's name.
std::uint64_t plan_hash(const Plan& plan);
/// Throws InternalError naming the first broken invariant of the record.
void verify_plan(const Plan& plan);

/// What the plan's kernel can compute: none, gradient, and hessian if the options ask for it.
std::vector<Derivatives> derivatives_of(const Plan& plan);

/// The number of sub-regions that the index tells apart.
std::size_t subregion_count(const Plan& plan);
/// The reference sub-region and the transform of a sub-region.
Placement placement_of(const Plan& plan, std::int32_t subregion);

/// Whether PlanOptions::lanes may be this: 0, 1, 4, 8 or 16.
constexpr bool is_lane_count(int lanes) { return lanes == 0 || lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16; }

std::string_view to_string(Scalar scalar);
std::string_view to_string(Boundary boundary);
std::string_view to_string(Layout layout);
std::string_view to_string(Bin bin);
std::string_view to_string(Fetch fetch);
/// InputError with the accepted words otherwise.
Scalar parse_scalar(std::string_view text);
Boundary parse_boundary(std::string_view text);
Strategy parse_strategy(std::string_view text);
Layout parse_layout(std::string_view text);
Bin parse_bin(std::string_view text);
Fetch parse_fetch(std::string_view text);

}  // namespace latspline
