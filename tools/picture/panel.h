#pragma once

#include <functional>
#include <string>
#include <vector>

#include "latspline/analysis/analysis.h"
#include "latspline/basis/piece_evaluator.h"
#include "tools/picture/svg.h"

namespace latspline::tools {

/// The plane {origin + u_0 e_0 + u_1 e_1} of lattice coordinates that a panel shows, in the Euclidean coordinates of the frame.
struct Section {
  Vector origin;                            ///< its first two entries are 0
  std::array<double, 4> frame{1, 0, 0, 1};  ///< u to Euclidean, row-major

  Point2 euclidean(double u0, double u1) const {
    return {frame[0] * u0 + frame[1] * u1, frame[2] * u0 + frame[3] * u1};
  }
};

/// A square part of the picture with its own Euclidean coordinates, y upwards.
class Panel {
 public:
  /// `center` and `radius`: half the side, in Euclidean coordinates.
  Panel(Svg& svg, Point2 corner, double side, Point2 center, double radius);

  Point2 place(Point2 x) const;
  Svg& svg() const { return svg_; }
  Point2 corner() const { return corner_; }
  double side() const { return side_; }
  double radius() const { return radius_; }
  Point2 center() const { return center_; }
  void begin() const { svg_.begin_clip(corner_, side_, side_); }
  void end() const { svg_.end_clip(); }
  /// The outline, with numbers along the left and the lower edge, and a caption above.
  void frame(const std::string& caption) const;

 private:
  Svg& svg_;
  Point2 corner_;
  double side_;
  Point2 center_;
  double radius_;
};

/// The colour of a sub-region, told apart by colour-blind readers, too (Okabe, Ito, "Color universal design", 2008), paler by `light` in [0, 1].
std::string subregion_color(std::size_t number, double light = 0);
/// The colour of a value of phi in [0, 1]: white to blue.
std::array<double, 3> value_color(double value);

/// The part of a polytope (in lattice coordinates) within a section, as a polygon in u, in order around it; empty if the section misses its interior.
std::vector<Point2> section_of(const Polytope& polytope, const Section& section);

/// The corners in order around their mean.
std::vector<Point2> around(std::vector<Point2> corners);

/// The knot planes as lines.
void draw_knot_planes(const Panel& panel, const Analysis& analysis, const Section& section);
/// phi in bands of equal colour, relative to its greatest value.
void draw_values(const Panel& panel, PieceEvaluator& phi, const Section& section, double greatest);
/// The lattice's sites that lie in the section.
void draw_sites(const Panel& panel, const Analysis& analysis, const Section& section);
/// Sub-regions, the chamber and the region of evaluation around `shift` sites from its place.
void draw_region(const Panel& panel, const Analysis& analysis, const Section& section, bool labels);

/// The value of phi at a point near x that is on no knot plane of small numbers.
double value_near(PieceEvaluator& phi, const std::vector<double>& x);

/// Lines that name the space and its counts.
std::vector<std::string> title_of(const Analysis& analysis);

}  // namespace latspline::tools
