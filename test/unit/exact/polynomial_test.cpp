#include "latspline/exact/polynomial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "latspline/base/error.h"

namespace latspline {
namespace {

Rational small(std::mt19937_64& random) {
  std::uniform_int_distribution<std::int64_t> numerator(-3, 3), denominator(1, 3);
  return Rational(numerator(random), denominator(random));
}

Vector point(int size, std::mt19937_64& random) {
  Vector x;
  for (int i = 0; i < size; ++i) x.push_back(small(random));
  return x;
}

Polynomial random_polynomial(int variables, int degree, int terms, std::mt19937_64& random) {
  std::vector<Term> list(static_cast<std::size_t>(terms));
  for (Term& term : list) {
    term.coefficient = small(random);
    int left = degree;
    for (int j = 0; j < variables; ++j) {
      const int e = std::uniform_int_distribution<int>(0, left)(random);
      term.exponents[static_cast<std::size_t>(j)] = static_cast<std::uint16_t>(e);
      left -= e;
    }
  }
  return Polynomial::from_terms(variables, list);
}

TEST(Polynomial, TermsAreInDecreasingDegreeLexicographicOrder) {
  const Polynomial p = Polynomial::parse(2, "1 + x0 + x1 + x1^2 + x0*x1 + x0^2");
  std::vector<std::pair<int, int>> exponents;
  for (const Term& term : p.terms()) exponents.emplace_back(term.exponents[0], term.exponents[1]);
  EXPECT_EQ(exponents, (std::vector<std::pair<int, int>>{{2, 0}, {1, 1}, {0, 2}, {1, 0}, {0, 1}, {0, 0}}));
}

TEST(Polynomial, TextRoundTrip) {
  const Polynomial p = Polynomial::parse(3, "1/2 + -3/4*x0^2*x1");
  EXPECT_EQ(p.to_string(), "-3/4*x0^2*x1 + 1/2");
  EXPECT_EQ(Polynomial::parse(3, " - 2*x2*3 * x2^2+x1 - -1.5").to_string(), "-6*x2^3 + x1 + 3/2");
  EXPECT_EQ(Polynomial(2).to_string(), "0");
  EXPECT_TRUE(Polynomial::parse(2, "0").is_zero());
  EXPECT_TRUE(Polynomial::parse(2, "x0 - x0").is_zero());
  EXPECT_EQ(Polynomial::parse(1, "-x0").to_string(), "-x0");
  std::mt19937_64 random(6);
  for (int i = 0; i < 50; ++i) {
    const Polynomial q = random_polynomial(1 + i % 6, 6, 8, random);
    EXPECT_EQ(Polynomial::parse(q.variables(), q.to_string()), q);
  }
}

TEST(Polynomial, BadTextNamesThePlace) {
  for (const auto& [text, place] : {std::pair{"", "character 1"},
                                    {"x2", "character 2"},
                                    {"1 + ", "character 5"},
                                    {"x0^", "character 4"},
                                    {"2 x0", "character 3"},
                                    {"x0^5000", "degree at most"},
                                    {"1/0", "character 1"},
                                    {"x", "character 2"},
                                    {"x0**2", "character 4"},
                                    {"1/2/3", "character 1"},
                                    {"(x0)", "character 1"},
                                    {"x0^99999999999999999999", "degree"}}) {
    try {
      Polynomial::parse(2, text);
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << text << ": " << error.what();
    }
  }
}

TEST(Polynomial, EmptyAndMovedFromObjects) {
  Polynomial empty, p = Polynomial::variable(2, 1);
  EXPECT_EQ(empty.variables(), 0);
  EXPECT_TRUE(empty.is_zero());
  EXPECT_EQ(empty.degree(), -1);
  EXPECT_EQ(empty.to_string(), "0");
  EXPECT_NE(empty, Polynomial(2));
  Polynomial q = std::move(p);
  p = q;
  EXPECT_EQ(p, q);
  q = std::move(p);
  p = Polynomial(3);
  EXPECT_TRUE(p.is_zero());
  EXPECT_EQ(p.variables(), 3);
  const Polynomial copy = empty;
  EXPECT_EQ(copy, empty);
  p = empty;
  EXPECT_EQ(p, empty);
}

TEST(Polynomial, MixedNumbersOfVariablesAreAFault) {
  Polynomial p(2);
  EXPECT_THROW(p += Polynomial(3), InternalError);
  EXPECT_THROW(p *= Polynomial(), InternalError);
  EXPECT_THROW(p(Vector{1}), InternalError);
  EXPECT_THROW(Polynomial(7), InternalError);
}

TEST(Polynomial, RingOperationsAgreeWithValues) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 60; ++i) {
    const int s = 1 + i % 4;
    const Polynomial p = random_polynomial(s, 4, 6, random), q = random_polynomial(s, 4, 6, random);
    const Vector x = point(s, random);
    const Rational factor = small(random);
    EXPECT_EQ((p + q)(x), p(x) + q(x));
    EXPECT_EQ((p - q)(x), p(x) - q(x));
    EXPECT_EQ((p * q)(x), p(x) * q(x));
    EXPECT_EQ((factor * p)(x), factor * p(x));
    EXPECT_EQ((-p)(x), -p(x));
    EXPECT_EQ(p.pow(3)(x), p(x).pow(3));
    EXPECT_EQ(p.pow(0), Polynomial::constant(s, 1));
    EXPECT_EQ((p * q).derivative(s - 1), p.derivative(s - 1) * q + p * q.derivative(s - 1));
    EXPECT_EQ(Polynomial::from_terms(s, p.terms()), p);
  }
}

TEST(Polynomial, DegreesAndCoefficients) {
  const Polynomial p = Polynomial::parse(3, "5*x0^2*x1^3 - 1/7*x2^4 + 3");
  EXPECT_EQ(p.degree(), 5);
  EXPECT_EQ(p.degree_in(0), 2);
  EXPECT_EQ(p.degree_in(2), 4);
  EXPECT_EQ(p.coefficient({0, 0, 4}), Rational(-1, 7));
  EXPECT_EQ(p.coefficient({1, 1, 1}), Rational(0));
  EXPECT_EQ(p.term_count(), 3u);
  EXPECT_EQ(Polynomial(3).degree(), -1);
  EXPECT_THROW(Polynomial::variable(1, 0).pow(2000), InputError);
  EXPECT_EQ(Polynomial::affine({2, 0, -1}, Rational(1, 2)), Polynomial::parse(3, "2*x0 - x2 + 1/2"));
}

TEST(Polynomial, SubstitutionAgreesWithValues) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 200; ++i) {
    const int rows = 1 + i % 4, columns = 1 + (i / 4) % 4;
    const Polynomial p = random_polynomial(rows, 5, 7, random);
    Matrix a(rows, columns);
    // Every third matrix is of rank one, every fourth has many zeros.
    const Vector left = point(rows, random), right = point(columns, random);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const Rational entry = small(random);
        a(r, c) = i % 3 == 0 ? left[static_cast<std::size_t>(r)] * right[static_cast<std::size_t>(c)]
                             : (i % 4 == 0 && (r + c) % 2 == 0 ? Rational(0) : entry);
      }
    }
    const Vector b = point(rows, random);
    const Polynomial q = p.substitute_affine(a, b);
    ASSERT_EQ(q.variables(), columns);
    EXPECT_LE(q.degree(), p.degree());
    for (int k = 0; k < 6; ++k) {
      const Vector x = point(columns, random);
      EXPECT_EQ(q(x), p(a * x + b)) << "p = " << p.to_string() << ", A = " << a.to_string() << ", b = " << to_string(b);
    }
  }
}

TEST(Polynomial, SubstitutionIsTheSumOfProductsOfTheRows) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 12; ++i) {
    const int s = 2 + i % 2;
    const Polynomial p = random_polynomial(s, 7, 9, random);
    Matrix a(s, s);
    for (int r = 0; r < s; ++r) {
      for (int c = 0; c < s; ++c) a(r, c) = small(random);
    }
    const Vector b = point(s, random);
    Polynomial expected(s);
    for (const Term& term : p.terms()) {
      Polynomial product = Polynomial::constant(s, term.coefficient);
      for (int r = 0; r < s; ++r) {
        product *= Polynomial::affine(a.row(r), b[static_cast<std::size_t>(r)])
                       .pow(term.exponents[static_cast<std::size_t>(r)]);
      }
      expected += product;
    }
    EXPECT_EQ(p.substitute_affine(a, b), expected);
    EXPECT_EQ(p.shifted(b), p.substitute_affine(Matrix::identity(s), b));
    EXPECT_EQ(p.shifted(b).shifted(Rational(-1) * b), p);
  }
}

TEST(Polynomial, SubstitutionOfLargeNumbers) {
  const Rational huge = Rational(10).pow(30);
  const Polynomial p = Polynomial::parse(2, "x0^3*x1 + x1^2");
  const Polynomial q = p.shifted({huge, huge.inverse()});
  EXPECT_EQ(q({-huge, -huge.inverse()}), Rational(0));
  EXPECT_EQ(q({1 - huge, 2 - huge.inverse()}), Rational(6));
}

}  // namespace
}  // namespace latspline
