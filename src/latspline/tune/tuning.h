#pragma once

#include <optional>
#include <string>
#include <vector>

#include "latspline/plan/plan.h"

namespace latspline {

/// The options of a plan that change how fast its kernel is, and not one bit of what it computes.
struct Tuning {
  int lanes = 0;
  Layout layout = Layout::automatic;
  Bin bin = Bin::automatic;
  bool branches = true;
  bool operator==(const Tuning&) const = default;
};

Tuning tuning_of(const PlanOptions& options);
/// The lowered plan with these options in place of its own.
Plan tuned(Plan plan, const Tuning& tuning);
/// "lanes 8, layout sites, bin auto, branches on"
std::string to_string(const Tuning& tuning);

/// What there is to choose from for a lowered plan on a machine whose vectors hold `most_lanes` of its scalars: the plan's own options first, then every choice that makes other code. Layouts differ
/// where weights are products, bins and branches where there are several reference sub-regions.
std::vector<Tuning> search_space(const Plan& plan, int most_lanes);

/// Tunings that were measured on this machine, a file each: by cpu, program version and plan. A file that is damaged, or of another version, counts as missing. Processes may share the folder: files
/// are replaced as a whole.
class TuningCache {
 public:
  /// The folder that LATSPLINE_TUNING names; else latspline/tuning in XDG_CACHE_HOME or in .cache of the home folder. Empty where LATSPLINE_TUNING is "off" or there is no home: nothing is
  /// found or kept.
  static std::string default_folder();

  explicit TuningCache(std::string folder = default_folder()) : folder_(std::move(folder)) {}

  /// For a plan with its own options as the plan names itself by.
  std::optional<Tuning> find(const Plan& plan) const;
  /// InputError that names the file if it cannot be written; what was there then stays.
  void keep(const Plan& plan, const Tuning& tuning) const;
  std::string path(const Plan& plan) const;

 private:
  std::string folder_;
};

/// The plan with what was found best on this machine, if its own options for that are those that plans have by default, and something was found.
Plan tuned_here(Plan plan, const TuningCache& cache = TuningCache());

}  // namespace latspline
