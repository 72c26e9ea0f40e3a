#include "latspline/runtime/iterative_solve.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/coset_field.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/parallel.h"
#include "latspline/runtime/tap_operator.h"
#include "latspline/runtime/text.h"

namespace latspline {
namespace {

/// One linear system A x = b with largest |b| = 1.
class Solver {
 public:
  Solver(const VolumeDescription& description, const latspline_filter_taps& taps, const PrefilterOptions& options,
         std::span<double> values)
      : description_(description),
        options_(options),
        layout_(description),
        operator_(layout_, description.shape, taps),
        b_(layout_),
        x_(layout_),
        r_(layout_) {
    b_.load(layout_, values);
  }

  PrefilterReport solve(std::span<double> values) {
    const double scale = largest_magnitude(layout_, b_);
    if (scale == 0) return {};
    for_runs([&](const Run& run) {
      for (std::size_t i = 0; i < run.length; ++i) (b_.data() + run.offset)[i] /= scale;
      std::copy_n(b_.data() + run.offset, run.length, x_.data() + run.offset);
    });
    PrefilterReport report;
    report.residual = refresh_residual();
    initial_residual_ = report.residual;
    bool symmetric = operator_.self_adjoint();
    while (report.residual > options_.tolerance) {
      const double before = report.residual;
      if (symmetric) symmetric = conjugate_gradients(report.iterations);
      if (!symmetric) bicgstab(report.iterations);
      report.residual = refresh_residual();
      if (report.residual <= options_.tolerance) break;
      if (report.iterations >= options_.max_iterations || !(report.residual < before)) fail(report);
    }
    for_runs([&](const Run& run) {
      for (std::size_t i = 0; i < run.length; ++i) (x_.data() + run.offset)[i] *= scale;
    });
    x_.store(layout_, values);
    return report;
  }

 private:
  template <class F>
  void for_runs(F body) {
    parallel_blocks(layout_.run_count(), layout_.runs_per_block(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r) body(layout_.run(r));
    });
  }

  /// The sum over all runs of what body returns.
  template <class F>
  double sum_runs(F body) {
    return parallel_sum(layout_.run_count(), layout_.runs_per_block(), [&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t r = begin; r < end; ++r) sum += body(layout_.run(r));
      return sum;
    });
  }

  /// out = A c; returns dot(out, with).
  double apply(CosetField& c, CosetField& out, const CosetField& with) {
    c.extend(layout_);
    return sum_runs([&](const Run& run) {
      operator_.apply(run, c.data(), out.data());
      return dot(run, out.data() + run.offset, with.data() + run.offset);
    });
  }

  /// r = b - A x; returns its largest magnitude.
  double refresh_residual() {
    apply(x_, r_, x_);
    for_runs([&](const Run& run) {
      double* r = r_.data() + run.offset;
      const double* b = b_.data() + run.offset;
      for (std::size_t i = 0; i < run.length; ++i) r[i] = b[i] - r[i];
    });
    return largest_magnitude(layout_, r_);
  }

  void report_progress(double residual) {
    if (!options_.progress || !(residual > 0) || !(initial_residual_ > options_.tolerance)) return;
    const double part = std::log(initial_residual_ / residual) / std::log(initial_residual_ / options_.tolerance);
    progress_ = std::max(progress_, std::clamp(part, 0.0, 1.0));
    options_.progress(progress_);
  }

  /// Improves x and r until the recurrence says that r is small. False where A shows itself not to be positive
  /// definite.
  bool conjugate_gradients(int& iterations) {
    CosetField p(layout_), product(layout_);
    for_runs([&](const Run& run) { std::copy_n(r_.data() + run.offset, run.length, p.data() + run.offset); });
    double rho = dot(layout_, r_, r_);
    while (iterations < options_.max_iterations) {
      ++iterations;
      const double curvature = apply(p, product, p);
      if (!(curvature > 0)) return false;
      const double alpha = rho / curvature;
      const double next = sum_runs([&](const Run& run) {
        double* x = x_.data() + run.offset;
        double* r = r_.data() + run.offset;
        const double* direction = p.data() + run.offset;
        const double* change = product.data() + run.offset;
        for (std::size_t i = 0; i < run.length; ++i) {
          x[i] += alpha * direction[i];
          r[i] -= alpha * change[i];
        }
        return dot(run, r, r);
      });
      const double residual = largest_magnitude(layout_, r_);
      report_progress(residual);
      if (residual <= 0.5 * options_.tolerance) return true;
      const double beta = next / rho;
      rho = next;
      for_runs([&](const Run& run) {
        double* direction = p.data() + run.offset;
        const double* r = r_.data() + run.offset;
        for (std::size_t i = 0; i < run.length; ++i) direction[i] = r[i] + beta * direction[i];
      });
    }
    return true;
  }

  /// As conjugate_gradients for any A; returns early on a breakdown, to be restarted from the true residual.
  void bicgstab(int& iterations) {
    CosetField shadow(layout_), p(layout_), v(layout_), t(layout_);
    for_runs([&](const Run& run) {
      std::copy_n(r_.data() + run.offset, run.length, shadow.data() + run.offset);
      std::copy_n(r_.data() + run.offset, run.length, p.data() + run.offset);
    });
    double rho = dot(layout_, shadow, r_);
    while (iterations < options_.max_iterations) {
      ++iterations;
      const double alpha = rho / apply(p, v, shadow);
      if (!std::isfinite(alpha)) return;
      for_runs([&](const Run& run) {
        double* r = r_.data() + run.offset;
        const double* change = v.data() + run.offset;
        for (std::size_t i = 0; i < run.length; ++i) r[i] -= alpha * change[i];
      });
      double omega = apply(r_, t, r_) / dot(layout_, t, t);
      if (!std::isfinite(omega)) omega = 0;
      const double next = sum_runs([&](const Run& run) {
        double* x = x_.data() + run.offset;
        double* r = r_.data() + run.offset;
        const double* direction = p.data() + run.offset;
        const double* change = t.data() + run.offset;
        for (std::size_t i = 0; i < run.length; ++i) {
          x[i] += alpha * direction[i] + omega * r[i];
          r[i] -= omega * change[i];
        }
        return dot(run, shadow.data() + run.offset, r);
      });
      const double residual = largest_magnitude(layout_, r_);
      report_progress(residual);
      const double beta = next / rho * (alpha / omega);
      if (residual <= 0.5 * options_.tolerance || !std::isfinite(beta)) return;
      rho = next;
      for_runs([&](const Run& run) {
        double* direction = p.data() + run.offset;
        const double* r = r_.data() + run.offset;
        const double* change = v.data() + run.offset;
        for (std::size_t i = 0; i < run.length; ++i) direction[i] = r[i] + beta * (direction[i] - omega * change[i]);
      });
    }
  }

  [[noreturn]] void fail(const PrefilterReport& report) const {
    throw UnsupportedError("prefilter: the solve stopped at relative residual " + number_text(report.residual) +
                           " after " + std::to_string(report.iterations) + " iterations (tolerance " +
                           number_text(options_.tolerance) + ", at most " + std::to_string(options_.max_iterations) +
                           "); under the boundary rule " + boundary_name(description_.boundary) +
                           " the sampled symbol of this space is singular or nearly so");
  }

  const VolumeDescription& description_;
  const PrefilterOptions& options_;
  FieldLayout layout_;
  TapOperator operator_;
  CosetField b_, x_, r_;
  double initial_residual_ = 0, progress_ = 0;
};

}  // namespace

PrefilterReport solve_iteratively(const VolumeDescription& description, const latspline_filter_taps& taps,
                                  const PrefilterOptions& options, std::span<double> values) {
  return Solver(description, taps, options, values).solve(values);
}

}  // namespace latspline
