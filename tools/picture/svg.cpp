#include "tools/picture/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace latspline::tools {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (byte < 0x20 || byte > 0x7e) {
      result += '?';  // names are shown, not kept
    } else {
      result += c;
    }
  }
  return result;
}

std::string attributes(const SvgStyle& style) {
  std::string text = " fill=\"" + style.fill + "\"";
  if (style.stroke != "none") {
    text += " stroke=\"" + style.stroke + "\" stroke-width=\"" + svg_number(style.stroke_width) +
            "\" stroke-linejoin=\"round\"";
    if (!style.dashes.empty()) text += " stroke-dasharray=\"" + style.dashes + "\"";
  }
  if (style.opacity < 1) text += " opacity=\"" + svg_number(style.opacity) + "\"";
  return text;
}

std::string list(const std::vector<Point2>& points) {
  std::string text;
  for (const Point2& point : points)
    text += (text.empty() ? "" : " ") + svg_number(point[0]) + "," + svg_number(point[1]);
  return text;
}

}  // namespace

std::string svg_number(double number) {
  if (std::fabs(number) < 5e-4) return "0";
  char text[32];
  std::snprintf(text, sizeof text, std::fabs(number) >= 1000 ? "%.0f" : "%.4g", number);
  return text;
}

std::string hex_color(double red, double green, double blue) {
  const auto byte = [](double part) { return static_cast<unsigned>(std::lround(255 * std::clamp(part, 0.0, 1.0))); };
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(red), byte(green), byte(blue));
  return text;
}

Svg::Svg(double width, double height) : width_(width), height_(height) {}

void Svg::polygon(const std::vector<Point2>& points, const SvgStyle& style) {
  body_ += "<polygon points=\"" + list(points) + "\"" + attributes(style) + "/>\n";
}

void Svg::polyline(const std::vector<Point2>& points, const SvgStyle& style) {
  body_ += "<polyline points=\"" + list(points) + "\"" + attributes(style) + "/>\n";
}

void Svg::line(Point2 from, Point2 to, const SvgStyle& style) {
  body_ += "<line x1=\"" + svg_number(from[0]) + "\" y1=\"" + svg_number(from[1]) + "\" x2=\"" + svg_number(to[0]) +
           "\" y2=\"" + svg_number(to[1]) + "\"" + attributes(style) + "/>\n";
}

void Svg::circle(Point2 center, double radius, const SvgStyle& style) {
  body_ += "<circle cx=\"" + svg_number(center[0]) + "\" cy=\"" + svg_number(center[1]) + "\" r=\"" +
           svg_number(radius) + "\"" + attributes(style) + "/>\n";
}

void Svg::rectangle(Point2 corner, double width, double height, const SvgStyle& style) {
  body_ += "<rect x=\"" + svg_number(corner[0]) + "\" y=\"" + svg_number(corner[1]) + "\" width=\"" +
           svg_number(width) + "\" height=\"" + svg_number(height) + "\"" + attributes(style) + "/>\n";
}

void Svg::text(Point2 at, const std::string& text, double size, const std::string& anchor, const std::string& color,
               bool bold) {
  body_ += "<text x=\"" + svg_number(at[0]) + "\" y=\"" + svg_number(at[1]) + "\" font-size=\"" + svg_number(size) +
           "\" text-anchor=\"" + anchor + "\" fill=\"" + color + "\"" + (bold ? " font-weight=\"bold\"" : "") + ">" +
           escaped(text) + "</text>\n";
}

void Svg::begin_clip(Point2 corner, double width, double height) {
  const std::string name = "clip" + std::to_string(clips_++);
  body_ += "<clipPath id=\"" + name + "\"><rect x=\"" + svg_number(corner[0]) + "\" y=\"" + svg_number(corner[1]) +
           "\" width=\"" + svg_number(width) + "\" height=\"" + svg_number(height) +
           "\"/></clipPath>\n<g clip-path=\"url(#" + name + ")\">\n";
}

void Svg::end_clip() { body_ += "</g>\n"; }

void Svg::begin_group(const std::string& stroke, double stroke_width) {
  body_ +=
      "<g stroke=\"" + stroke + "\" stroke-width=\"" + svg_number(stroke_width) + "\" stroke-linejoin=\"round\">\n";
}

void Svg::end_group() { body_ += "</g>\n"; }

std::string Svg::finish() const {
  const std::string size = "width=\"" + svg_number(width_) + "\" height=\"" + svg_number(height_) + "\"";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" " + size +
         " viewBox=\"0 0 " + svg_number(width_) + " " + svg_number(height_) +
         "\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n<rect " + size + " fill=\"#ffffff\"/>\n" +
         body_ + "</svg>\n";
}

}  // namespace latspline::tools
