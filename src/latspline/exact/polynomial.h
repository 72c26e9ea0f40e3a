#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latspline/exact/matrix.h"
#include "latspline/exact/rational.h"

namespace latspline {

/// The largest number of variables of a polynomial, and of dimensions everywhere.
inline constexpr int max_dimension = 6;

/// One exponent per variable; entries past the number of variables are 0.
using Exponents = std::array<std::uint16_t, max_dimension>;
/// All exponents of total degree up to `degree` (none for a negative one), first variable slowest.
std::vector<Exponents> exponents_up_to(int variables, int degree);

struct Term {
  Exponents exponents{};
  Rational coefficient;
  bool operator==(const Term&) const = default;
};

/// A sparse polynomial with rational coefficients in `variables()` variables x0, x1, ... A value type, backed by FLINT's fmpq_mpoly.
/// Operations on polynomials with different numbers of variables are a fault (InternalError).
class Polynomial {
 public:
  /// Zero in no variable; assign before use.
  Polynomial();
  /// Zero.
  explicit Polynomial(int variables);
  Polynomial(const Polynomial& other);
  Polynomial(Polynomial&& other) noexcept;
  Polynomial& operator=(const Polynomial& other);
  Polynomial& operator=(Polynomial&& other) noexcept;
  ~Polynomial();

  static Polynomial constant(int variables, const Rational& value);
  /// x_index.
  static Polynomial variable(int variables, int index);
  /// <coefficients, x> + constant.
  static Polynomial affine(const Vector& coefficients, const Rational& constant);
  static Polynomial from_terms(int variables, std::span<const Term> terms);
  /// Reads what to_string writes, also with ^ and *, e.g. "1/2 + -3/4*x0^2*x1"; InputError names the place.
  static Polynomial parse(int variables, std::string_view text);

  int variables() const;
  bool is_zero() const;
  /// Total degree; -1 for zero.
  int degree() const;
  int degree_in(int variable) const;
  /// Terms in decreasing degree-lexicographic order, no zero coefficient.
  std::vector<Term> terms() const;
  std::size_t term_count() const;
  Rational coefficient(const Exponents& exponents) const;

  Polynomial& operator+=(const Polynomial& other);
  Polynomial& operator-=(const Polynomial& other);
  Polynomial& operator*=(const Polynomial& other);
  Polynomial& operator*=(const Rational& factor);
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
  friend Polynomial operator-(Polynomial a, const Polynomial& b) { return a -= b; }
  friend Polynomial operator*(Polynomial a, const Polynomial& b) { return a *= b; }
  friend Polynomial operator*(const Rational& factor, Polynomial a) { return a *= factor; }
  Polynomial operator-() const;
  bool operator==(const Polynomial& other) const;
  Polynomial pow(unsigned exponent) const;

  Polynomial derivative(int variable) const;
  Rational operator()(const Vector& point) const;
  /// p(A x + b): A has variables() rows; the result has A.columns() variables.
  Polynomial substitute_affine(const Matrix& a, const Vector& b) const;
  /// p(x + shift).
  Polynomial shifted(const Vector& shift) const;

  /// "1/2 - 3/4*x0^2*x1", terms in the order of terms(); "0" for zero.
  std::string to_string() const;

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

}  // namespace latspline
