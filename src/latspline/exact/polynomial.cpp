#include "latspline/exact/polynomial.h"

#include <algorithm>

#include "latspline/base/error.h"
#include "latspline/exact/polynomial_storage.h"

namespace latspline {

namespace {

using Access = RationalAccess;

struct Contexts {
  Contexts() {
    for (int i = 1; i <= max_dimension; ++i) fmpq_mpoly_ctx_init(context[i], i, ORD_DEGLEX);
  }
  fmpq_mpoly_ctx_t context[max_dimension + 1];
};

void require_degree(long degree) {
  if (degree > max_degree) {
    throw InputError("polynomial of degree " + std::to_string(degree) + "; at most " + std::to_string(max_degree) +
                     " is supported");
  }
}

/// Reads a sum of products of numbers and powers of variables.
class PolynomialReader {
 public:
  PolynomialReader(int variables, std::string_view text) : variables_(variables), text_(text) {}

  std::vector<Term> read() {
    std::vector<Term> terms;
    skip_spaces();
    bool negative = accept_sign(false);
    while (true) {
      terms.push_back(read_term(negative));
      skip_spaces();
      if (at_ == text_.size()) return terms;
      if (text_[at_] != '+' && text_[at_] != '-') fail("+, - or the end");
      negative = text_[at_++] == '-';
      skip_spaces();
      negative = accept_sign(negative);
    }
  }

 private:
  Term read_term(bool negative) {
    Term term;
    term.coefficient = negative ? -1 : 1;
    long degree = 0;
    while (true) {
      skip_spaces();
      if (at_ < text_.size() && text_[at_] == 'x') {
        ++at_;
        const std::size_t begin = at_;
        const long index = read_small("the number of a variable");
        if (index >= variables_) {
          at_ = begin;
          fail(variables_ == 1 ? std::string("x0") : "a variable x0 .. x" + std::to_string(variables_ - 1));
        }
        long exponent = 1;
        if (at_ < text_.size() && text_[at_] == '^') {
          ++at_;
          exponent = read_small("an exponent");
        }
        degree += exponent;
        if (degree > max_degree) fail("a term of degree at most " + std::to_string(max_degree));
        auto& entry = term.exponents[static_cast<std::size_t>(index)];
        entry = static_cast<std::uint16_t>(entry + exponent);
      } else {
        term.coefficient *= read_number();
      }
      skip_spaces();
      if (at_ == text_.size() || text_[at_] != '*') return term;
      ++at_;
    }
  }

  Rational read_number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.' || text_[at_] == '/')) ++at_;
    if (at_ == begin) fail("a number or a variable");
    try {
      return Rational::parse(text_.substr(begin, at_ - begin));
    } catch (const InputError&) {
      at_ = begin;
      fail("a number p, p/q or a decimal");
    }
  }

  long read_small(const std::string& what) {
    const std::size_t begin = at_;
    long value = 0;
    while (at_ < text_.size() && is_digit(text_[at_]) && value <= max_degree) value = 10 * value + (text_[at_++] - '0');
    if (at_ == begin) fail(what);
    return value;
  }

  bool accept_sign(bool negative) {
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) return (text_[at_++] == '-') != negative;
    return negative;
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  [[noreturn]] void fail(const std::string& expected) const {
    constexpr std::size_t limit = 24;
    std::string message = "polynomial text, character " + std::to_string(at_ + 1);
    message += at_ < text_.size() ? " at '" + std::string(text_.substr(at_, limit)) + "'" : std::string(" (the end)");
    message += ": expected " + expected;
    throw InputError(message);
  }

  int variables_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const fmpq_mpoly_ctx_struct* polynomial_context(int variables) {
  static const Contexts contexts;
  LATSPLINE_ASSERT(variables >= 1 && variables <= max_dimension);
  release_pool_at_thread_exit();
  return contexts.context[variables];
}

Polynomial::Polynomial() = default;
Polynomial::Polynomial(int variables) {
  LATSPLINE_ASSERT(variables >= 0);
  if (variables > 0) storage_ = std::make_unique<Storage>(variables);
}
Polynomial::Polynomial(const Polynomial& other) {
  if (other.storage_) storage_ = std::make_unique<Storage>(*other.storage_);
}
Polynomial::Polynomial(Polynomial&& other) noexcept = default;
Polynomial& Polynomial::operator=(const Polynomial& other) {
  if (this != &other) storage_ = other.storage_ ? std::make_unique<Storage>(*other.storage_) : nullptr;
  return *this;
}
Polynomial& Polynomial::operator=(Polynomial&& other) noexcept = default;
Polynomial::~Polynomial() = default;

Polynomial Polynomial::constant(int variables, const Rational& value) {
  Polynomial result(variables);
  LATSPLINE_ASSERT(variables > 0 || value.is_zero());
  if (result.storage_) fmpq_mpoly_set_fmpq(result.storage_->poly, Access::get(value), result.storage_->context);
  return result;
}

Polynomial Polynomial::variable(int variables, int index) {
  LATSPLINE_ASSERT(index >= 0 && index < variables);
  Polynomial result(variables);
  fmpq_mpoly_gen(result.storage_->poly, index, result.storage_->context);
  return result;
}

Polynomial Polynomial::affine(const Vector& coefficients, const Rational& constant) {
  const std::size_t variables = coefficients.size();
  LATSPLINE_ASSERT(variables <= static_cast<std::size_t>(max_dimension));
  std::vector<Term> terms(variables + 1);
  for (std::size_t i = 0; i < variables; ++i) {
    terms[i].exponents[i] = 1;
    terms[i].coefficient = coefficients[i];
  }
  terms[variables].coefficient = constant;
  return from_terms(static_cast<int>(variables), terms);
}

Polynomial Polynomial::from_terms(int variables, std::span<const Term> terms) {
  Polynomial result(variables);
  if (!result.storage_) {
    LATSPLINE_ASSERT(terms.empty());
    return result;
  }
  const fmpq_mpoly_ctx_struct* context = result.storage_->context;
  fmpq_mpoly_struct* poly = result.storage_->poly;
  // Integer coefficients over one common denominator.
  Integer denominator, coefficient;
  fmpz_one(denominator.get());
  for (const Term& term : terms) fmpz_lcm(denominator.get(), denominator.get(), Access::denominator(term.coefficient));
  for (const Term& term : terms) {
    ulong exponents[max_dimension] = {};
    long degree = 0;
    for (int i = 0; i < max_dimension; ++i) {
      exponents[i] = term.exponents[static_cast<std::size_t>(i)];
      degree += static_cast<long>(exponents[i]);
      LATSPLINE_ASSERT(i < variables || exponents[i] == 0);
    }
    require_degree(degree);
    if (term.coefficient.is_zero()) continue;
    fmpz_divexact(coefficient.get(), denominator.get(), Access::denominator(term.coefficient));
    fmpz_mul(coefficient.get(), coefficient.get(), Access::numerator(term.coefficient));
    fmpz_mpoly_push_term_fmpz_ui(poly->zpoly, coefficient.get(), exponents, context->zctx);
  }
  fmpz_mpoly_sort_terms(poly->zpoly, context->zctx);
  fmpz_mpoly_combine_like_terms(poly->zpoly, context->zctx);
  fmpz_one(fmpq_numref(poly->content));
  fmpz_set(fmpq_denref(poly->content), denominator.get());
  fmpq_mpoly_reduce(poly, context);
  return result;
}

Polynomial Polynomial::parse(int variables, std::string_view text) {
  LATSPLINE_ASSERT(variables >= 1 && variables <= max_dimension);
  return from_terms(variables, PolynomialReader(variables, text).read());
}

int Polynomial::variables() const { return storage_ ? storage_->variables : 0; }

bool Polynomial::is_zero() const { return !storage_ || fmpq_mpoly_is_zero(storage_->poly, storage_->context) != 0; }

int Polynomial::degree() const {
  return is_zero() ? -1 : static_cast<int>(fmpq_mpoly_total_degree_si(storage_->poly, storage_->context));
}

int Polynomial::degree_in(int variable) const {
  LATSPLINE_ASSERT(variable >= 0 && variable < variables());
  return is_zero() ? -1 : static_cast<int>(fmpq_mpoly_degree_si(storage_->poly, variable, storage_->context));
}

std::vector<Term> Polynomial::terms() const {
  std::vector<Term> result(term_count());
  for (std::size_t i = 0; i < result.size(); ++i) {
    ulong exponents[max_dimension] = {};
    const auto index = static_cast<slong>(i);
    fmpq_mpoly_get_term_exp_ui(exponents, storage_->poly, index, storage_->context);
    for (std::size_t j = 0; j < static_cast<std::size_t>(max_dimension); ++j) {
      result[i].exponents[j] = static_cast<std::uint16_t>(exponents[j]);
    }
    fmpq_mpoly_get_term_coeff_fmpq(Access::get(result[i].coefficient), storage_->poly, index, storage_->context);
  }
  return result;
}

std::size_t Polynomial::term_count() const {
  return storage_ ? static_cast<std::size_t>(fmpq_mpoly_length(storage_->poly, storage_->context)) : 0;
}

Rational Polynomial::coefficient(const Exponents& exponents) const {
  ulong words[max_dimension] = {};
  for (std::size_t j = 0; j < static_cast<std::size_t>(max_dimension); ++j) {
    words[j] = exponents[j];
    LATSPLINE_ASSERT(static_cast<int>(j) < variables() || words[j] == 0);
  }
  Rational result;
  if (storage_) fmpq_mpoly_get_coeff_fmpq_ui(Access::get(result), storage_->poly, words, storage_->context);
  return result;
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  LATSPLINE_ASSERT(variables() == other.variables());
  if (storage_) fmpq_mpoly_add(storage_->poly, storage_->poly, other.storage_->poly, storage_->context);
  return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
  LATSPLINE_ASSERT(variables() == other.variables());
  if (storage_) fmpq_mpoly_sub(storage_->poly, storage_->poly, other.storage_->poly, storage_->context);
  return *this;
}

Polynomial& Polynomial::operator*=(const Polynomial& other) {
  LATSPLINE_ASSERT(variables() == other.variables());
  require_degree(static_cast<long>(degree()) + other.degree());
  if (storage_) fmpq_mpoly_mul(storage_->poly, storage_->poly, other.storage_->poly, storage_->context);
  return *this;
}

Polynomial& Polynomial::operator*=(const Rational& factor) {
  if (storage_) fmpq_mpoly_scalar_mul_fmpq(storage_->poly, storage_->poly, Access::get(factor), storage_->context);
  return *this;
}

Polynomial Polynomial::operator-() const {
  Polynomial result(*this);
  if (storage_) fmpq_mpoly_neg(result.storage_->poly, result.storage_->poly, storage_->context);
  return result;
}

bool Polynomial::operator==(const Polynomial& other) const {
  if (variables() != other.variables()) return false;
  return !storage_ || fmpq_mpoly_equal(storage_->poly, other.storage_->poly, storage_->context) != 0;
}

Polynomial Polynomial::pow(unsigned exponent) const {
  if (exponent == 0) return constant(variables(), 1);
  if (is_zero()) return *this;
  if (degree() > 0) require_degree(static_cast<long>(degree()) * static_cast<long>(exponent));
  Polynomial result(variables());
  LATSPLINE_ASSERT(fmpq_mpoly_pow_ui(result.storage_->poly, storage_->poly, exponent, storage_->context) != 0);
  return result;
}

Polynomial Polynomial::derivative(int variable) const {
  LATSPLINE_ASSERT(variable >= 0 && variable < variables());
  Polynomial result(variables());
  fmpq_mpoly_derivative(result.storage_->poly, storage_->poly, variable, storage_->context);
  return result;
}

Rational Polynomial::operator()(const Vector& point) const {
  LATSPLINE_ASSERT(point.size() == static_cast<std::size_t>(variables()));
  Rational result;
  if (is_zero()) return result;
  // With x_j = p_j / q_j and n_j the degree in x_j: the sum of c prod p_j^e_j q_j^(n_j - e_j), over prod q_j^n_j.
  const std::size_t count = point.size();
  std::vector<std::vector<Integer>> factors(count);
  Integer sum, product, denominator;
  fmpz_one(denominator.get());
  for (std::size_t j = 0; j < count; ++j) {
    const int degree = degree_in(static_cast<int>(j));
    factors[j] = powers(Access::numerator(point[j]), degree);
    if (point[j].is_integer()) continue;
    const std::vector<Integer> scale = powers(Access::denominator(point[j]), degree);
    const auto top = static_cast<std::size_t>(degree);
    for (std::size_t e = 0; e <= top; ++e) fmpz_mul(factors[j][e].get(), factors[j][e].get(), scale[top - e].get());
    fmpz_mul(denominator.get(), denominator.get(), scale[top].get());
  }
  const slong length = fmpq_mpoly_length(storage_->poly, storage_->context);
  for (slong i = 0; i < length; ++i) {
    ulong exponents[max_dimension];
    fmpq_mpoly_get_term_exp_ui(exponents, storage_->poly, i, storage_->context);
    fmpz_mul(product.get(), storage_->poly->zpoly->coeffs + i, factors[0][exponents[0]].get());
    for (std::size_t j = 1; j < count; ++j) fmpz_mul(product.get(), product.get(), factors[j][exponents[j]].get());
    fmpz_add(sum.get(), sum.get(), product.get());
  }
  fmpz_set(Access::numerator(result), sum.get());
  fmpz_set(Access::denominator(result), denominator.get());
  fmpq_canonicalise(Access::get(result));
  fmpq_mul(Access::get(result), Access::get(result), storage_->poly->content);
  return result;
}

std::string Polynomial::to_string() const {
  std::string text;
  for (const Term& term : terms()) {
    const bool negative = term.coefficient.sign() < 0;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    std::string factors;
    for (std::size_t j = 0; j < term.exponents.size(); ++j) {
      if (term.exponents[j] == 0) continue;
      factors.append(factors.empty() ? "x" : "*x").append(std::to_string(j));
      if (term.exponents[j] > 1) factors.append("^").append(std::to_string(term.exponents[j]));
    }
    const Rational magnitude = term.coefficient.abs();
    if (factors.empty() || !magnitude.is_one()) text += magnitude.to_string();
    if (!factors.empty() && !magnitude.is_one()) text += "*";
    text += factors;
  }
  return text.empty() ? "0" : text;
}

std::vector<Exponents> exponents_up_to(int variables, int degree) {
  std::vector<Exponents> result;
  if (degree < 0) return result;
  Exponents exponents{};
  const auto choose = [&](const auto& self, int variable, int left) -> void {
    if (variable == variables) {
      result.push_back(exponents);
      return;
    }
    for (int e = 0; e <= left; ++e) {
      exponents[static_cast<std::size_t>(variable)] = static_cast<std::uint16_t>(e);
      self(self, variable + 1, left - e);
    }
    exponents[static_cast<std::size_t>(variable)] = 0;
  };
  choose(choose, 0, degree);
  return result;
}

}  // namespace latspline
