#pragma once

#include <vector>

#include "latspline/codegen/emitter.h"

namespace latspline::codegen {

/// y = A y0 in the chamber, A = R_N .. R_1 the product of those reflections of the plan whose condition held, and what else follows from A.
class Fold {
 public:
  /// `stride` is S, the elements of storage per step of each period: folding turns it into S' = S (D^-1 A^-1 D), so that for integer k the site
  /// n0 + A^-1 (l + D k) lies <S', k> elements after the site n0 + A^-1 l. UnsupportedError if a reflection maps D Z^s out of itself.
  Fold(Emitter& e, const Values& y0, const Values& stride);

  const Values& y() const { return y_; }
  const Values& stride() const { return stride_; }

  /// A^-1 l for an integer lattice vector l, as 64-bit integers.
  Values unfolded_site(Emitter& e, const IntVector& l) const;
  /// A^T g: the gradient by y0 of a function with the gradient g by y.
  Values unfolded_gradient(Emitter& e, Values gradient) const;

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
  void fold_point(Emitter& e, Step& step);
  void fold_stride(Emitter& e, const Step& step);

  Values y_;
  Values stride_;
  std::vector<Step> steps_;
};

}  // namespace latspline::codegen
