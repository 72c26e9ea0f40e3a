#include "latspline/runtime/coset_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <string>

#include "latspline/base/error.h"
#include "latspline/runtime/layout.h"
#include "latspline/runtime/parallel.h"

namespace latspline {
namespace {

constexpr std::size_t longest_run = 1024;
constexpr std::size_t block_elements = 16384;

VolumeDescription in_double(VolumeDescription description) {
  description.scalar = LATSPLINE_F64;
  return description;
}

}  // namespace

FieldLayout::FieldLayout(const VolumeDescription& description)
    : description_(in_double(description)), extension_(description) {
  total_ = lay_out(description_, view_, origin_);
  view_.dimension = description.shape.dimension;
  view_.coset_count = description.shape.coset_count;
  const auto row = static_cast<std::size_t>(view_.extent[0]);
  segments_ = (row + longest_run - 1) / longest_run;
  run_count_ = segments_ * view_.coset_count;
  for (std::uint32_t j = 1; j < view_.dimension; ++j) run_count_ *= static_cast<std::size_t>(view_.extent[j]);
  runs_per_block_ = std::max<std::size_t>(1, block_elements / std::min(row, longest_run));
}

Run FieldLayout::run(std::size_t number) const {
  const auto row_length = static_cast<std::size_t>(view_.extent[0]);
  const std::size_t begin = number % segments_ * longest_run;
  std::size_t row = number / segments_;
  Run run;
  run.position = row * row_length + begin;
  run.length = std::min(longest_run, row_length - begin);
  run.offset = static_cast<std::int64_t>(begin);
  std::array<std::int64_t, LATSPLINE_MAX_DIMENSION> index{};
  for (std::uint32_t j = 1; j < view_.dimension; ++j) {
    const auto extent = static_cast<std::size_t>(view_.extent[j]);
    index[j] = static_cast<std::int64_t>(row % extent);
    row /= extent;
    run.offset += index[j] * view_.stride[j];
  }
  run.coset = static_cast<std::uint32_t>(row);
  run.offset += run.coset * view_.coset_stride;
  if (description_.boundary != LATSPLINE_BOUNDARY_MIRROR) return run;

  const auto factor = [&](std::uint32_t axis, std::int64_t i) {
    const LatticeShape& shape = description_.shape;
    const auto n = static_cast<double>(shape.period[axis] * i + shape.offsets[run.coset * shape.dimension + axis]);
    return view_.top[axis] > 0 && (n == 0 || n == view_.top[axis]) ? 0.5 : 1.0;
  };
  for (std::uint32_t j = 1; j < view_.dimension; ++j) run.weight *= factor(j, index[j]);
  run.first = factor(0, static_cast<std::int64_t>(begin));
  run.last = factor(0, static_cast<std::int64_t>(begin + run.length) - 1);
  return run;
}

CosetField::CosetField(const FieldLayout& layout) {
  const auto total = static_cast<std::size_t>(layout.total());
  storage_.reset(new (std::nothrow) double[total]);
  if (!storage_) {
    throw InputError("prefilter: cannot allocate " + std::to_string(total * sizeof(double)) +
                     " bytes; accepted: a volume whose work space fits in memory");
  }
  double* storage = storage_.get();
  parallel_blocks(total, 1u << 20,
                  [storage](std::size_t begin, std::size_t end) { std::fill(storage + begin, storage + end, 0.0); });
  origin_ = storage + layout.origin();
}

void CosetField::load(const FieldLayout& layout, std::span<const double> values) {
  parallel_blocks(layout.run_count(), layout.runs_per_block(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      const Run run = layout.run(r);
      std::copy_n(values.data() + run.position, run.length, origin_ + run.offset);
    }
  });
}

void CosetField::store(const FieldLayout& layout, std::span<double> values) const {
  parallel_blocks(layout.run_count(), layout.runs_per_block(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      const Run run = layout.run(r);
      std::copy_n(origin_ + run.offset, run.length, values.data() + run.position);
    }
  });
}

void CosetField::extend(const FieldLayout& layout) { layout.extension().fill(layout.view(), origin_, 0.0); }

double dot(const Run& run, const double* a, const double* b) {
  // Eight interleaved sums, which the compiler keeps in vectors; their order is fixed.
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= run.length; i += 8) {
    for (std::size_t w = 0; w < 8; ++w) sums[w] += a[i + w] * b[i + w];
  }
  for (; i < run.length; ++i) sums[0] += a[i] * b[i];
  double sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  const std::size_t end = run.length - 1;
  if (run.length == 1) {
    sum *= run.first;
  } else {
    sum -= (1 - run.first) * a[0] * b[0] + (1 - run.last) * a[end] * b[end];
  }
  return sum * run.weight;
}

double dot(const FieldLayout& layout, const CosetField& a, const CosetField& b) {
  return parallel_sum(layout.run_count(), layout.runs_per_block(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t r = begin; r < end; ++r) {
      const Run run = layout.run(r);
      sum += dot(run, a.data() + run.offset, b.data() + run.offset);
    }
    return sum;
  });
}

double largest_magnitude(const FieldLayout& layout, const CosetField& a) {
  return parallel_max(layout.run_count(), layout.runs_per_block(), [&](std::size_t begin, std::size_t end) {
    double largest[8] = {};
    const auto add = [&](double value, std::size_t lane) {
      double magnitude = std::abs(value);
      magnitude = magnitude <= std::numeric_limits<double>::max() ? magnitude : std::numeric_limits<double>::infinity();
      largest[lane] = magnitude > largest[lane] ? magnitude : largest[lane];
    };
    for (std::size_t r = begin; r < end; ++r) {
      const Run run = layout.run(r);
      const double* values = a.data() + run.offset;
      std::size_t i = 0;
      for (; i + 8 <= run.length; i += 8) {
        for (std::size_t w = 0; w < 8; ++w) add(values[i + w], w);
      }
      for (; i < run.length; ++i) add(values[i], 0);
    }
    return *std::max_element(largest, largest + 8);
  });
}

}  // namespace latspline
