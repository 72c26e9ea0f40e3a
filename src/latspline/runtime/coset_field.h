#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "latspline/runtime/boundary.h"
#include "latspline/runtime/volume.h"

namespace latspline {

/// A contiguous piece of a row along axis 0 of one coset.
struct Run {
  std::int64_t offset = 0;   ///< of its first element from the element i = 0 of coset 0 in padded storage
  std::size_t position = 0;  ///< of its first element in values without padding
  std::size_t length = 0;
  std::uint32_t coset = 0;
  /// The multiplicity of its sites among their mirror images, over 2^dimension: mirror: a factor 1/2 for each axis with
  /// n_j = 0 or n_j = top[j] > 0. Other rules: 1. `first` and `last` are further factors of the first and last element.
  double weight = 1, first = 1, last = 1;
};

/// How fields of doubles on the sites of a volume are stored while a linear system is solved: as in a volume of scalar
/// f64, cut into runs, the runs into blocks of a fixed size.
class FieldLayout {
 public:
  explicit FieldLayout(const VolumeDescription& description);

  const latspline_volume& view() const { return view_; }
  std::int64_t total() const { return total_; }
  std::int64_t origin() const { return origin_; }
  std::size_t run_count() const { return run_count_; }
  std::size_t runs_per_block() const { return runs_per_block_; }
  Run run(std::size_t number) const;
  const BoundaryExtension& extension() const { return extension_; }

 private:
  VolumeDescription description_;
  latspline_volume view_{};
  std::int64_t total_ = 0, origin_ = 0;
  std::size_t segments_ = 1;  ///< runs per row
  std::size_t run_count_ = 0, runs_per_block_ = 1;
  BoundaryExtension extension_;
};

/// Doubles on the sites, with padding. Zero when made.
class CosetField {
 public:
  explicit CosetField(const FieldLayout& layout);

  /// The element i = 0 of coset 0.
  double* data() { return origin_; }
  const double* data() const { return origin_; }
  /// From and to values without padding, in the order of Volume's `data`.
  void load(const FieldLayout& layout, std::span<const double> values);
  void store(const FieldLayout& layout, std::span<double> values) const;
  /// Fills the padding by the boundary rule, with 0 for the rules zero and value.
  void extend(const FieldLayout& layout);

 private:
  std::unique_ptr<double[]> storage_;
  double* origin_ = nullptr;
};

/// The inner product over the stored sites in which convolution with mirror-symmetric taps is self-adjoint under the
/// boundary rule (Run::weight). Does not depend on the number of threads.
double dot(const FieldLayout& layout, const CosetField& a, const CosetField& b);

/// The largest |a[n]| over the stored sites; infinite where one is not finite.
double largest_magnitude(const FieldLayout& layout, const CosetField& a);

/// The contribution of one run to dot().
double dot(const Run& run, const double* a, const double* b);

}  // namespace latspline
