#pragma once

#include <functional>
#include <vector>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// y = A y0 in the chamber, A = R_N .. R_1 the product of those reflections of the plan whose condition held, and what else follows from A. After
/// `place`, y and A are those of the reference sub-region: the transform follows the reflections.
class Fold {
 public:
  /// `stride` is S, the elements of storage per step of each period: folding turns it into S' = q S (D^-1 A^-1 D), q the plan's stride_scale, so that for a
  /// step k that the fold keeps the site n0 + A^-1 (l + D k) lies <S', k> / q elements after the site n0 + A^-1 l.
  Fold(Emitter& e, const Values& y0, const Values& stride);

  /// Applies the transform with this number (null: none), whose entries are read from tables.
  void place(Emitter& e, llvm::Value* transform);

  const Values& y() const { return y_; }
  const Values& stride() const { return stride_; }
  /// <S', k> / q, the elements from a site to the one that the steps k lead to.
  llvm::Value* elements(Emitter& e, const IntVector& k) const;

  /// Whether the site that is seen at 0 is n0 whatever was applied.
  bool keeps_origin(const Emitter& e) const;
  /// A^-1 l for an integer lattice vector l, as 64-bit integers.
  Values unfolded_site(Emitter& e, const IntVector& l) const;
  /// Turns the derivatives by y among the outputs (in the order of output_axes) into those by y0: A^T g for the gradient, A^T H A for the Hessian.
  void unfold_derivatives(Emitter& e, Derivatives derivatives, llvm::MutableArrayRef<llvm::Value*> outputs) const;

 private:
  /// y -> y - <functional, y> direction in its cheapest form.
  enum class Form {
    flip,               ///< y_i -> -y_i
    exchange,           ///< y_i <-> y_j
    negative_exchange,  ///< y_i -> -y_j, y_j -> -y_i
    general
  };
  struct Step {
    Form form = Form::general;
    std::size_t i = 0;
    std::size_t j = 0;
    const Reflection* reflection = nullptr;
    llvm::Value* applied = nullptr;  ///< <functional, y> < 0 when its turn came
  };
  static Step recognized(const Reflection& reflection);
  /// constant + sum over j of entry(T, j) v_j, the entries of the transform from tables.
  static llvm::Value* linear_combination(Emitter& e, llvm::Value* transform, const Values& v, llvm::Value* constant,
                                         const std::function<Rational(const Transform&, int)>& entry);
  /// A^T g.
  Values unfolded_gradient(Emitter& e, Values gradient) const;
  /// A^T H A, entries in the order of hessian_entry.
  Values unfolded_hessian(Emitter& e, Values hessian) const;
  void fold_point(Emitter& e, Step& step);
  void fold_stride(Emitter& e, const Step& step);

  Values y_;
  Values stride_;
  std::vector<Step> steps_;
  llvm::Value* transform_ = nullptr;
};

}  // namespace latspline::codegen
