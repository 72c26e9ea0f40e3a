#include "latspline/tune/tuning.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "latspline/base/error.h"
#include "latspline/base/hash.h"
#include "latspline/jit/jit.h"

namespace latspline {
namespace {

constexpr int file_version = 1;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The plan's name with default options for what is tuned.
std::string name_of(const Plan& plan) { return hex64(plan_hash(tuned(plan, Tuning{}))); }

}  // namespace

Tuning tuning_of(const PlanOptions& options) { return {options.lanes, options.layout, options.bin, options.branches}; }

Plan tuned(Plan plan, const Tuning& tuning) {
  plan.options.lanes = tuning.lanes;
  plan.options.layout = tuning.layout;
  plan.options.bin = tuning.bin;
  plan.options.branches = tuning.branches;
  return plan;
}

std::string to_string(const Tuning& tuning) {
  return "lanes " + (tuning.lanes == 0 ? std::string("auto") : std::to_string(tuning.lanes)) + ", layout " +
         std::string(to_string(tuning.layout)) + ", bin " + std::string(to_string(tuning.bin)) + ", branches " +
         (tuning.branches ? "on" : "off");
}

std::vector<Tuning> search_space(const Plan& plan, int most_lanes) {
  std::vector<Tuning> result{tuning_of(plan.options)};
  const auto add = [&](const Tuning& tuning) {
    if (std::find(result.begin(), result.end(), tuning) == result.end()) result.push_back(tuning);
  };
  if (plan.options.fetch == Fetch::callback) return result;
  const bool several = plan.references.size() > 1;
  // Weights that are products are contracted row by row (codegen/row_program.h); what is not contracted has no rows.
  const bool rows = !several && plan.options.separable == Separable::automatic && plan.dimension > 1;
  for (const int lanes : {1, 4, 8, 16}) {
    if (lanes > most_lanes) continue;
    for (const Layout layout : {Layout::points, Layout::sites}) {
      if (layout == Layout::sites && (lanes == 1 || !rows)) continue;
      for (const Bin bin : {Bin::off, Bin::on}) {
        if (bin == Bin::on && (lanes == 1 || !several)) continue;
        for (const bool branches : {true, false}) {
          if (!branches && (!several || bin == Bin::on)) continue;
          add({lanes, layout, bin, branches});
        }
      }
    }
  }
  return result;
}

std::string TuningCache::default_folder() {
  if (const std::string folder = variable("LATSPLINE_TUNING"); !folder.empty()) return folder == "off" ? "" : folder;
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache + "/latspline/tuning";
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.cache/latspline/tuning";
}

std::string TuningCache::path(const Plan& plan) const {
  return folder_ + "/" + name_of(plan) + "-" + hex64(hash64(host_cpu() + " " LATSPLINE_VERSION)) + ".json";
}

std::optional<Tuning> TuningCache::find(const Plan& plan) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream file(path(plan));
  if (!file) return std::nullopt;
  const nlohmann::json read = nlohmann::json::parse(file, nullptr, false);
  if (!read.is_object() || read.value("file_version", nlohmann::json()) != file_version ||
      read.value("cpu", nlohmann::json()) != host_cpu() || read.value("plan", nlohmann::json()) != name_of(plan))
    return std::nullopt;
  try {
    Tuning tuning;
    tuning.lanes = read.at("lanes").get<int>();
    tuning.layout = parse_layout(read.at("layout").get<std::string>());
    tuning.bin = parse_bin(read.at("bin").get<std::string>());
    tuning.branches = read.at("branches").get<bool>();
    if (!is_lane_count(tuning.lanes)) return std::nullopt;
    return tuning;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void TuningCache::keep(const Plan& plan, const Tuning& tuning) const {
  if (folder_.empty()) return;
  const std::string target = path(plan);
  const std::string draft = target + "." + std::to_string(getpid());
  const nlohmann::ordered_json text = {{"file_version", file_version},
                                       {"cpu", host_cpu()},
                                       {"program", LATSPLINE_VERSION},
                                       {"space", plan.space_name},
                                       {"plan", name_of(plan)},
                                       {"lanes", tuning.lanes},
                                       {"layout", to_string(tuning.layout)},
                                       {"bin", to_string(tuning.bin)},
                                       {"branches", tuning.branches}};
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  std::ofstream file(draft);
  file << text.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  file.close();
  if (file) std::filesystem::rename(draft, target, error);
  if (!file || error) {
    std::filesystem::remove(draft, error);
    throw InputError("the tuning file \"" + target +
                     "\" cannot be written; LATSPLINE_TUNING names another folder, or is off");
  }
}

Plan tuned_here(Plan plan, const TuningCache& cache) {
  if (!(tuning_of(plan.options) == Tuning{})) return plan;
  const std::optional<Tuning> found = cache.find(plan);
  return found ? tuned(std::move(plan), *found) : plan;
}

}  // namespace latspline
