#include <itkBSplineInterpolateImageFunction.h>
#include <itkImage.h>
#include <itkLinearInterpolateImageFunction.h>

#include <algorithm>

#include "bench/peers/peer.h"
#include "bench/statistics.h"

namespace latspline::bench {

std::vector<Peer> itk_peers(const std::vector<float>& samples, const std::size_t (&extent)[3], Degree degree) {
  using Image = itk::Image<float, 3>;
  const Image::Pointer image = Image::New();
  image->SetRegions(Image::SizeType{{extent[0], extent[1], extent[2]}});
  image->Allocate();
  std::copy(samples.begin(), samples.end(), image->GetBufferPointer());
  const auto run = [](const auto& function, const Points& points, Results& results) {
    return seconds([&] {
      itk::ContinuousIndex<float, 3> x;
      for (std::size_t i = 0; i < points.size(); ++i) {
        x[0] = points.x()[i];
        x[1] = points.y()[i];
        x[2] = points.z()[i];
        results.values[i] = static_cast<float>(function->EvaluateAtContinuousIndex(x));
      }
    });
  };
  if (degree == Degree::linear) {
    const auto function = itk::LinearInterpolateImageFunction<Image, float>::New();
    function->SetInputImage(image);
    return {{"ITK", false, [=](const Points& points, Results& results) { return run(function, points, results); }}};
  }
  const auto function = itk::BSplineInterpolateImageFunction<Image, float, float>::New();
  function->SetSplineOrder(static_cast<unsigned>(degree));
  function->SetInputImage(image);
  return {{"ITK", false, [=](const Points& points, Results& results) { return run(function, points, results); }}};
}

}  // namespace latspline::bench
