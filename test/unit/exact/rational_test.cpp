#include "latspline/exact/rational.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "latspline/base/error.h"

namespace latspline {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

Rational big() { return Rational(largest).pow(3); }

TEST(Rational, LowestTermsAndPositiveDenominator) {
  EXPECT_EQ(Rational(6, -4).to_string(), "-3/2");
  EXPECT_EQ(Rational(-6, -4).to_string(), "3/2");
  EXPECT_EQ(Rational(0, -7), Rational(0));
  EXPECT_EQ(Rational(smallest, smallest), Rational(1));
  EXPECT_EQ(Rational(smallest, -1).to_string(), "9223372036854775808");
  EXPECT_THROW(Rational(1, 0), InputError);
}

TEST(Rational, ValueSemanticsWithSmallAndBigWords) {
  Rational a = big(), b(a);
  EXPECT_EQ(a, b);
  b += 1;
  EXPECT_NE(a, b);
  Rational c = std::move(b);
  EXPECT_EQ(c - a, Rational(1));
  EXPECT_EQ(b, Rational(0));
  b = c;
  c = Rational(1, 3);
  a = c;
  EXPECT_EQ(a, Rational(1, 3));
  EXPECT_EQ(b - big(), Rational(1));
  const Rational& same = a;
  a = same;
  EXPECT_EQ(a, Rational(1, 3));
}

TEST(Rational, ArithmeticAcrossTheWordBoundary) {
  for (const std::int64_t x :
       {largest, smallest, std::int64_t{1} << 62, (std::int64_t{1} << 62) - 1, -(std::int64_t{1} << 62)}) {
    Rational sum = x;
    sum += x;
    EXPECT_EQ(sum, Rational(2) * Rational(x)) << x;
    sum -= x;
    EXPECT_EQ(sum, Rational(x)) << x;
    EXPECT_EQ(sum.to_int64(), x);
    EXPECT_EQ(Rational(x) - Rational(x), Rational(0));
    EXPECT_EQ(Rational(x) / Rational(x), Rational(1));
    EXPECT_EQ(-(-Rational(x)), Rational(x));
  }
  EXPECT_EQ((big() * big().inverse()), Rational(1));
  EXPECT_EQ(big() / Rational(largest) / Rational(largest), Rational(largest));
}

TEST(Rational, FieldLawsOnRandomValues) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::int64_t> wide(smallest + 1, largest), narrow(-20, 20);
  for (int i = 0; i < 300; ++i) {
    auto draw = [&] {
      const std::int64_t q = i % 2 ? wide(random) : narrow(random);
      return Rational(i % 2 ? wide(random) : narrow(random), q == 0 ? 1 : q);
    };
    const Rational a = draw(), b = draw(), c = draw();
    EXPECT_EQ(a * (b + c), a * b + a * c);
    EXPECT_EQ((a + b) - b, a);
    if (!b.is_zero()) {
      EXPECT_EQ((a * b) / b, a);
    }
    EXPECT_EQ(a < b, (a - b).sign() < 0);
    EXPECT_EQ((a <=> b) == std::strong_ordering::equal, a == b);
    EXPECT_EQ(Rational::parse(a.to_string()), a);
    EXPECT_LE(a.floor(), a);
    EXPECT_LT(a - a.floor(), Rational(1));
    EXPECT_EQ(a.ceil(), -((-a).floor()));
    EXPECT_EQ(a.round(), (a + Rational(1, 2)).floor());
    EXPECT_EQ(a.numerator() / a.denominator(), a);
  }
}

TEST(Rational, RoundingOfHalves) {
  EXPECT_EQ(Rational(1, 2).round(), Rational(1));
  EXPECT_EQ(Rational(-1, 2).round(), Rational(0));
  EXPECT_EQ(Rational(-3, 2).round(), Rational(-1));
  EXPECT_EQ(Rational(-7, 2).floor(), Rational(-4));
  EXPECT_EQ(Rational(-7, 2).ceil(), Rational(-3));
  EXPECT_EQ(Rational(-7, 2).abs(), Rational(7, 2));
}

TEST(Rational, Powers) {
  EXPECT_EQ(Rational(0).pow(0), Rational(1));
  EXPECT_EQ(Rational(-2, 3).pow(3), Rational(-8, 27));
  EXPECT_EQ(Rational(10).pow(40).to_string(), std::string("1").append(40, '0'));
}

TEST(Rational, Parse) {
  EXPECT_EQ(Rational::parse("-0.125"), Rational(-1, 8));
  EXPECT_EQ(Rational::parse(".5"), Rational(1, 2));
  EXPECT_EQ(Rational::parse("-14/4"), Rational(-7, 2));
  EXPECT_EQ(Rational::parse("0/5"), Rational(0));
  EXPECT_EQ(Rational::parse("100000000000000000000/50000000000000000000"), Rational(2));
  for (const char* bad : {"", "-", "1/0", "1/-2", "x", "1 ", " 1", "1e5", "1.", "1/2/3", "0x10", "--1", "1.5/2", "."}) {
    try {
      Rational::parse(bad);
      ADD_FAILURE() << bad;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("'" + std::string(bad) + "'"), std::string::npos) << error.what();
    }
  }
}

TEST(Rational, ZeroDivisorIsAnInputError) {
  Rational a = 3;
  EXPECT_THROW(a /= 0, InputError);
  EXPECT_THROW(Rational(0).inverse(), InputError);
  EXPECT_EQ(a, Rational(3));
}

TEST(Rational, ToInteger) {
  EXPECT_EQ(Rational(smallest).to_int64(), smallest);
  EXPECT_THROW((Rational(largest) + 1).to_int64(), InputError);
  EXPECT_THROW(Rational(1, 2).to_int64(), InputError);
}

TEST(Rational, DoublesAreExactBothWays) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(Rational::from_double(value).to_double(), value);
    float single;
    const auto low = static_cast<std::uint32_t>(bits);
    std::memcpy(&single, &low, sizeof single);
    if (std::isfinite(single)) {
      EXPECT_EQ(Rational::from_double(single).to_float(), single);
    }
  }
  EXPECT_THROW(Rational::from_double(std::nan("")), InputError);
  EXPECT_THROW(Rational::from_double(HUGE_VAL), InputError);
}

TEST(Rational, RoundsToNearestEvenOnce) {
  const Rational tiny = Rational(1) / Rational(2).pow(1200);
  for (const double value : {1.0, 1.0 + 0x1p-52, 3.0, 0x1p-1022, 0x1p-1074, 0x1.8p-1060, 0x1.fffffffffffffp1022}) {
    const double next = std::nextafter(value, HUGE_VAL);
    const Rational a = Rational::from_double(value), b = Rational::from_double(next), middle = (a + b) / 2;
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    EXPECT_EQ(middle.to_double(), bits % 2 == 0 ? value : next) << value;
    EXPECT_EQ((middle - tiny).to_double(), value) << value;
    EXPECT_EQ((middle + tiny).to_double(), next) << value;
    EXPECT_EQ((-middle - tiny).to_double(), -next) << value;
  }
  // A value that rounding first to double and then to float would get wrong.
  const Rational twice = Rational(1) + Rational(1) / Rational(2).pow(24) + Rational(1) / Rational(2).pow(80);
  EXPECT_EQ(twice.to_float(), 1.0f + 0x1p-23f);
  EXPECT_EQ(static_cast<float>(twice.to_double()), 1.0f);
  EXPECT_EQ((Rational(1) / Rational(2).pow(150)).to_float(), 0.0f);
  EXPECT_EQ((Rational(3) / Rational(2).pow(150)).to_float(), 0x1p-148f);
  EXPECT_EQ((Rational(3) / Rational(2).pow(151)).to_float(), 0x1p-149f);
}

TEST(Rational, OverflowAndUnderflowOfDoubles) {
  EXPECT_EQ(Rational(10).pow(400).to_double(), HUGE_VAL);
  EXPECT_EQ((-Rational(10).pow(4000)).to_double(), -HUGE_VAL);
  EXPECT_EQ(Rational(10).pow(400).inverse().to_double(), 0.0);
  EXPECT_EQ(Rational(10).pow(4000).inverse().to_double(), 0.0);
  EXPECT_EQ(Rational(10).pow(39).to_float(), HUGE_VALF);
  const Rational limit = Rational(2).pow(1024) - Rational(2).pow(970);  // halfway between the largest double and 2^1024
  EXPECT_EQ(limit.to_double(), HUGE_VAL);
  EXPECT_EQ((limit - 1).to_double(), std::numeric_limits<double>::max());
  EXPECT_EQ(Rational(1, 3).to_double(), 1.0 / 3.0);
  EXPECT_EQ(Rational(1, 3).to_float(), 1.0f / 3.0f);
}

TEST(Rational, ValuesOutliveTheThreadThatMadeThem) {
  std::vector<Vector> results(4);
  std::vector<std::thread> threads;
  const Rational shared = big();
  for (std::size_t t = 0; t < results.size(); ++t) {
    threads.emplace_back([&shared, &result = results[t]] {
      for (int i = 0; i < 200; ++i) result.push_back(shared * Rational(i) / 7);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Vector& result : results) {
    for (int i = 0; i < 200; ++i) EXPECT_EQ(result[static_cast<std::size_t>(i)], big() * Rational(i, 7));
  }
}

TEST(RationalVector, Operations) {
  const Vector a{Rational(1, 2), 0, -3}, b{2, 5, Rational(1, 3)};
  EXPECT_EQ(dot(a, b), Rational(0));
  EXPECT_EQ(dot(a, IntVector{2, 1, 1}), Rational(-2));
  EXPECT_EQ(a + b - b, a);
  EXPECT_EQ(Rational(2) * a, (Vector{1, 0, -6}));
  EXPECT_EQ(to_string(a), "1/2 0 -3");
  EXPECT_EQ(to_string(IntVector{1, -2}), "1 -2");
  EXPECT_EQ(to_integer(to_rational(IntVector{4, -5})), (IntVector{4, -5}));
  EXPECT_THROW(to_integer(a), InputError);
  EXPECT_THROW(dot(a, Vector{1}), InternalError);
  EXPECT_THROW(a + Vector{1}, InternalError);
}

TEST(RationalVector, ContentAndPrimitive) {
  EXPECT_EQ(content({Rational(1, 2), Rational(-1, 3)}), Rational(1, 6));
  EXPECT_EQ(content({0, 0}), Rational(0));
  EXPECT_EQ(content({4, 6}), Rational(2));
  EXPECT_EQ(primitive({0, Rational(-2, 3), Rational(4, 9)}), (IntVector{0, 3, -2}));
  EXPECT_EQ(primitive({0, 0}), (IntVector{0, 0}));
}

}  // namespace
}  // namespace latspline
