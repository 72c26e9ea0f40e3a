#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "latspline/runtime/kernel.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// A kernel bound to a volume of coefficients: f, its gradient and its Hessian, in lattice or world coordinates. Immutable and safe
/// to share among threads. The constructor throws InputError when the two do not belong together (space, scalar,
/// boundary rule, samples instead of coefficients).
class Evaluator {
 public:
  Evaluator(Kernel kernel, Volume volume);

  const Volume& volume() const { return volume_; }
  const Kernel& kernel() const { return kernel_; }

  /// f at one point in lattice coordinates; gradient (dimension s entries, lattice coordinates) and hessian (s (s + 1) / 2 entries d2f/dx_a dx_b, a <= b,
  /// row by row) unless empty. Hessians need a kernel that was made with PlanOptions::hessian (UnsupportedError).
  double operator()(std::span<const double> point, std::span<double> gradient = {},
                    std::span<double> hessian = {}) const;

  /// A batch on all cores (oneTBB; a caller's arena is respected). points: count x dimension, packed, lattice
  /// coordinates; gradients empty or as points, hessians empty or s (s + 1) / 2 entries a point. The scalar must be the kernel's (InputError).
  /// Results do not depend on the number of threads.
  void evaluate(std::span<const float> points, std::span<float> values, std::span<float> gradients = {},
                std::span<float> hessians = {}) const;
  void evaluate(std::span<const double> points, std::span<double> values, std::span<double> gradients = {},
                std::span<double> hessians = {}) const;

  /// The same with points and derivatives in world coordinates, and any kernel scalar.
  void evaluate_world(std::span<const double> points, std::span<double> values, std::span<double> gradients = {},
                      std::span<double> hessians = {}, const std::function<void(double)>& progress = {}) const;

 private:
  Kernel kernel_;
  Volume volume_;
  WorldTransform to_lattice_;
};

/// Throws the error that a kernel's status stands for; returns for LATSPLINE_OK.
void check_status(int status);

}  // namespace latspline
