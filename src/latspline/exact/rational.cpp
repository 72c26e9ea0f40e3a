#include "latspline/exact/rational.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "latspline/base/error.h"
#include "latspline/exact/flint_access.h"

namespace latspline {

namespace {

using Access = RationalAccess;

bool is_small(std::int64_t word) { return !COEFF_IS_MPZ(word); }

std::string shortened(std::string_view text) {
  constexpr std::size_t limit = 60;
  std::string quoted(1, '\'');
  quoted += text.substr(0, limit);
  quoted += text.size() > limit ? "...'" : "'";
  return quoted;
}

[[noreturn]] void not_a_rational(std::string_view text) {
  throw InputError("number " + shortened(text) +
                   " is not rational; accepted are p, p/q with q > 0, and decimals such as -0.125");
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// `digits` holds decimal digits only.
void set_digits(fmpz* value, std::string_view digits) {
  const std::string copy(digits);
  LATSPLINE_ASSERT(fmpz_set_str(value, copy.c_str(), 10) == 0);
}

std::string fmpz_text(const fmpz* value) {
  std::string text(fmpz_sizeinbase(value, 10) + 2, '\0');
  fmpz_get_str(text.data(), 10, value);
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

/// |r| rounded to nearest, ties to even, as mantissa * 2^exponent with mantissa <= 2^precision and exponent >= least_exponent.
struct Rounded {
  std::uint64_t mantissa = 0;
  long exponent = 0;
};

Rounded round_to_precision(const Rational& r, int precision, long least_exponent) {
  const long quotient_bits =
      static_cast<long>(fmpz_bits(Access::numerator(r))) - static_cast<long>(fmpz_bits(Access::denominator(r)));
  // 2^(quotient_bits - 1) < |r| < 2^(quotient_bits + 1): far outside the range the answer is known.
  if (quotient_bits + 2 < least_exponent) return {0, 0};
  if (quotient_bits > 2048) return {1, quotient_bits};
  // q = floor(|r| 2^shift) has precision + 2 or precision + 3 bits.
  const long shift = precision + 2 - quotient_bits;
  Rational scaled_numerator, scaled_denominator, quotient, remainder;
  fmpz* n = Access::numerator(scaled_numerator);
  fmpz* d = Access::numerator(scaled_denominator);
  fmpz_abs(n, Access::numerator(r));
  fmpz_set(d, Access::denominator(r));
  if (shift >= 0) {
    fmpz_mul_2exp(n, n, static_cast<ulong>(shift));
  } else {
    fmpz_mul_2exp(d, d, static_cast<ulong>(-shift));
  }
  fmpz_fdiv_qr(Access::numerator(quotient), Access::numerator(remainder), n, d);
  const auto q = static_cast<std::uint64_t>(fmpz_get_ui(Access::numerator(quotient)));
  const bool sticky = !remainder.is_zero();
  const long bits = static_cast<long>(fmpz_bits(Access::numerator(quotient)));
  const long exponent = std::max(bits - precision - shift, least_exponent);
  const long drop = exponent + shift;  // >= 2
  if (drop > 62) return {0, 0};
  const std::uint64_t kept = q >> drop;
  const std::uint64_t rest = q & ((std::uint64_t{1} << drop) - 1);
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const bool up = rest > half || (rest == half && (sticky || (kept & 1) != 0));
  return {kept + (up ? 1 : 0), exponent};
}

struct ThreadPool {
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { flint_cleanup(); }
};

}  // namespace

void release_pool_at_thread_exit() {
  thread_local const ThreadPool pool;
  static_cast<void>(pool);
}

Rational::Rational(std::int64_t value) {
  if (value >= COEFF_MIN && value <= COEFF_MAX) {
    numerator_ = value;
  } else {
    fmpz_set_si(&numerator_, value);
  }
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw InputError("rational " + std::to_string(numerator) + "/0 has denominator 0");
  fmpz_set_si(&numerator_, numerator);
  fmpz_set_si(&denominator_, denominator);
  fmpq_canonicalise(Access::get(*this));
}

Rational::Rational(const Rational& other) {
  if (is_small(other.numerator_) && is_small(other.denominator_)) {
    numerator_ = other.numerator_;
    denominator_ = other.denominator_;
  } else {
    fmpq_set(Access::get(*this), Access::get(other));
  }
}

Rational& Rational::operator=(const Rational& other) {
  if (this != &other) fmpq_set(Access::get(*this), Access::get(other));
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  std::swap(numerator_, other.numerator_);
  std::swap(denominator_, other.denominator_);
  return *this;
}

Rational::~Rational() {
  if (!is_small(numerator_) || !is_small(denominator_)) {
    release_pool_at_thread_exit();
    fmpq_clear(Access::get(*this));
  }
}

Rational Rational::parse(std::string_view text) {
  std::string_view body = text;
  bool negative = false;
  if (!body.empty() && (body.front() == '-' || body.front() == '+')) {
    negative = body.front() == '-';
    body.remove_prefix(1);
  }
  Rational result;
  if (const auto slash = body.find('/'); slash != std::string_view::npos) {
    const std::string_view numerator = body.substr(0, slash), denominator = body.substr(slash + 1);
    if (!all_digits(numerator) || !all_digits(denominator)) not_a_rational(text);
    set_digits(&result.denominator_, denominator);
    if (result.denominator_ == 0) {
      result.denominator_ = 1;
      throw InputError("number " + shortened(text) + " has denominator 0");
    }
    set_digits(&result.numerator_, numerator);
  } else if (const auto point = body.find('.'); point != std::string_view::npos) {
    const std::string_view whole = body.substr(0, point), fraction = body.substr(point + 1);
    if (!all_digits(fraction) || (!whole.empty() && !all_digits(whole))) not_a_rational(text);
    set_digits(&result.numerator_, std::string(whole) + std::string(fraction));
    fmpz_set_ui(&result.denominator_, 10);
    fmpz_pow_ui(&result.denominator_, &result.denominator_, static_cast<ulong>(fraction.size()));
  } else {
    if (!all_digits(body)) not_a_rational(text);
    set_digits(&result.numerator_, body);
  }
  if (negative) fmpz_neg(&result.numerator_, &result.numerator_);
  fmpq_canonicalise(Access::get(result));
  return result;
}

Rational Rational::from_double(double value) {
  if (!std::isfinite(value)) throw InputError("number " + std::to_string(value) + " is not finite");
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  Rational result(static_cast<std::int64_t>(std::ldexp(mantissa, 53)));
  exponent -= 53;
  if (exponent >= 0) {
    fmpq_mul_2exp(Access::get(result), Access::get(result), static_cast<flint_bitcnt_t>(exponent));
  } else {
    fmpq_div_2exp(Access::get(result), Access::get(result), static_cast<flint_bitcnt_t>(-exponent));
  }
  return result;
}

Rational& Rational::operator+=(const Rational& other) {
  if (denominator_ == 1 && other.denominator_ == 1 && is_small(numerator_) && is_small(other.numerator_)) {
    const std::int64_t sum = numerator_ + other.numerator_;  // both below 2^62 in size
    if (sum >= COEFF_MIN && sum <= COEFF_MAX) {
      numerator_ = sum;
    } else {
      fmpz_set_si(&numerator_, sum);
    }
  } else {
    fmpq_add(Access::get(*this), Access::get(*this), Access::get(other));
  }
  return *this;
}

Rational& Rational::operator-=(const Rational& other) {
  if (denominator_ == 1 && other.denominator_ == 1 && is_small(numerator_) && is_small(other.numerator_)) {
    const std::int64_t difference = numerator_ - other.numerator_;
    if (difference >= COEFF_MIN && difference <= COEFF_MAX) {
      numerator_ = difference;
    } else {
      fmpz_set_si(&numerator_, difference);
    }
  } else {
    fmpq_sub(Access::get(*this), Access::get(*this), Access::get(other));
  }
  return *this;
}

Rational& Rational::operator*=(const Rational& other) {
  fmpq_mul(Access::get(*this), Access::get(*this), Access::get(other));
  return *this;
}

Rational& Rational::operator/=(const Rational& other) {
  if (other.is_zero()) throw InputError("division of " + to_string() + " by 0");
  fmpq_div(Access::get(*this), Access::get(*this), Access::get(other));
  return *this;
}

Rational Rational::operator-() const {
  Rational result;
  fmpq_neg(Access::get(result), Access::get(*this));
  return result;
}

bool Rational::operator==(const Rational& other) const {
  if (numerator_ == other.numerator_ && denominator_ == other.denominator_) return true;
  return fmpq_equal(Access::get(*this), Access::get(other)) != 0;
}

std::strong_ordering Rational::operator<=>(const Rational& other) const {
  if (denominator_ == 1 && other.denominator_ == 1 && is_small(numerator_) && is_small(other.numerator_)) {
    return numerator_ <=> other.numerator_;
  }
  return fmpq_cmp(Access::get(*this), Access::get(other)) <=> 0;
}

int Rational::sign() const { return fmpz_sgn(&numerator_); }

Rational Rational::floor() const {
  Rational result;
  fmpz_fdiv_q(&result.numerator_, &numerator_, &denominator_);
  return result;
}

Rational Rational::ceil() const {
  Rational result;
  fmpz_cdiv_q(&result.numerator_, &numerator_, &denominator_);
  return result;
}

Rational Rational::round() const {
  // floor(p/q + 1/2) = floor((2p + q) / 2q).
  Rational twice_p_plus_q, twice_q, result;
  fmpz_mul_2exp(&twice_p_plus_q.numerator_, &numerator_, 1);
  fmpz_add(&twice_p_plus_q.numerator_, &twice_p_plus_q.numerator_, &denominator_);
  fmpz_mul_2exp(&twice_q.numerator_, &denominator_, 1);
  fmpz_fdiv_q(&result.numerator_, &twice_p_plus_q.numerator_, &twice_q.numerator_);
  return result;
}

Rational Rational::abs() const {
  Rational result(*this);
  fmpz_abs(&result.numerator_, &result.numerator_);
  return result;
}

Rational Rational::inverse() const {
  if (is_zero()) throw InputError("0 has no inverse");
  Rational result;
  fmpq_inv(Access::get(result), Access::get(*this));
  return result;
}

Rational Rational::numerator() const {
  Rational result;
  fmpz_set(&result.numerator_, &numerator_);
  return result;
}

Rational Rational::denominator() const {
  Rational result;
  fmpz_set(&result.numerator_, &denominator_);
  return result;
}

Rational Rational::pow(unsigned exponent) const {
  Rational result;
  fmpz_pow_ui(&result.numerator_, &numerator_, exponent);
  fmpz_pow_ui(&result.denominator_, &denominator_, exponent);
  return result;
}

std::int64_t Rational::to_int64() const {
  if (!is_integer()) throw InputError("number " + to_string() + " is not an integer");
  if (fmpz_fits_si(&numerator_) == 0) throw InputError("integer " + to_string() + " does not fit into 64 bits");
  return fmpz_get_si(&numerator_);
}

double Rational::to_double() const {
  if (is_zero()) return 0.0;
  // Both parts are doubles: their quotient is rounded once.
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (-most <= numerator_ && numerator_ <= most && denominator_ <= most)
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  const Rounded rounded = round_to_precision(*this, 53, -1074);
  const double magnitude =
      std::ldexp(static_cast<double>(rounded.mantissa), static_cast<int>(std::min(rounded.exponent, 4096l)));
  return sign() < 0 ? -magnitude : magnitude;
}

float Rational::to_float() const {
  if (is_zero()) return 0.0f;
  const Rounded rounded = round_to_precision(*this, 24, -149);
  const float magnitude =
      std::ldexp(static_cast<float>(rounded.mantissa), static_cast<int>(std::min(rounded.exponent, 4096l)));
  return sign() < 0 ? -magnitude : magnitude;
}

std::string Rational::to_string() const {
  if (is_small(numerator_) && is_small(denominator_)) {
    std::string text = std::to_string(numerator_);
    if (denominator_ != 1) text.append(1, '/').append(std::to_string(denominator_));
    return text;
  }
  std::string text = fmpz_text(&numerator_);
  if (denominator_ != 1) text.append(1, '/').append(fmpz_text(&denominator_));
  return text;
}

Rational dot(const Vector& a, const Vector& b) {
  LATSPLINE_ASSERT(a.size() == b.size());
  Rational sum;
  for (std::size_t i = 0; i < a.size(); ++i) fmpq_addmul(Access::get(sum), Access::get(a[i]), Access::get(b[i]));
  return sum;
}

Rational dot(const Vector& a, const IntVector& b) {
  LATSPLINE_ASSERT(a.size() == b.size());
  Rational sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * Rational(b[i]);
  return sum;
}

Vector operator+(const Vector& a, const Vector& b) {
  LATSPLINE_ASSERT(a.size() == b.size());
  Vector result(a);
  for (std::size_t i = 0; i < b.size(); ++i) result[i] += b[i];
  return result;
}

Vector operator-(const Vector& a, const Vector& b) {
  LATSPLINE_ASSERT(a.size() == b.size());
  Vector result(a);
  for (std::size_t i = 0; i < b.size(); ++i) result[i] -= b[i];
  return result;
}

Vector operator*(const Rational& factor, const Vector& v) {
  Vector result(v);
  for (Rational& entry : result) entry *= factor;
  return result;
}

Vector to_rational(const IntVector& v) { return Vector(v.begin(), v.end()); }

IntVector to_integer(const Vector& v) {
  IntVector result;
  result.reserve(v.size());
  for (const Rational& entry : v) result.push_back(entry.to_int64());
  return result;
}

std::string to_string(const Vector& v) {
  std::string text;
  for (const Rational& entry : v) text.append(text.empty() ? 0 : 1, ' ').append(entry.to_string());
  return text;
}

std::string to_string(const IntVector& v) {
  std::string text;
  for (const std::int64_t entry : v) text.append(text.empty() ? 0 : 1, ' ').append(std::to_string(entry));
  return text;
}

Rational content(const Vector& v) {
  Rational gcd;
  for (const Rational& entry : v) fmpq_gcd(Access::get(gcd), Access::get(gcd), Access::get(entry));
  return gcd;
}

IntVector primitive(const Vector& v) {
  Rational factor = content(v);
  if (factor.is_zero()) return IntVector(v.size(), 0);
  const auto first = std::find_if(v.begin(), v.end(), [](const Rational& entry) { return !entry.is_zero(); });
  if (first->sign() < 0) factor = -factor;
  return to_integer(factor.inverse() * v);
}

}  // namespace latspline
