#include "latspline/runtime/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace latspline {
namespace {

TEST(Text, NumbersReadBack) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1e-9), "1e-09");
  EXPECT_EQ(number_text(-3), "-3");
  EXPECT_EQ(number_text(std::nan("")), "nan");
  EXPECT_EQ(std::stod(number_text(1.0 / 3)), 1.0 / 3);
}

TEST(Text, Sites) {
  EXPECT_EQ(site_text(std::vector<std::int64_t>{1, -2, 0}), "(1, -2, 0)");
  EXPECT_EQ(site_text(std::vector<std::int64_t>{7}), "(7)");
}

}  // namespace
}  // namespace latspline
