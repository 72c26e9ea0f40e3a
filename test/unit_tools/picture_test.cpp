#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "latspline/basis/spline_space.h"
#include "tools/picture/draw.h"
#include "tools/picture/panel.h"
#include "tools/picture/svg.h"

namespace latspline::tools {
namespace {

/// Every element is closed in order, and attributes are quoted. Returns what is wrong, or nothing.
std::string fault_of_xml(const std::string& text) {
  static const std::regex element(R"rx(<(/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<>]*")*)(/?)>)rx");
  std::vector<std::string> open;
  std::size_t at = text.find("?>");
  if (at == std::string::npos) return "no declaration";
  for (at = text.find('<', at); at != std::string::npos; at = text.find('<', at)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return "an element without end";
    std::smatch match;
    const std::string piece = text.substr(at, end - at + 1);
    if (!std::regex_match(piece, match, element)) return "not an element: " + piece;
    if (match[1].length() > 0) {
      if (open.empty() || open.back() != match[2]) return "closes what is not open: " + piece;
      open.pop_back();
    } else if (match[4].length() == 0) {
      open.push_back(match[2]);
    }
    at = end;
  }
  return open.empty() ? "" : "open at the end: " + open.back();
}

std::vector<Point2> points_of(const std::string& list) {
  std::vector<Point2> points;
  std::istringstream stream(list);
  char comma = 0;
  Point2 point{};
  while (stream >> point[0] >> comma >> point[1]) points.push_back(point);
  return points;
}

double area(const std::vector<Point2>& points) {
  double twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point2& a = points[i];
    const Point2& b = points[(i + 1) % points.size()];
    twice += a[0] * b[1] - a[1] * b[0];
  }
  return std::fabs(twice) / 2;
}

/// The areas of all polygons whose attributes contain a text.
std::vector<double> areas(const std::string& picture, const std::string& attribute) {
  static const std::regex polygon(R"rx(<polygon points="([^"]*)"([^/]*)/>)rx");
  std::vector<double> result;
  for (std::sregex_iterator match(picture.begin(), picture.end(), polygon), end; match != end; ++match)
    if ((*match)[2].str().find(attribute) != std::string::npos) result.push_back(area(points_of((*match)[1])));
  return result;
}

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

std::string name_of_case(const ::testing::TestParamInfo<const char*>& test_case) {
  std::string name = test_case.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

class Pictures : public ::testing::TestWithParam<const char*> {};

TEST_P(Pictures, AreWellFormedFiniteAndTheSameEachTime) {
  const Analysis analysis = analyze(load_space(GetParam()));
  const std::string picture = draw(analysis);
  EXPECT_EQ(fault_of_xml(picture), "");
  EXPECT_EQ(picture.find("nan"), std::string::npos);
  EXPECT_EQ(picture.find("inf"), std::string::npos);
  EXPECT_NE(picture.find(GetParam()), std::string::npos);
  EXPECT_EQ(picture, draw(analysis));
}
INSTANTIATE_TEST_SUITE_P(Spaces, Pictures,
                         ::testing::Values("z1/linear", "z1/cubic", "z2/zp", "hex/linear", "quincunx/voronoi2",
                                           "prime/4dir", "cc/linear", "bcc/rdodec-linear", "fcc/toct-cubic",
                                           "z4/linear", "a4s/linear"),
                         name_of_case);

class PicturesOfRegions : public ::testing::TestWithParam<const char*> {};

TEST_P(PicturesOfRegions, SubregionsFillTheChamberAndBearTheirNumbers) {
  const Analysis analysis = analyze(load_space(GetParam()));
  const std::string picture = draw(analysis);
  const std::vector<double> chamber = areas(picture, "stroke=\"#222222\" stroke-width=\"1.4\"");
  const std::vector<double> region = areas(picture, "stroke=\"#b00020\" stroke-width=\"2.2\"");
  const std::vector<double> parts = areas(picture, "opacity=\"0.85\"");
  ASSERT_EQ(chamber.size(), 1U);
  ASSERT_EQ(region.size(), 1U);
  // Coordinates keep four digits.
  EXPECT_NEAR(sum(parts), chamber[0], 0.02 * chamber[0]);
  EXPECT_NEAR(region[0] / chamber[0],
              analysis.region.region.volume().to_double() / analysis.region.part.volume().to_double(),
              0.03 * region[0] / chamber[0]);
  for (std::size_t r = 0; r < analysis.subregions.size(); ++r)
    EXPECT_NE(picture.find("font-weight=\"bold\">" + std::to_string(r) + "</text>"), std::string::npos)
        << "sub-region " << r;
}
INSTANTIATE_TEST_SUITE_P(Spaces, PicturesOfRegions,
                         ::testing::Values("z2/zp", "z2/linear", "hex/linear", "hex/quartic"), name_of_case);

TEST(Panel, TheSectionOfACubeIsASquareOrNothing) {
  const Polytope cube =
      Polytope::parallelepiped({Rational(0), Rational(0), Rational(0)}, {{Rational(1), Rational(0), Rational(0)},
                                                                         {Rational(0), Rational(1), Rational(0)},
                                                                         {Rational(0), Rational(0), Rational(1)}});
  const Section middle{{Rational(0), Rational(0), Rational(1, 3)}, {1, 0, 0, 1}};
  const std::vector<Point2> square = section_of(cube, middle);
  ASSERT_EQ(square.size(), 4U);
  EXPECT_DOUBLE_EQ(area(square), 1);
  const Section above{{Rational(0), Rational(0), Rational(2)}, {1, 0, 0, 1}};
  EXPECT_TRUE(section_of(cube, above).empty());
}

TEST(Svg, EscapesTextAndShortensNumbers) {
  Svg svg(10, 10);
  svg.text({1, 2}, "a<b & \"c\"", 12);
  const std::string picture = svg.finish();
  EXPECT_EQ(fault_of_xml(picture), "");
  EXPECT_NE(picture.find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg_number(1.0 / 3), "0.3333");
  EXPECT_EQ(svg_number(-1e-9), "0");
  EXPECT_EQ(hex_color(1, 0.5, -1), "#ff8000");
}

}  // namespace
}  // namespace latspline::tools
