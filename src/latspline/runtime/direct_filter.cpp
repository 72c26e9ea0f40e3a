#include "latspline/runtime/direct_filter.h"

#include "latspline/runtime/coset_field.h"
#include "latspline/runtime/parallel.h"
#include "latspline/runtime/tap_operator.h"

namespace latspline {

void filter_directly(const VolumeDescription& description, const latspline_filter_taps& taps,
                     std::span<double> values) {
  const FieldLayout layout(description);
  const TapOperator filter(layout, description.shape, taps);
  CosetField source(layout);
  CosetField target(layout);
  source.load(layout, values);
  source.extend(layout);
  parallel_blocks(layout.run_count(), layout.runs_per_block(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) filter.apply(layout.run(r), source.data(), target.data());
  });
  target.store(layout, values);
}

}  // namespace latspline
