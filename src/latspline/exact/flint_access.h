#pragma once

// Internal to exact/: no other folder sees FLINT's headers.

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>

#include <type_traits>

#include "latspline/exact/rational.h"

namespace latspline {

/// The FLINT view of a Rational. Its two words are an fmpq in canonical form at all times.
struct RationalAccess {
  static_assert(std::is_same_v<fmpz, std::int64_t>, "FLINT's fmpz must be a 64-bit word");
  static_assert(sizeof(fmpq) == sizeof(Rational) && alignof(fmpq) == alignof(Rational));

  static fmpq* get(Rational& r) { return reinterpret_cast<fmpq*>(&r.numerator_); }
  static const fmpq* get(const Rational& r) { return reinterpret_cast<const fmpq*>(&r.numerator_); }
  static fmpz* numerator(Rational& r) { return &r.numerator_; }
  static const fmpz* numerator(const Rational& r) { return &r.numerator_; }
  static fmpz* denominator(Rational& r) { return &r.denominator_; }
  static const fmpz* denominator(const Rational& r) { return &r.denominator_; }
};

/// FLINT keeps a pool of large integers for each thread. From the first call on, the pool of the calling thread is given back when the
/// thread ends; values that the thread made and others still hold stay valid.
void release_pool_at_thread_exit();

}  // namespace latspline
