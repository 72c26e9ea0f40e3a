#pragma once

#include <array>
#include <string>
#include <vector>

namespace latspline::tools {

using Point2 = std::array<double, 2>;

struct SvgStyle {
  std::string fill = "none";
  std::string stroke = "none";
  double stroke_width = 1;
  std::string dashes = "";  ///< "4 3", or empty
  double opacity = 1;
};

/// A picture in Scalable Vector Graphics, written from back to front. Coordinates in pixels, y downwards. The text is deterministic.
class Svg {
 public:
  Svg(double width, double height);

  void polygon(const std::vector<Point2>& points, const SvgStyle& style);
  void polyline(const std::vector<Point2>& points, const SvgStyle& style);
  void line(Point2 from, Point2 to, const SvgStyle& style);
  void circle(Point2 center, double radius, const SvgStyle& style);
  void rectangle(Point2 corner, double width, double height, const SvgStyle& style);
  /// anchor: start, middle or end.
  void text(Point2 at, const std::string& text, double size, const std::string& anchor = "start",
            const std::string& color = "#222222", bool bold = false);
  /// What follows until end_clip is cut to a rectangle.
  void begin_clip(Point2 corner, double width, double height);
  void end_clip();
  /// What follows until end_group has this outline, unless it says otherwise.
  void begin_group(const std::string& stroke, double stroke_width);
  void end_group();
  /// The whole document.
  std::string finish() const;

 private:
  double width_;
  double height_;
  int clips_ = 0;
  std::string body_;
};

/// "#rrggbb" of red, green and blue in [0, 1].
std::string hex_color(double red, double green, double blue);
/// A number with at most four significant digits.
std::string svg_number(double number);

}  // namespace latspline::tools
