#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace latspline {

/// An exact rational number of any size, always in lowest terms with a positive denominator. A value type, safe to share
/// among threads while it is not written. Backed by FLINT's fmpq (the two words are its numerator and denominator).
class Rational {
 public:
  Rational() noexcept = default;
  Rational(std::int64_t value);  // NOLINT: an integer is a rational
  Rational(int value) : Rational(static_cast<std::int64_t>(value)) {}  // NOLINT
  Rational(std::int64_t numerator, std::int64_t denominator);
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept : numerator_(other.numerator_), denominator_(other.denominator_) {
    other.numerator_ = 0;
    other.denominator_ = 1;
  }
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  ~Rational();

  /// Reads "p", "-p/q" or a decimal such as "-0.125"; InputError names the text otherwise.
  static Rational parse(std::string_view text);
  /// The exact value of a finite double; InputError for NaN and infinity.
  static Rational from_double(double value);

  Rational& operator+=(const Rational& other);
  Rational& operator-=(const Rational& other);
  Rational& operator*=(const Rational& other);
  /// InputError when other is 0.
  Rational& operator/=(const Rational& other);
  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  Rational operator-() const;

  bool operator==(const Rational& other) const;
  std::strong_ordering operator<=>(const Rational& other) const;

  int sign() const;
  bool is_zero() const { return numerator_ == 0; }
  bool is_one() const { return numerator_ == 1 && denominator_ == 1; }
  bool is_integer() const { return denominator_ == 1; }
  Rational floor() const;
  Rational ceil() const;
  /// The nearest integer; halves are rounded up.
  Rational round() const;
  Rational abs() const;
  Rational inverse() const;
  Rational numerator() const;
  Rational denominator() const;
  Rational pow(unsigned exponent) const;

  /// The value as an integer; InputError if it is none or does not fit.
  std::int64_t to_int64() const;
  /// The nearest double (round to nearest, ties to even), infinite where it overflows.
  double to_double() const;
  /// The nearest float (rounded once from the exact value).
  float to_float() const;
  /// "p" or "p/q".
  std::string to_string() const;

 private:
  friend struct RationalAccess;
  // FLINT's fmpq: two fmpz, each a small integer or a tagged pointer.
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

using Vector = std::vector<Rational>;
using IntVector = std::vector<std::int64_t>;

/// The sum of a_i b_i; the lengths must agree.
Rational dot(const Vector& a, const Vector& b);
Rational dot(const Vector& a, const IntVector& b);
Vector operator+(const Vector& a, const Vector& b);
Vector operator-(const Vector& a, const Vector& b);
Vector operator*(const Rational& factor, const Vector& v);
Vector to_rational(const IntVector& v);
/// InputError if an entry is no integer.
IntVector to_integer(const Vector& v);
/// "1/2 0 -3".
std::string to_string(const Vector& v);
std::string to_string(const IntVector& v);
/// The greatest rational g >= 0 of which all entries are integer multiples.
Rational content(const Vector& v);
/// v divided by its content, signed so that the first nonzero entry is positive; the zero vector stays.
IntVector primitive(const Vector& v);

}  // namespace latspline
