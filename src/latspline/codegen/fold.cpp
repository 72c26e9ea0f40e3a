#include "latspline/codegen/fold.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "latspline/base/error.h"
#include "latspline/codegen/lookup.h"

namespace latspline::codegen {
namespace {

/// The matrix column row^T where `applied`: v -> v - column <row, v>, for integer vectors v that it maps to such.
void reflect(Emitter& e, llvm::Value* applied, const Vector& row, const Vector& column, Values& v) {
  // As direction <functional, v> / divisor, the direction an integer vector whose entries have no common factor: the quotient is an integer, then.
  LATSPLINE_ASSERT(!content(column).is_zero());
  const IntVector direction = to_integer(content(column).inverse() * column);
  const Vector scaled = content(column) * row;
  std::int64_t divisor = 1;
  for (const Rational& entry : scaled) divisor = std::lcm(divisor, entry.denominator().to_int64());
  const IntVector functional = to_integer(Rational(divisor) * scaled);
  llvm::Value* amount = nullptr;
  for (std::size_t j = 0; j < v.size(); ++j) {
    if (functional[j] != 0) amount = e.plus(amount, e.times(functional[j], v[j]));
  }
  amount = e.exact_quotient(amount, divisor);
  for (std::size_t j = 0; j < v.size(); ++j) {
    if (direction[j] == 0) continue;
    v[j] = e.choose(applied, e.ir.CreateSub(v[j], e.times(direction[j], amount)), v[j]);
  }
}

bool is_integer(const llvm::Value* value, std::int64_t expected) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  if (constant == nullptr) return false;
  if (value->getType()->isVectorTy()) constant = constant->getSplatValue();
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant);
  return number != nullptr && number->getSExtValue() == expected;
}

}  // namespace

Fold::Step Fold::recognized(const Reflection& reflection) {
  Step step;
  step.reflection = &reflection;
  std::vector<std::size_t> in_functional;
  std::vector<std::size_t> in_direction;
  for (std::size_t j = 0; j < reflection.functional.size(); ++j) {
    if (!reflection.functional[j].is_zero()) in_functional.push_back(j);
    if (!reflection.direction[j].is_zero()) in_direction.push_back(j);
  }
  if (in_functional != in_direction || in_functional.empty() || in_functional.size() > 2) return step;
  step.i = in_functional.front();
  step.j = in_functional.back();
  const Rational& a = reflection.functional[step.i];
  const Rational& b = reflection.functional[step.j];
  const Rational& u = reflection.direction[step.i];
  const Rational& v = reflection.direction[step.j];
  if (in_functional.size() == 1) {
    if (a.sign() > 0 && a * u == Rational(2)) step.form = Form::flip;
    return step;
  }
  if (!(a * u).is_one() || !(b * v).is_one()) return step;
  if (a == -b) {
    step.form = Form::exchange;
    if (a.sign() < 0) std::swap(step.i, step.j);
  } else if (a == b && a.sign() > 0) {
    step.form = Form::negative_exchange;
  }
  return step;
}

void Fold::fold_point(Emitter& e, Step& step) {
  llvm::Value* zero = e.real(0.0);
  llvm::Value*& a = y_[step.i];
  llvm::Value*& b = y_[step.j];
  switch (step.form) {
    case Form::flip:
      step.applied = e.ir.CreateFCmpOLT(a, zero);
      a = e.ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
      return;
    case Form::exchange: {
      step.applied = e.ir.CreateFCmpOLT(a, b);
      llvm::Value* greater = e.choose(step.applied, b, a);
      b = e.choose(step.applied, a, b);
      a = greater;
      return;
    }
    case Form::negative_exchange: {
      llvm::Value* minus_a = e.ir.CreateFNeg(a);
      llvm::Value* minus_b = e.ir.CreateFNeg(b);
      step.applied = e.ir.CreateFCmpOLT(a, minus_b);
      a = e.choose(step.applied, minus_b, a);
      b = e.choose(step.applied, minus_a, b);
      return;
    }
    case Form::general: {
      llvm::Value* side = e.affine(step.reflection->functional, y_);
      step.applied = e.ir.CreateFCmpOLT(side, zero);
      llvm::Value* amount = e.ir.CreateSelect(step.applied, side, zero);
      for (std::size_t j = 0; j < y_.size(); ++j) {
        const Rational& factor = step.reflection->direction[j];
        if (!factor.is_zero()) y_[j] = e.fma(e.real(-factor), amount, y_[j]);
      }
      return;
    }
  }
}

void Fold::fold_stride(Emitter& e, const Step& step) {
  // Row vectors: S -> S (D^-1 R D), D^-1 R D = 1 - (D^-1 direction) (D functional)^T.
  const IntVector& period = e.plan.cosets.period;
  Vector functional;
  Vector direction;
  for (std::size_t j = 0; j < y_.size(); ++j) {
    functional.push_back(Rational(period[j]) * step.reflection->functional[j]);
    direction.push_back(step.reflection->direction[j] / Rational(period[j]));
  }
  const Form form = step.form == Form::exchange && period[step.i] != period[step.j] ? Form::general : step.form;
  switch (form) {
    case Form::flip:
      stride_[step.i] = e.choose(step.applied, e.ir.CreateNeg(stride_[step.i]), stride_[step.i]);
      return;
    case Form::exchange: {
      llvm::Value* first = e.choose(step.applied, stride_[step.j], stride_[step.i]);
      stride_[step.j] = e.choose(step.applied, stride_[step.i], stride_[step.j]);
      stride_[step.i] = first;
      return;
    }
    case Form::negative_exchange:
    case Form::general:
      reflect(e, step.applied, direction, functional, stride_);
      return;
  }
}

Fold::Fold(Emitter& e, const Values& y0, const Values& stride) : y_(y0) {
  for (llvm::Value* entry : stride) stride_.push_back(e.times(e.plan.stride_scale, entry));
  for (const Reflection& reflection : e.plan.fold) {
    Step step = recognized(reflection);
    fold_point(e, step);
    fold_stride(e, step);
    steps_.push_back(step);
  }
}

void Fold::place(Emitter& e, llvm::Value* transform) {
  if (transform == nullptr) return;
  transform_ = transform;
  const std::vector<Transform>& transforms = e.plan.transforms;
  const IntVector& period = e.plan.cosets.period;
  const int s = e.dimension;
  Values y;
  for (int i = 0; i < s; ++i) {
    std::vector<Rational> shifts;
    for (const Transform& t : transforms) shifts.push_back(t.shift[static_cast<std::size_t>(i)]);
    llvm::Value* shift = real_table_entry(e, shifts, transform, "transform_shifts");
    y.push_back(linear_combination(e, transform, y_, shift, [i](const Transform& t, int j) { return t.linear(i, j); }));
  }
  y_ = y;
  // S -> S (D^-1 T^-1 D), row vectors.
  std::vector<Matrix> inverses;
  for (const Transform& t : transforms) inverses.push_back(*t.linear.inverse());
  Values stride;
  for (int j = 0; j < s; ++j) {
    llvm::Value* sum = nullptr;
    for (int i = 0; i < s; ++i) {
      std::vector<std::int64_t> entries;
      for (const Matrix& inverse : inverses)
        entries.push_back(
            (inverse(i, j) * Rational(period[static_cast<std::size_t>(j)], period[static_cast<std::size_t>(i)]))
                .to_int64());
      llvm::Value* entry = signed_table_entry(e, entries, transform, "transform_strides");
      if (is_integer(entry, 0)) continue;
      llvm::Value* stride_i = stride_[static_cast<std::size_t>(i)];
      sum = e.plus(sum, is_integer(entry, 1) ? stride_i : e.ir.CreateMul(entry, stride_i));
    }
    stride.push_back(sum);
  }
  stride_ = stride;
}

llvm::Value* Fold::linear_combination(Emitter& e, llvm::Value* transform, const Values& v, llvm::Value* constant,
                                      const std::function<Rational(const Transform&, int)>& entry) {
  llvm::Value* sum = constant;
  for (int j = 0; j < e.dimension; ++j) {
    std::vector<Rational> entries;
    for (const Transform& t : e.plan.transforms) entries.push_back(entry(t, j));
    if (std::all_of(entries.begin(), entries.end(), [](const Rational& x) { return x.is_zero(); })) continue;
    sum = e.fma(real_table_entry(e, entries, transform, "transform_entries"), v[static_cast<std::size_t>(j)], sum);
  }
  return sum;
}

bool Fold::keeps_origin(const Emitter& e) const {
  return std::all_of(e.plan.transforms.begin(), e.plan.transforms.end(), [](const Transform& t) {
    return std::all_of(t.site_shift.begin(), t.site_shift.end(), [](std::int64_t entry) { return entry == 0; });
  });
}

llvm::Value* Fold::elements(Emitter& e, const IntVector& k) const {
  llvm::Value* sum = e.integer(0);
  for (std::size_t j = k.size(); j-- > 0;)
    if (k[j] != 0) sum = e.ir.CreateAdd(sum, e.times(k[j], stride_[j]));
  return e.exact_quotient(sum, e.plan.stride_scale);
}

Values Fold::unfolded_site(Emitter& e, const IntVector& l) const {
  Values site;
  if (transform_ == nullptr) {
    for (const std::int64_t entry : l) site.push_back(e.integer(entry));
  } else {
    std::vector<Vector> images;
    for (const Transform& t : e.plan.transforms)
      images.push_back(*t.linear.inverse() * (to_rational(l) - to_rational(t.site_shift)));
    for (std::size_t j = 0; j < l.size(); ++j) {
      std::vector<std::int64_t> entries;
      for (const Vector& image : images) entries.push_back(image[j].to_int64());
      site.push_back(signed_table_entry(e, entries, transform_, "transform_sites"));
    }
  }
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    reflect(e, step->applied, step->reflection->functional, step->reflection->direction, site);
  }
  return site;
}

Values Fold::unfolded_gradient(Emitter& e, Values g) const {
  if (transform_ != nullptr) {
    Values image;
    for (int j = 0; j < e.dimension; ++j)
      image.push_back(
          linear_combination(e, transform_, g, e.real(0.0), [j](const Transform& t, int i) { return t.linear(i, j); }));
    g = image;
  }
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    switch (step->form) {
      case Form::flip:
        g[step->i] = e.choose(step->applied, e.ir.CreateFNeg(g[step->i]), g[step->i]);
        break;
      case Form::exchange: {
        llvm::Value* first = e.choose(step->applied, g[step->j], g[step->i]);
        g[step->j] = e.choose(step->applied, g[step->i], g[step->j]);
        g[step->i] = first;
        break;
      }
      case Form::negative_exchange: {
        llvm::Value* first = e.choose(step->applied, e.ir.CreateFNeg(g[step->j]), g[step->i]);
        g[step->j] = e.choose(step->applied, e.ir.CreateFNeg(g[step->i]), g[step->j]);
        g[step->i] = first;
        break;
      }
      case Form::general: {
        // R^T g = g - functional <direction, g>
        llvm::Value* amount = e.ir.CreateSelect(step->applied, e.affine(step->reflection->direction, g), e.real(0.0));
        for (std::size_t j = 0; j < g.size(); ++j) {
          const Rational& factor = step->reflection->functional[j];
          if (!factor.is_zero()) g[j] = e.fma(e.real(-factor), amount, g[j]);
        }
        break;
      }
    }
  }
  return g;
}

Values Fold::unfolded_hessian(Emitter& e, Values h) const {
  const int s = e.dimension;
  const auto at = [&](Values& of, int i, int j) -> llvm::Value*& {
    return of[static_cast<std::size_t>(hessian_entry(s, i, j))];
  };
  if (transform_ != nullptr) {
    // T^T (H T)
    std::vector<Values> product;  // by columns of T
    for (int b = 0; b < s; ++b) {
      Values column;
      for (int i = 0; i < s; ++i) {
        Values row;
        for (int j = 0; j < s; ++j) row.push_back(at(h, i, j));
        column.push_back(linear_combination(e, transform_, row, e.real(0.0),
                                            [b](const Transform& t, int j) { return t.linear(j, b); }));
      }
      product.push_back(column);
    }
    Values image(h.size(), nullptr);
    for (int a = 0; a < s; ++a)
      for (int b = a; b < s; ++b)
        at(image, a, b) = linear_combination(e, transform_, product[static_cast<std::size_t>(b)], e.real(0.0),
                                             [a](const Transform& t, int i) { return t.linear(i, a); });
    h = image;
  }
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    llvm::Value* applied = step->applied;
    const int a = static_cast<int>(step->i);
    const int b = static_cast<int>(step->j);
    const Values before = h;
    const auto old = [&](int i, int j) { return before[static_cast<std::size_t>(hessian_entry(s, i, j))]; };
    switch (step->form) {
      case Form::flip:
        for (int j = 0; j < s; ++j)
          if (j != a) at(h, a, j) = e.choose(applied, e.ir.CreateFNeg(old(a, j)), old(a, j));
        break;
      case Form::exchange:
      case Form::negative_exchange: {
        const bool negative = step->form == Form::negative_exchange;
        const auto signed_value = [&](llvm::Value* x) { return negative ? e.ir.CreateFNeg(x) : x; };
        for (int j = 0; j < s; ++j) {
          if (j == a || j == b) continue;
          at(h, a, j) = e.choose(applied, signed_value(old(b, j)), old(a, j));
          at(h, b, j) = e.choose(applied, signed_value(old(a, j)), old(b, j));
        }
        at(h, a, a) = e.choose(applied, old(b, b), old(a, a));
        at(h, b, b) = e.choose(applied, old(a, a), old(b, b));
        break;
      }
      case Form::general: {
        // R = 1 - d f^T: R^T H R = H - f w^T - w f^T with v = H d, w = v - 1/2 <d, v> f.
        const Vector& f = step->reflection->functional;
        Values v;
        for (int i = 0; i < s; ++i) {
          Values row;
          for (int j = 0; j < s; ++j) row.push_back(old(i, j));
          v.push_back(e.affine(step->reflection->direction, row));
        }
        llvm::Value* q = e.affine(step->reflection->direction, v);
        Values w;
        for (int i = 0; i < s; ++i) {
          const Rational& factor = f[static_cast<std::size_t>(i)];
          llvm::Value* entry = v[static_cast<std::size_t>(i)];
          if (!factor.is_zero()) entry = e.fma(e.real(Rational(-1, 2) * factor), q, entry);
          w.push_back(e.ir.CreateSelect(applied, entry, e.real(0.0)));
        }
        for (int i = 0; i < s; ++i) {
          for (int j = i; j < s; ++j) {
            llvm::Value* entry = old(i, j);
            const Rational& fi = f[static_cast<std::size_t>(i)];
            const Rational& fj = f[static_cast<std::size_t>(j)];
            if (!fi.is_zero()) entry = e.fma(e.real(-fi), w[static_cast<std::size_t>(j)], entry);
            if (!fj.is_zero()) entry = e.fma(e.real(-fj), w[static_cast<std::size_t>(i)], entry);
            at(h, i, j) = entry;
          }
        }
        break;
      }
    }
  }
  return h;
}

void Fold::unfold_derivatives(Emitter& e, Derivatives derivatives, llvm::MutableArrayRef<llvm::Value*> outputs) const {
  const auto s = static_cast<std::size_t>(e.dimension);
  if (derivatives >= Derivatives::gradient) {
    const Values gradient = unfolded_gradient(e, Values(outputs.begin() + 1, outputs.begin() + 1 + s));
    std::copy(gradient.begin(), gradient.end(), outputs.begin() + 1);
  }
  if (derivatives >= Derivatives::hessian) {
    const Values hessian = unfolded_hessian(e, Values(outputs.begin() + 1 + s, outputs.end()));
    std::copy(hessian.begin(), hessian.end(), outputs.begin() + 1 + s);
  }
}

}  // namespace latspline::codegen
