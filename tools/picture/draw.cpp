#include "tools/picture/draw.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "latspline/base/interrupt.h"
#include "tools/picture/exploded.h"
#include "tools/picture/panel.h"

namespace latspline::tools {
namespace {

constexpr double margin = 52;
constexpr double top = 92;
constexpr double side = 380;

Svg begin_picture(const Analysis& analysis, int panels, double height) {
  Svg svg(panels * (side + margin) + 24, height);
  const std::vector<std::string> title = title_of(analysis);
  svg.text({margin - 4, 34}, title[0], 20, "start", "#222222", true);
  svg.text({margin - 4, 56}, title[1], 13);
  return svg;
}

Point2 corner_of(int panel) { return {margin + panel * (side + margin), top}; }

Section section_through(const Analysis& analysis, const Vector& origin) {
  Section section{origin, {1, 0, 0, 1}};
  const auto& frame = analysis.space.frame;
  if (!frame.empty()) section.frame = {frame[0][0], frame[0][1], frame[1][0], frame[1][1]};
  section.origin[0] = section.origin[1] = 0;
  return section;
}

/// Half the side of a square about `center` that holds the points.
double radius_around(Point2 center, const std::vector<Point2>& points) {
  double radius = 0;
  for (const Point2& point : points)
    radius = std::max({radius, std::fabs(point[0] - center[0]), std::fabs(point[1] - center[1])});
  return radius;
}

double largest_value(const Analysis& analysis) {
  double largest = 0;
  for (const Rational& value : analysis.prefilter.values) largest = std::max(largest, value.to_double());
  return largest;
}

void legend(Svg& svg, Point2 at, bool values) {
  double x = at[0];
  const auto entry = [&](const std::string& text, double width, const auto& mark) {
    mark(Point2{x, at[1]});
    svg.text({x + 24, at[1] + 4}, text, 12);
    x += width;
  };
  entry("site", 66, [&](Point2 p) { svg.circle({p[0] + 9, p[1]}, 4, {.fill = "#222222"}); });
  entry("knot plane", 106, [&](Point2 p) { svg.line(p, {p[0] + 18, p[1]}, {.stroke = "#888888"}); });
  entry("region of evaluation", 168,
        [&](Point2 p) { svg.line(p, {p[0] + 18, p[1]}, {.stroke = "#b00020", .stroke_width = 2.2, .dashes = "7 4"}); });
  entry("chamber", 104, [&](Point2 p) { svg.line(p, {p[0] + 18, p[1]}, {.stroke = "#222222", .stroke_width = 1.6}); });
  entry("sub-regions, numbered", 176, [&](Point2 p) {
    svg.rectangle({p[0], p[1] - 6}, 9, 12, {.fill = subregion_color(0)});
    svg.rectangle({p[0] + 9, p[1] - 6}, 9, 12, {.fill = subregion_color(1)});
  });
  if (!values) return;
  for (int i = 0; i < 12; ++i) {
    const auto color = value_color((i + 1) / 12.0);
    svg.rectangle({x + 10 * i, at[1] - 6}, 10.3, 12, {.fill = hex_color(color[0], color[1], color[2])});
  }
  svg.text({x + 126, at[1] + 4}, "phi, from 0 to its greatest value", 12);
}

/// phi over the square around its support as a surface seen from above, painted from back to front.
void draw_surface(Svg& svg, Point2 corner, PieceEvaluator& phi, const Section& section, double radius,
                  double greatest) {
  constexpr int n = 36;
  const auto determinant = section.frame[0] * section.frame[3] - section.frame[1] * section.frame[2];
  std::vector<std::vector<double>> height(n + 1, std::vector<double>(n + 1));
  const auto coordinate = [&](int i) { return radius * (2.0 * i / n - 1); };
  for (int i = 0; i <= n; ++i) {
    check_interrupt();
    for (int j = 0; j <= n; ++j) {
      const double x = coordinate(i);
      const double y = coordinate(j);
      const double u = (section.frame[3] * x - section.frame[1] * y) / determinant;
      const double v = (section.frame[0] * y - section.frame[2] * x) / determinant;
      height[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = value_near(phi, {u, v}) / greatest;
    }
  }
  const double scale = side / (2.95 * radius);
  const auto project = [&](int i, int j) -> Point2 {
    const double x = coordinate(i);
    const double y = coordinate(j);
    const double h = height[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    return {corner[0] + side / 2 + scale * (x - y) * 0.72,
            corner[1] + 0.66 * side + scale * (x + y) * 0.36 - 0.5 * side * h};
  };
  svg.begin_group("#5b7fa6", 0.25);
  for (int sum = 0; sum <= 2 * n - 2; ++sum) {
    for (int i = std::max(0, sum - n + 1); i <= std::min(sum, n - 1); ++i) {
      const int j = sum - i;
      double mean = 0;
      for (const auto& [a, b] : {std::pair{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}})
        mean += height[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] / 4;
      // Light from the left: the slope along it.
      const double slope = (height[static_cast<std::size_t>(i + 1)][static_cast<std::size_t>(j)] -
                            height[static_cast<std::size_t>(i)][static_cast<std::size_t>(j + 1)]) *
                           n / 8.0;
      const auto color = value_color(0.08 + 0.75 * mean);
      const double light = std::clamp(0.97 + 0.16 * slope, 0.72, 1.06);
      svg.polygon({project(i, j), project(i + 1, j), project(i + 1, j + 1), project(i, j + 1)},
                  {.fill = hex_color(light * color[0], light * color[1], light * color[2])});
    }
  }
  svg.end_group();
  svg.text({corner[0], corner[1] - 8}, "phi", 13, "start", "#222222", true);
}

/// The region's outline in Euclidean coordinates.
std::vector<Point2> outline(const Analysis& analysis, const Section& section) {
  std::vector<Point2> points;
  for (const Vector& vertex : analysis.region.region.vertices()) {
    const Vector x = vertex + analysis.region.rounding.center;
    points.push_back(section.euclidean(x[0].to_double(), x[1].to_double()));
  }
  return points;
}

/// Half the side of a square about 0 that holds the support's section of the first two axes.
double support_radius(const Analysis& analysis, const Section& section) {
  double radius = 0;
  for (int axis = 0; axis < 2; ++axis) {
    // |x_axis| <= half width of the functional that is row `axis` of the frame.
    const auto a = static_cast<std::size_t>(axis);
    Vector functional(section.origin.size());
    functional[0] = Rational::from_double(section.frame[2 * a]);
    functional[1] = Rational::from_double(section.frame[2 * a + 1]);
    radius = std::max(radius, analysis.space.basis.half_width(functional).to_double());
  }
  return radius;
}

Point2 mean_of(const std::vector<Point2>& points) {
  Point2 mean{0, 0};
  for (const Point2& point : points)
    for (std::size_t j = 0; j < 2; ++j) mean[j] += point[j] / static_cast<double>(points.size());
  return mean;
}

std::string draw_plane(const Analysis& analysis) {
  Svg svg = begin_picture(analysis, 3, top + side + 70);
  const Section section = section_through(analysis, Vector(2));
  PieceEvaluator phi(analysis.space.basis, analysis.space.lattice.determinant());
  const std::vector<Point2> region = outline(analysis, section);
  const Panel lattice(svg, corner_of(0), side, mean_of(region), 1.9 * radius_around(mean_of(region), region));
  lattice.begin();
  draw_region(lattice, analysis, section, true);
  draw_knot_planes(lattice, analysis, section);
  draw_sites(lattice, analysis, section);
  lattice.end();
  lattice.frame("lattice, region, chamber, sub-regions");
  const double radius = 1.12 * support_radius(analysis, section);
  const double greatest = largest_value(analysis);
  const Panel values(svg, corner_of(1), side, {0, 0}, radius);
  values.begin();
  draw_values(values, phi, section, greatest);
  draw_knot_planes(values, analysis, section);
  draw_sites(values, analysis, section);
  values.end();
  values.frame("phi and the knot planes of its shifts");
  draw_surface(svg, corner_of(2), phi, section, radius, greatest);
  legend(svg, {margin, top + side + 44}, true);
  return svg.finish();
}

std::string draw_sections(const Analysis& analysis, bool exploded) {
  const int s = analysis.space.lattice.dimension();
  const Vector& center = analysis.region.rounding.center;
  // Through the origin, through the middle of the chamber, and through the middle of the region.
  const auto third_axes = [&](const Vector& point) {
    Vector origin = point;
    origin[0] = origin[1] = 0;
    return origin;
  };
  std::vector<Vector> origins{Vector(static_cast<std::size_t>(s))};
  for (const Vector& candidate : {third_axes(center + analysis.region.part.vertex_average()),
                                  third_axes(center + analysis.region.region.vertex_average())})
    if (std::find(origins.begin(), origins.end(), candidate) == origins.end()) origins.push_back(candidate);
  const int columns = std::max(static_cast<int>(origins.size()), exploded ? 2 : 1);
  Svg svg = begin_picture(analysis, columns, top + (exploded ? 2 : 1) * (side + 74) + 20);
  PieceEvaluator phi(analysis.space.basis, analysis.space.lattice.determinant());
  const double greatest = largest_value(analysis);
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const Section section = section_through(analysis, origins[i]);
    const Panel panel(svg, corner_of(static_cast<int>(i)), side, {0, 0}, 1.12 * support_radius(analysis, section));
    panel.begin();
    draw_values(panel, phi, section, greatest);
    draw_region(panel, analysis, section, true);
    draw_knot_planes(panel, analysis, section);
    draw_sites(panel, analysis, section);
    panel.end();
    std::string caption = "section";
    for (int j = 2; j < s; ++j)
      caption +=
          (j == 2 ? " x" : ", x") + std::to_string(j) + " = " + origins[i][static_cast<std::size_t>(j)].to_string();
    if (caption.size() > 54) caption = caption.substr(0, 51) + "...";
    panel.frame(caption);
  }
  legend(svg, {margin, top + side + 44}, columns > 2);
  if (exploded) {
    draw_exploded(svg, {margin, top + side + 96}, side, analysis, false, "sub-regions of the chamber, pulled apart");
    draw_exploded(svg, {margin + side + margin, top + side + 96}, side, analysis, true, "and of the whole region");
  }
  return svg.finish();
}

std::string draw_line(const Analysis& analysis) {
  constexpr double width = 760;
  constexpr double height = 300;
  Svg svg(width + 2 * margin, height + top + 70);
  const std::vector<std::string> title = title_of(analysis);
  svg.text({margin, 34}, title[0], 20, "start", "#222222", true);
  svg.text({margin, 56}, title[1], 13);
  PieceEvaluator phi(analysis.space.basis, analysis.space.lattice.determinant());
  const double reach = analysis.reach[0].to_double();
  const double period = static_cast<double>(analysis.cosets.period[0]);
  const double view = reach + period;
  const double greatest = std::max(1.0, largest_value(analysis));
  const auto place = [&](double x, double y) -> Point2 {
    return {margin + width * (x + view) / (2 * view), top + height * (1 - y / (1.1 * greatest))};
  };
  const auto curve = [&](double shift) {
    std::vector<Point2> points;
    for (int i = 0; i <= 400; ++i) {
      const double x = shift - reach + 2 * reach * i / 400.0;
      points.push_back(place(x, value_near(phi, {x - shift})));
    }
    return points;
  };
  svg.begin_clip({margin, top}, width, height);
  for (const KnotPlanes& family : analysis.knot_planes) {
    const double step = family.step.to_double() / static_cast<double>(family.normal[0]);
    for (const Rational& offset : family.offsets) {
      const double first = offset.to_double() / static_cast<double>(family.normal[0]);
      for (double k = std::ceil((-view - first) / step); first + k * step <= view; ++k)
        svg.line(place(first + k * step, 0), place(first + k * step, 1.1 * greatest),
                 {.stroke = "#aaaaaa", .stroke_width = 0.7});
    }
  }
  for (double shift = period; shift < view + reach; shift += period) {
    for (const double sign : {-1.0, 1.0})
      svg.polyline(curve(sign * shift), {.stroke = "#7a9cc6", .stroke_width = 1.2, .dashes = "5 4"});
  }
  svg.line(place(-view, 1), place(view, 1), {.stroke = "#b00020", .stroke_width = 1.2, .dashes = "2 3"});
  svg.polyline(curve(0), {.stroke = "#1f4e8c", .stroke_width = 2.6});
  svg.end_clip();
  svg.line(place(-view, 0), place(view, 0), {.stroke = "#444444"});
  for (double site = 0; site <= view; site += period) {
    for (const double sign : {-1.0, 1.0}) {
      if (site == 0 && sign < 0) continue;
      svg.circle(place(sign * site, 0), 4, {.fill = "#222222", .stroke = "#ffffff"});
      svg.text({place(sign * site, 0)[0], top + height + 20}, svg_number(sign * site), 11, "middle");
    }
  }
  for (const double level : {0.5, 1.0}) svg.text({margin - 8, place(0, level)[1] + 4}, svg_number(level), 11, "end");
  svg.text({margin, top + height + 48},
           "solid: phi; dashed: its shifts; dotted red: the sum of all; grey: knots; dots: sites", 12);
  return svg.finish();
}

}  // namespace

std::string draw(const Analysis& analysis) {
  switch (analysis.space.lattice.dimension()) {
    case 1:
      return draw_line(analysis);
    case 2:
      return draw_plane(analysis);
    default:
      return draw_sections(analysis, analysis.space.lattice.dimension() == 3);
  }
}

}  // namespace latspline::tools
