#include <algorithm>
#include <tuple>

#include "latspline/base/error.h"
#include "latspline/exact/polynomial.h"
#include "latspline/exact/polynomial_storage.h"

// p(A x + b) as a chain of elementary substitutions, each a Taylor shift of one-dimensional lines of integer coefficients: x_i -> x_i + b_i for the
// translation, and x_i -> x_i + a x_j, x_i -> lambda x_c for the factors of A. This needs no multiplication of polynomials.

namespace latspline {

namespace {

using Access = RationalAccess;

constexpr int field_bits = 10;
constexpr std::uint64_t field_mask = (std::uint64_t{1} << field_bits) - 1;
static_assert(max_degree <= static_cast<int>(field_mask) && field_bits * max_dimension <= 64);

std::uint64_t field(std::uint64_t key, int variable) { return (key >> (field_bits * variable)) & field_mask; }
std::uint64_t in_field(std::uint64_t value, int variable) { return value << (field_bits * variable); }

std::uint64_t with_fields_swapped(std::uint64_t key, int a, int b) {
  const std::uint64_t difference = field(key, a) ^ field(key, b);
  return key ^ in_field(difference, a) ^ (a == b ? 0 : in_field(difference, b));
}

/// (1 / denominator) * sum of coefficient * x^exponents, the exponents packed ten bits each; not sorted, no repeated key.
class IntegerTerms {
 public:
  IntegerTerms() { fmpz_one(denominator_.get()); }

  void push(std::uint64_t key, const fmpz* coefficient) { terms_.push_back({key, Integer(coefficient)}); }

  /// x_axis -> x_axis + shift * x_other, where x_other stands for 1 if other < 0.
  void shift(int axis, int other, const Rational& shift) {
    if (shift.is_zero() || terms_.empty()) return;
    // Fields 0 and `axis` change places, so that equal key >> field_bits marks a line along `axis`. A line of a shear has a fixed e_axis + e_other.
    const int other_field = other == 0 ? axis : other;
    int top = 0;
    for (Entry& term : terms_) {
      term.key = with_fields_swapped(term.key, 0, axis);
      if (other >= 0) term.key += in_field(field(term.key, 0), other_field);
      top = std::max(top, static_cast<int>(field(term.key, 0)));
    }
    std::sort(terms_.begin(), terms_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
    // With shift = p/q the line sum a_e x^e becomes q^-top times the shift by p of sum a_e q^(top - e) x^e, evaluated at q x.
    const bool scaled = !shift.is_integer();
    std::vector<Integer> scale;
    if (scaled) {
      scale = powers(Access::denominator(shift), top);
      fmpz_mul(denominator_.get(), denominator_.get(), scale.back().get());
    }
    std::vector<Entry> result;
    result.reserve(terms_.size() * 2);
    std::vector<Integer> line;
    for (std::size_t begin = 0, end = 0; begin < terms_.size(); begin = end) {
      const std::uint64_t rest = terms_[begin].key >> field_bits;
      while (end < terms_.size() && terms_[end].key >> field_bits == rest) ++end;
      const std::size_t length = field(terms_[end - 1].key, 0) + 1;
      line.clear();
      line.resize(length);
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t e = field(terms_[i].key, 0);
        if (scaled)
          fmpz_mul(terms_[i].value.get(), terms_[i].value.get(), scale[static_cast<std::size_t>(top) - e].get());
        line[e] = std::move(terms_[i].value);
      }
      taylor_shift(line, Access::numerator(shift));
      for (std::size_t e = 0; e < length; ++e) {
        if (fmpz_is_zero(line[e].get())) continue;
        if (scaled) fmpz_mul(line[e].get(), line[e].get(), scale[e].get());
        std::uint64_t key = (rest << field_bits) | e;
        if (other >= 0) key -= in_field(e, other_field);
        result.push_back({with_fields_swapped(key, 0, axis), std::move(line[e])});
      }
    }
    terms_ = std::move(result);
    if (scaled) remove_content();
  }

  /// x_r -> factor[r] * x_column[r], or 0 where column[r] < 0; no column twice.
  void substitute_monomials(const std::vector<int>& column, const Vector& factor) {
    const int count = static_cast<int>(column.size());
    std::vector<int> top(column.size());
    for (const Entry& term : terms_) {
      for (int r = 0; r < count; ++r) {
        top[static_cast<std::size_t>(r)] =
            std::max(top[static_cast<std::size_t>(r)], static_cast<int>(field(term.key, r)));
      }
    }
    std::erase_if(terms_, [&](const Entry& term) {
      for (int r = 0; r < count; ++r) {
        if (column[static_cast<std::size_t>(r)] < 0 && field(term.key, r) != 0) return true;
      }
      return false;
    });
    for (int r = 0; r < count; ++r) {
      const auto at = static_cast<std::size_t>(r);
      if (column[at] < 0 || factor[at].is_one() || top[at] == 0) continue;
      std::vector<Integer> scale = powers(Access::numerator(factor[at]), top[at]);
      const std::vector<Integer> divisor = powers(Access::denominator(factor[at]), top[at]);
      for (std::size_t e = 0; e < scale.size(); ++e)
        fmpz_mul(scale[e].get(), scale[e].get(), divisor[scale.size() - 1 - e].get());
      fmpz_mul(denominator_.get(), denominator_.get(), divisor.back().get());
      for (Entry& term : terms_) fmpz_mul(term.value.get(), term.value.get(), scale[field(term.key, r)].get());
    }
    for (Entry& term : terms_) {
      std::uint64_t key = 0;
      for (int r = 0; r < count; ++r) {
        if (column[static_cast<std::size_t>(r)] >= 0)
          key |= in_field(field(term.key, r), column[static_cast<std::size_t>(r)]);
      }
      term.key = key;
    }
  }

  /// poly becomes content * these terms.
  void write(fmpq_mpoly_struct* poly, const fmpq* content, int variables, const fmpq_mpoly_ctx_struct* context) const {
    for (const Entry& term : terms_) {
      ulong exponents[max_dimension] = {};
      for (int j = 0; j < variables; ++j) exponents[j] = field(term.key, j);
      fmpz_mpoly_push_term_fmpz_ui(poly->zpoly, term.value.get(), exponents, context->zctx);
    }
    fmpz_mpoly_sort_terms(poly->zpoly, context->zctx);
    fmpq_div_fmpz(poly->content, content, denominator_.get());
    fmpq_mpoly_reduce(poly, context);
  }

 private:
  struct Entry {
    std::uint64_t key;
    Integer value;
  };

  /// a_0 + a_1 x + .. becomes the coefficients of the same polynomial at x + shift (repeated synthetic division).
  static void taylor_shift(std::vector<Integer>& line, const fmpz* shift) {
    const bool plus_one = fmpz_is_one(shift) != 0, minus_one = fmpz_equal_si(shift, -1) != 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      for (std::size_t j = line.size() - 1; j-- > i;) {
        if (plus_one) {
          fmpz_add(line[j].get(), line[j].get(), line[j + 1].get());
        } else if (minus_one) {
          fmpz_sub(line[j].get(), line[j].get(), line[j + 1].get());
        } else {
          fmpz_addmul(line[j].get(), shift, line[j + 1].get());
        }
      }
    }
  }

  void remove_content() {
    Integer gcd(denominator_);
    for (const Entry& term : terms_) {
      if (fmpz_is_one(gcd.get())) return;
      fmpz_gcd(gcd.get(), gcd.get(), term.value.get());
    }
    fmpz_divexact(denominator_.get(), denominator_.get(), gcd.get());
    for (Entry& term : terms_) fmpz_divexact(term.value.get(), term.value.get(), gcd.get());
  }

  Integer denominator_;
  std::vector<Entry> terms_;
};

struct Shear {
  int axis;
  int other;
  Rational factor;
};

/// p(A x), A square, by A = E D F: E from row operations, F from column operations, D with at most one entry in each row and column.
void substitute_linear(IntegerTerms& terms, Matrix a) {
  const int size = a.rows();
  std::vector<int> column(static_cast<std::size_t>(size), -1);
  std::vector<bool> column_used(static_cast<std::size_t>(size), false);
  Vector factor(static_cast<std::size_t>(size));
  std::vector<Shear> last;
  for (int step = 0; step < size; ++step) {
    // The pivot that asks for the fewest operations; a unit among equals.
    int row = -1, pivot_column = -1;
    std::tuple<int, bool> best{};
    for (int i = 0; i < size; ++i) {
      if (column[static_cast<std::size_t>(i)] >= 0) continue;
      for (int j = 0; j < size; ++j) {
        if (column_used[static_cast<std::size_t>(j)] || a(i, j).is_zero()) continue;
        int others = 0;
        for (int k = 0; k < size; ++k) others += !a(i, k).is_zero() + !a(k, j).is_zero();
        const std::tuple<int, bool> cost{others, !a(i, j).abs().is_one()};
        if (row < 0 || cost < best) std::tie(row, pivot_column, best) = std::make_tuple(i, j, cost);
      }
    }
    if (row < 0) break;
    for (int i = 0; i < size; ++i) {
      if (i == row || a(i, pivot_column).is_zero()) continue;
      const Rational ratio = a(i, pivot_column) / a(row, pivot_column);
      for (int j = 0; j < size; ++j) a(i, j) -= ratio * a(row, j);
      terms.shift(i, row, ratio);
    }
    for (int j = 0; j < size; ++j) {
      if (j == pivot_column || a(row, j).is_zero()) continue;
      last.push_back({pivot_column, j, a(row, j) / a(row, pivot_column)});
      a(row, j) = 0;  // the pivot is alone in its column
    }
    column[static_cast<std::size_t>(row)] = pivot_column;
    column_used[static_cast<std::size_t>(pivot_column)] = true;
    factor[static_cast<std::size_t>(row)] = a(row, pivot_column);
  }
  terms.substitute_monomials(column, factor);
  for (auto shear = last.rbegin(); shear != last.rend(); ++shear) terms.shift(shear->axis, shear->other, shear->factor);
}

IntegerTerms integer_terms(const fmpq_mpoly_struct* poly, const fmpq_mpoly_ctx_struct* context) {
  IntegerTerms terms;
  const slong length = fmpq_mpoly_length(poly, context);
  for (slong i = 0; i < length; ++i) {
    ulong exponents[max_dimension] = {};
    fmpq_mpoly_get_term_exp_ui(exponents, poly, i, context);
    std::uint64_t key = 0;
    for (int j = 0; j < max_dimension; ++j) key |= in_field(exponents[j], j);
    terms.push(key, poly->zpoly->coeffs + i);
  }
  return terms;
}

}  // namespace

Polynomial Polynomial::substitute_affine(const Matrix& a, const Vector& b) const {
  LATSPLINE_ASSERT(a.rows() == variables() && b.size() == static_cast<std::size_t>(variables()));
  LATSPLINE_ASSERT(a.columns() >= 1 && a.columns() <= max_dimension);
  Polynomial result(a.columns());
  if (is_zero()) return result;
  IntegerTerms terms = integer_terms(storage_->poly, storage_->context);
  for (int i = 0; i < variables(); ++i) terms.shift(i, -1, b[static_cast<std::size_t>(i)]);
  // Zero rows and columns make A square; the variables past A.columns() do not occur in the result.
  const int size = std::max(a.rows(), a.columns());
  Matrix square(size, size);
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.columns(); ++j) square(i, j) = a(i, j);
  }
  substitute_linear(terms, std::move(square));
  terms.write(result.storage_->poly, storage_->poly->content, a.columns(), result.storage_->context);
  return result;
}

Polynomial Polynomial::shifted(const Vector& shift) const {
  LATSPLINE_ASSERT(shift.size() == static_cast<std::size_t>(variables()));
  if (is_zero()) return *this;
  IntegerTerms terms = integer_terms(storage_->poly, storage_->context);
  for (int i = 0; i < variables(); ++i) terms.shift(i, -1, shift[static_cast<std::size_t>(i)]);
  Polynomial result(variables());
  terms.write(result.storage_->poly, storage_->poly->content, variables(), result.storage_->context);
  return result;
}

}  // namespace latspline
