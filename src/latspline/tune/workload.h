#pragma once

#include <cstdint>
#include <vector>

#include "latspline/runtime/kernel.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// Points of one kind that kernels are timed at, packed x y z x y z .., in lattice coordinates.
enum class PointSet {
  random,  ///< uniform in the volume
  rays  ///< rays of 200 points, `step` cell widths apart, from random places in random directions, reflected into the volume
};

/// A volume of pseudo-random coefficients of about `samples` sites, equal extents along all axes, and points in it; the same for the same arguments.
template <typename T>
struct Workload {
  Volume volume;
  std::vector<T> random;
  std::vector<T> rays;
};

/// `determinant`: the volume of a lattice cell. T is float or double.
template <typename T>
Workload<T> make_workload(const LatticeShape& shape, double determinant, latspline_boundary boundary,
                          std::size_t samples, std::size_t points, double step);
extern template Workload<float> make_workload(const LatticeShape&, double, latspline_boundary, std::size_t, std::size_t,
                                              double);
extern template Workload<double> make_workload(const LatticeShape&, double, latspline_boundary, std::size_t,
                                               std::size_t, double);

/// Nanoseconds per point of one call on one thread, for values and, where `gradients` is not null, gradients.
template <typename T>
double time_call(const Kernel& kernel, const Volume& volume, const std::vector<T>& points, std::vector<T>& values,
                 T* gradients);
extern template double time_call(const Kernel&, const Volume&, const std::vector<float>&, std::vector<float>&, float*);
extern template double time_call(const Kernel&, const Volume&, const std::vector<double>&, std::vector<double>&,
                                 double*);

}  // namespace latspline
