#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "latspline/plan/plan.h"

namespace latspline::tools {

/// What a sweep varies. Combinations that a space does not allow are left out: a depth below the group size or beyond the sites, groups beyond the sites,
/// branches where there is one sub-region.
struct SweepOptions {
  std::vector<std::string> spaces;
  std::vector<int> group_sizes;  ///< 0: all in one group
  std::vector<int> depths;       ///< multiples of the group size; 0: all
  std::vector<Strategy> strategies;
  std::vector<int> lanes;  ///< 1: point by point; 0: as many as a vector holds
  Scalar scalar = Scalar::f32;
  std::size_t samples = 0;
  std::size_t points = 0;
  int repetitions = 5;
  double step = 0.5;  ///< of the rays, in cell widths
  std::string file;   ///< rows as JSON lines; those that are there are not measured again
};

/// A row of the sweep: what was measured, and how long a point took, in nanoseconds.
struct SweepRow {
  std::string key;  ///< all that the measurement depends on, but for the version of the program
  std::string space;
  std::string form;  ///< "horner": the groups as the paper has them; "auto": what plans choose
  Scalar scalar = Scalar::f32;
  int group_size = 0;
  int depth = 0;
  bool branches = true;
  Strategy strategy = Strategy::fold;
  int lanes = 0;
  int sites = 0;
  int references = 0;
  int operations = 0;  ///< of the value, summed over the reference sub-regions
  double compile_seconds = 0;
  double random[3] = {0, 0, 0};  ///< least, median, greatest
  double rays[3] = {0, 0, 0};
};

/// The spaces of the paper's figures 6 to 11.
std::vector<std::string> paper_spaces();

/// Measures what the file does not have and appends it row by row, space by space; kernels of a space take turns. Returns all rows asked for. Interrupted loses at most
/// the space being measured. InputError for a file that is no sweep's; a damaged last line, as an interruption leaves it, is dropped.
std::vector<SweepRow> sweep(const SweepOptions& options, const std::function<void(double)>& progress);

std::string to_json(const SweepRow& row);
/// InputError names what is missing.
SweepRow sweep_row(const std::string& json);
std::string csv_header();
std::string to_csv(const SweepRow& row);

}  // namespace latspline::tools
