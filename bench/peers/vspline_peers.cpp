#include <vspline/vspline.h>

#include "bench/peers/peer.h"
#include "bench/statistics.h"

namespace latspline::bench {
namespace {

template <typename Evaluator>
double run(const Evaluator& evaluator, const Points& points, Results& results) {
  using Coordinate = vigra::TinyVector<float, 3>;
  std::vector<Coordinate> packed;  // the order that it takes them in; not counted
  for (std::size_t i = 0; i < points.size(); ++i) packed.emplace_back(points.x()[i], points.y()[i], points.z()[i]);
  const vigra::Shape1 shape(static_cast<vigra::MultiArrayIndex>(points.size()));
  const vigra::MultiArrayView<1, Coordinate> from(shape, packed.data());
  vigra::MultiArrayView<1, float> to(shape, results.values.data());
  return seconds([&] { vspline::transform(evaluator, from, to, 1); });
}

}  // namespace

std::vector<Peer> vspline_peers(const std::vector<float>& coefficients, const std::size_t (&extent)[3], Degree degree) {
  using Spline = vspline::bspline<float, 3>;
  const auto length = [&](int j) { return static_cast<vigra::MultiArrayIndex>(extent[j]); };
  const auto spline = std::make_shared<Spline>(Spline::shape_type(length(0), length(1), length(2)),
                                               static_cast<int>(degree), Spline::bcv_type(vspline::MIRROR));
  std::copy(coefficients.begin(), coefficients.end(), spline->core.begin());
  spline->brace();
  const auto evaluator = vspline::make_evaluator(*spline);
  return {{"vspline with Vc", false,
           [spline, evaluator](const Points& points, Results& results) { return run(evaluator, points, results); }}};
}

}  // namespace latspline::bench
