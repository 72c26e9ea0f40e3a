#pragma once

// Internal to exact/: no other folder sees FLINT's headers.

#include <flint/fmpq_mpoly.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "latspline/exact/flint_access.h"
#include "latspline/exact/polynomial.h"

namespace latspline {

/// The largest total degree of a polynomial: what lets six exponents and any sum of them fit into ten bits each.
inline constexpr int max_degree = 1023;

/// FLINT's context of polynomials in `variables` variables, ordered degree-lexicographically. Built once, immutable.
const fmpq_mpoly_ctx_struct* polynomial_context(int variables);

struct Polynomial::Storage {
  explicit Storage(int count) : variables(count), context(polynomial_context(count)) { fmpq_mpoly_init(poly, context); }
  Storage(const Storage& other) : Storage(other.variables) { fmpq_mpoly_set(poly, other.poly, context); }
  Storage& operator=(const Storage&) = delete;
  ~Storage() { fmpq_mpoly_clear(poly, context); }

  int variables;
  const fmpq_mpoly_ctx_struct* context;
  fmpq_mpoly_t poly;
};

/// An fmpz that owns its memory.
class Integer {
 public:
  Integer() = default;
  explicit Integer(const fmpz* value) { fmpz_set(&word_, value); }
  Integer(const Integer& other) { fmpz_set(&word_, &other.word_); }
  Integer(Integer&& other) noexcept : word_(std::exchange(other.word_, 0)) {}
  Integer& operator=(const Integer& other) {
    fmpz_set(&word_, &other.word_);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    std::swap(word_, other.word_);
    return *this;
  }
  ~Integer() { fmpz_clear(&word_); }
  fmpz* get() { return &word_; }
  const fmpz* get() const { return &word_; }

 private:
  fmpz word_ = 0;
};

/// 1, value, value^2, .. value^count.
inline std::vector<Integer> powers(const fmpz* value, int count) {
  std::vector<Integer> result(static_cast<std::size_t>(std::max(count, 0)) + 1);
  fmpz_one(result[0].get());
  for (std::size_t i = 1; i < result.size(); ++i) fmpz_mul(result[i].get(), result[i - 1].get(), value);
  return result;
}

}  // namespace latspline
