#include "tools/picture/panel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "latspline/base/interrupt.h"

namespace latspline::tools {
namespace {

constexpr int bands = 12;

std::vector<double> to_doubles(const Vector& v) {
  std::vector<double> result;
  for (const Rational& entry : v) result.push_back(entry.to_double());
  return result;
}

/// A round number near `size`: 1, 2 or 5 times a power of ten.
double round_step(double size) {
  const double power = std::pow(10, std::floor(std::log10(size)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= size) return factor * power;
  return 10 * power;
}

/// u of a Euclidean point of the section.
Point2 inverse_frame(const Section& section, Point2 x) {
  const auto& f = section.frame;
  const double determinant = f[0] * f[3] - f[1] * f[2];
  return {(f[3] * x[0] - f[1] * x[1]) / determinant, (f[0] * x[1] - f[2] * x[0]) / determinant};
}

/// The corners of the panel in the section's coordinates.
std::array<Point2, 4> corners_of(const Panel& panel, const Section& section) {
  std::array<Point2, 4> corners{};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const double x = k % 2 == 0 ? -1 : 1;
    const double y = k < 2 ? -1 : 1;
    corners[k] =
        inverse_frame(section, {panel.center()[0] + x * panel.radius(), panel.center()[1] + y * panel.radius()});
  }
  return corners;
}

}  // namespace

Panel::Panel(Svg& svg, Point2 corner, double side, Point2 center, double radius)
    : svg_(svg), corner_(corner), side_(side), center_(center), radius_(radius) {}

Point2 Panel::place(Point2 x) const {
  const double scale = side_ / (2 * radius_);
  return {corner_[0] + side_ / 2 + scale * (x[0] - center_[0]), corner_[1] + side_ / 2 - scale * (x[1] - center_[1])};
}

void Panel::frame(const std::string& caption) const {
  svg_.rectangle(corner_, side_, side_, {.stroke = "#444444"});
  svg_.text({corner_[0], corner_[1] - 8}, caption, 13, "start", "#222222", true);
  const double step = round_step(2 * radius_ / 5);
  for (int axis = 0; axis < 2; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    for (double value = std::ceil((center_[a] - radius_) / step) * step; value <= center_[a] + radius_ + 1e-9;
         value += step) {
      Point2 at = center_;
      at[a] = value;
      const Point2 place_of = place(at);
      if (axis == 0) {
        svg_.line({place_of[0], corner_[1] + side_}, {place_of[0], corner_[1] + side_ + 4}, {.stroke = "#444444"});
        svg_.text({place_of[0], corner_[1] + side_ + 17}, svg_number(value), 11, "middle");
      } else {
        svg_.line({corner_[0], place_of[1]}, {corner_[0] - 4, place_of[1]}, {.stroke = "#444444"});
        svg_.text({corner_[0] - 7, place_of[1] + 4}, svg_number(value), 11, "end");
      }
    }
  }
}

std::string subregion_color(std::size_t number, double light) {
  constexpr std::array<std::array<double, 3>, 8> colors = {{{0.90, 0.62, 0.00},
                                                            {0.34, 0.71, 0.91},
                                                            {0.00, 0.62, 0.45},
                                                            {0.80, 0.47, 0.65},
                                                            {0.94, 0.89, 0.26},
                                                            {0.84, 0.37, 0.00},
                                                            {0.00, 0.45, 0.70},
                                                            {0.60, 0.60, 0.60}}};
  // Beyond eight the same colours come again, darker.
  const auto& color = colors[number % colors.size()];
  const double dark = 1.0 - 0.25 * static_cast<double>((number / colors.size()) % 3);
  const auto part = [&](double c) { return c * dark + (1 - c * dark) * light; };
  return hex_color(part(color[0]), part(color[1]), part(color[2]));
}

std::array<double, 3> value_color(double value) {
  const double t = std::clamp(value, 0.0, 1.0);
  return {1 - 0.92 * t, 1 - 0.62 * t, 1 - 0.30 * t};
}

std::vector<Point2> around(std::vector<Point2> corners) {
  Point2 mean{0, 0};
  for (const Point2& corner : corners)
    for (std::size_t j = 0; j < 2; ++j) mean[j] += corner[j] / static_cast<double>(corners.size());
  std::sort(corners.begin(), corners.end(), [&](const Point2& a, const Point2& b) {
    return std::atan2(a[1] - mean[1], a[0] - mean[0]) < std::atan2(b[1] - mean[1], b[0] - mean[0]);
  });
  return corners;
}

std::vector<Point2> section_of(const Polytope& polytope, const Section& section) {
  std::vector<HalfSpace> half_spaces;
  for (const HalfSpace& facet : polytope.facets()) {
    HalfSpace part{{facet.normal[0], facet.normal[1]}, facet.offset - dot(facet.normal, section.origin)};
    if (part.normal[0].is_zero() && part.normal[1].is_zero()) {
      if (part.offset.sign() > 0) return {};
      continue;
    }
    half_spaces.push_back(std::move(part));
  }
  const auto cut = Polytope::intersection(half_spaces);
  if (!cut) return {};
  std::vector<Point2> corners;
  for (const Vector& vertex : cut->vertices()) corners.push_back({vertex[0].to_double(), vertex[1].to_double()});
  return around(std::move(corners));
}

void draw_knot_planes(const Panel& panel, const Analysis& analysis, const Section& section) {
  const double reach = 2.9 * panel.radius();
  for (const KnotPlanes& family : analysis.knot_planes) {
    const double a0 = static_cast<double>(family.normal[0]);
    const double a1 = static_cast<double>(family.normal[1]);
    if (a0 == 0 && a1 == 0) continue;
    const double shift = dot(section.origin, family.normal).to_double();
    const Point2 middle = inverse_frame(section, panel.center());
    // The greatest |<a, u - middle>| over the panel.
    double extent = 0;
    for (const Point2& u : corners_of(panel, section))
      extent = std::max(extent, std::fabs(a0 * (u[0] - middle[0]) + a1 * (u[1] - middle[1])));
    const double at_middle = a0 * middle[0] + a1 * middle[1];
    const double step = family.step.to_double();
    for (const Rational& offset : family.offsets) {
      const double first = offset.to_double() - shift;
      for (double k = std::ceil((at_middle - extent - first) / step); first + k * step <= at_middle + extent; ++k) {
        // The point of the line nearest to the middle, and its direction.
        const double t = (first + k * step - at_middle) / (a0 * a0 + a1 * a1);
        const Point2 u{middle[0] + t * a0, middle[1] + t * a1};
        const Point2 direction = section.euclidean(-a1, a0);
        const double length = std::hypot(direction[0], direction[1]);
        const Point2 x = section.euclidean(u[0], u[1]);
        panel.svg().line(panel.place({x[0] - reach * direction[0] / length, x[1] - reach * direction[1] / length}),
                         panel.place({x[0] + reach * direction[0] / length, x[1] + reach * direction[1] / length}),
                         {.stroke = "#888888", .stroke_width = 0.7});
      }
    }
  }
}

double value_near(PieceEvaluator& phi, const std::vector<double>& x) {
  Vector point;
  for (std::size_t j = 0; j < x.size(); ++j)
    point.push_back(Rational(std::llround(x[j] * 4096), 4096) + Rational(static_cast<std::int64_t>(j) + 3, 1000003));
  return phi.piece(point)(point).to_double();
}

void draw_values(const Panel& panel, PieceEvaluator& phi, const Section& section, double greatest) {
  constexpr int rows = 110;
  const double size = 2 * panel.radius() / rows;
  const double pixel = panel.side() / rows;
  for (int row = 0; row < rows; ++row) {
    check_interrupt();
    const double y = panel.center()[1] + panel.radius() - (row + 0.5) * size;
    int begin = 0;
    int band = 0;
    for (int column = 0; column <= rows; ++column) {
      int next = -1;
      if (column < rows) {
        const Point2 u = inverse_frame(section, {panel.center()[0] - panel.radius() + (column + 0.5) * size, y});
        std::vector<double> x = to_doubles(section.origin);
        x[0] = u[0];
        x[1] = u[1];
        next = static_cast<int>(std::ceil(value_near(phi, x) / greatest * bands - 1e-9));
      }
      if (column > 0 && next == band) continue;
      if (column > 0 && band > 0) {
        const auto color = value_color(static_cast<double>(band) / bands);
        // A little larger than the cell, so that no seams show.
        panel.svg().rectangle({panel.corner()[0] + begin * pixel, panel.corner()[1] + row * pixel},
                              (column - begin) * pixel + 0.3, pixel + 0.3,
                              {.fill = hex_color(color[0], color[1], color[2])});
      }
      begin = column;
      band = next;
    }
  }
}

void draw_sites(const Panel& panel, const Analysis& analysis, const Section& section) {
  const auto s = section.origin.size();
  for (std::size_t j = 2; j < s; ++j)
    if (!section.origin[j].is_integer()) return;
  const Point2 middle = inverse_frame(section, panel.center());
  double extent = 0;
  for (const Point2& u : corners_of(panel, section))
    extent = std::max({extent, std::fabs(u[0] - middle[0]), std::fabs(u[1] - middle[1])});
  for (auto i = static_cast<std::int64_t>(std::floor(middle[0] - extent)); static_cast<double>(i) <= middle[0] + extent;
       ++i) {
    for (auto j = static_cast<std::int64_t>(std::floor(middle[1] - extent));
         static_cast<double>(j) <= middle[1] + extent; ++j) {
      Vector site = section.origin;
      site[0] = i;
      site[1] = j;
      if (!analysis.space.lattice.contains(site)) continue;
      const Point2 x = section.euclidean(static_cast<double>(i), static_cast<double>(j));
      if (std::fabs(x[0] - panel.center()[0]) > panel.radius() || std::fabs(x[1] - panel.center()[1]) > panel.radius())
        continue;
      panel.svg().circle(panel.place(x), 4, {.fill = "#222222", .stroke = "#ffffff"});
    }
  }
}

void draw_region(const Panel& panel, const Analysis& analysis, const Section& section, bool labels) {
  const Vector& center = analysis.region.rounding.center;
  const auto polygon = [&](const Polytope& part) {
    std::vector<Point2> points;
    for (const Point2& u : section_of(part.translated(center), section))
      points.push_back(panel.place(section.euclidean(u[0], u[1])));
    return points;
  };
  const std::vector<Point2> region = polygon(analysis.region.region);
  if (!region.empty()) panel.svg().polygon(region, {.fill = "#dddddd", .opacity = 0.6});
  for (std::size_t r = 0; r < analysis.subregions.size(); ++r) {
    for (const Polytope& piece : analysis.subregions[r].pieces) {
      const std::vector<Point2> points = polygon(piece);
      if (!points.empty())
        panel.svg().polygon(points,
                            {.fill = subregion_color(r), .stroke = "#ffffff", .stroke_width = 0.6, .opacity = 0.85});
    }
  }
  const std::vector<Point2> chamber = polygon(analysis.region.part);
  if (!chamber.empty()) panel.svg().polygon(chamber, {.stroke = "#222222", .stroke_width = 1.4});
  if (!region.empty()) panel.svg().polygon(region, {.stroke = "#b00020", .stroke_width = 2.2, .dashes = "7 4"});
  if (!labels) return;
  for (std::size_t r = 0; r < analysis.subregions.size(); ++r) {
    // The largest piece that the section shows carries the label.
    std::vector<Point2> best;
    double largest = 0;
    for (const Polytope& piece : analysis.subregions[r].pieces) {
      const std::vector<Point2> points = polygon(piece);
      double area = 0;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Point2& a = points[i];
        const Point2& b = points[(i + 1) % points.size()];
        area += (a[0] * b[1] - a[1] * b[0]) / 2;
      }
      if (std::fabs(area) <= largest) continue;
      largest = std::fabs(area);
      best = points;
    }
    if (best.empty()) continue;
    Point2 mean{0, 0};
    for (const Point2& point : best)
      for (std::size_t j = 0; j < 2; ++j) mean[j] += point[j] / static_cast<double>(best.size());
    panel.svg().text({mean[0], mean[1] + 4}, std::to_string(r), std::clamp(std::sqrt(largest) / 3, 6.0, 13.0), "middle",
                     "#000000", true);
  }
}

std::vector<std::string> title_of(const Analysis& analysis) {
  std::size_t least = analysis.subregions.front().sites.size();
  std::size_t most = least;
  for (const Subregion& subregion : analysis.subregions) {
    least = std::min(least, subregion.sites.size());
    most = std::max(most, subregion.sites.size());
  }
  std::string facts = "degree " + std::to_string(analysis.degree) + ", C" + std::to_string(analysis.continuity) +
                      ", order " + std::to_string(analysis.order) + ", " +
                      (least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most)) +
                      " sites per evaluation, group of " + std::to_string(analysis.group.size());
  if (!analysis.cell_classes.empty())
    facts += ", " + std::to_string(analysis.cells()) + (analysis.cells() == 1 ? " cell in " : " cells in ") +
             std::to_string(analysis.cell_classes.size()) + (analysis.cell_classes.size() == 1 ? " class" : " classes");
  facts += ", " + std::to_string(analysis.subregions.size()) + " sub-region" +
           (analysis.subregions.size() == 1 ? "" : "s") + " in the chamber";
  std::string name = analysis.space.name;
  if (name.size() > 60) name = name.substr(0, 57) + "...";
  return {name, facts};
}

}  // namespace latspline::tools
