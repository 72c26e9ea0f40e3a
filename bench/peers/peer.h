#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "latspline/abi/kernel_abi.h"

namespace latspline::bench {

/// Points in lattice coordinates (the spacing is 1): one array per axis, one after the other.
struct Points {
  std::vector<float> all;
  std::size_t size() const { return all.size() / 3; }
  const float* x() const { return all.data(); }
  const float* y() const { return x() + size(); }
  const float* z() const { return y() + size(); }
};

/// The uniform B-spline of a degree on Z^3.
enum class Degree { linear = 1, quadratic = 2, cubic = 3 };

/// Results of a call: values, and gradients, one array per axis, where asked for.
struct Results {
  std::vector<float> values;
  std::vector<float> gradients;  ///< empty: not asked for
};

/// Another way to evaluate B-splines on Z^3.
struct Peer {
  std::string name;
  bool has_gradient = false;
  std::function<double(const Points&, Results&)>
      run;  ///< evaluates at all points on one thread; the seconds that it takes
};

/// Loops written by hand for AVX-512, as an expert would; empty where the machine lacks it. They read the volume of a kernel of ours: padded, `f32`.
std::vector<Peer> hand_loops(const latspline_volume& volume, Degree degree);

/// vspline with Vc, ITK: empty where they are not installed. `coefficients`: extent[0] x extent[1] x extent[2], axis 0 fastest, mirrored about the first and last.
std::vector<Peer> vspline_peers(const std::vector<float>& coefficients, const std::size_t (&extent)[3], Degree degree);
/// `samples`: what the coefficients interpolate; ITK finds its own.
std::vector<Peer> itk_peers(const std::vector<float>& samples, const std::size_t (&extent)[3], Degree degree);
/// SciPy's map_coordinates in a process of its own, f64.
std::vector<Peer> scipy_peers(const std::vector<float>& coefficients, const std::size_t (&extent)[3], Degree degree);

}  // namespace latspline::bench
