#include "tools/bench/sweep.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"
#include "latspline/tune/workload.h"

namespace latspline::tools {
namespace {

/// The processor's name, as far as the system tells.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos) return line.substr(line.find_first_not_of(' ', colon + 1));
  }
  return "unknown";
}

/// A kernel that is to be measured.
struct Candidate {
  SweepRow row;
  PlanOptions options;
};

std::string key_of(const SweepOptions& sweep, const SweepRow& row, std::uint64_t identity) {
  std::ostringstream key;
  key << row.space << '|' << std::hex << identity << std::dec << '|' << row.form << '|' << to_string(row.scalar) << '|'
      << row.group_size << '|' << row.depth << '|' << (row.branches ? "branches" : "predicated") << '|'
      << to_string(row.strategy) << '|' << row.lanes << '|' << sweep.samples << '|' << sweep.points << '|' << sweep.step
      << '|' << processor();
  return key.str();
}

/// All combinations for one analysed space. The whole-group rows come in two forms.
std::vector<Candidate> candidates_of(const SweepOptions& sweep, const std::string& space, std::uint64_t identity,
                                     Strategy strategy, std::size_t sites, std::size_t references) {
  std::vector<Candidate> result;
  for (const int group : sweep.group_sizes) {
    if (group >= static_cast<int>(sites)) continue;
    std::vector<int> depths;
    for (const int multiple : sweep.depths) {
      const int depth = multiple * std::max(group, 1);
      if (group == 0 && multiple != 0) continue;
      depths.push_back(depth >= static_cast<int>(sites) ? 0 : depth);
    }
    std::sort(depths.begin(), depths.end());
    depths.erase(std::unique(depths.begin(), depths.end()), depths.end());
    for (const int depth : depths) {
      for (const bool branches : {true, false}) {
        if (!branches && references == 1) continue;
        for (const int lanes : sweep.lanes) {
          for (const char* form : {"horner", "auto"}) {
            const bool automatic = form == std::string("auto");
            if (automatic && group != 0) continue;
            Candidate candidate;
            candidate.options.scalar = sweep.scalar;
            candidate.options.group_size = group;
            candidate.options.pipeline_depth = depth;
            candidate.options.branches = branches;
            candidate.options.strategy = strategy;
            candidate.options.lanes = lanes;
            if (!automatic) {
              candidate.options.separable = Separable::off;
              candidate.options.shared = false;
            }
            candidate.row.space = space;
            candidate.row.form = form;
            candidate.row.scalar = sweep.scalar;
            candidate.row.group_size = group;
            candidate.row.depth = depth;
            candidate.row.branches = branches;
            candidate.row.strategy = strategy;
            candidate.row.lanes = lanes;
            candidate.row.sites = static_cast<int>(sites);
            candidate.row.references = static_cast<int>(references);
            candidate.row.key = key_of(sweep, candidate.row, identity);
            result.push_back(std::move(candidate));
          }
        }
      }
    }
  }
  return result;
}

void set_spread(double (&spread)[3], std::vector<double> times) {
  std::sort(times.begin(), times.end());
  spread[0] = times.front();
  spread[1] = times[times.size() / 2];
  spread[2] = times.back();
}

/// Compiles and times the candidates of a space; they take turns, so that a drift of the machine's speed meets all alike.
template <typename T>
void measure(const SweepOptions& sweep, const std::map<Strategy, Analysis>& analyses,
             std::vector<Candidate>& candidates, const std::function<void(double)>& progress) {
  const double determinant = analyses.begin()->second.space.lattice.determinant().to_double();
  std::vector<Kernel> kernels;
  double done = 0;
  const double total = static_cast<double>(candidates.size()) * (1 + sweep.repetitions);
  Plan plan;
  for (Candidate& candidate : candidates) {
    plan = lower(analyses.at(candidate.options.strategy), candidate.options);
    for (const ReferenceSubregion& reference : plan.references)
      candidate.row.operations += count_operations(reference.value).arithmetic();
    const auto start = std::chrono::steady_clock::now();
    kernels.push_back(jit_compile(plan));
    candidate.row.compile_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress(++done / total);
  }
  const auto boundary = static_cast<latspline_boundary>(plan.options.boundary);
  const Workload<T> work =
      make_workload<T>(lattice_shape(plan), determinant, boundary, sweep.samples, sweep.points, sweep.step);
  std::vector<T> values(sweep.points);
  std::vector<std::vector<double>> random(candidates.size());
  std::vector<std::vector<double>> rays(candidates.size());
  for (int repetition = 0; repetition < sweep.repetitions; ++repetition) {
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      check_interrupt();
      for (const auto& [points, times] : {std::pair(&work.random, &random[k]), std::pair(&work.rays, &rays[k])}) {
        // Once to bring in what the kernel before has driven out of the caches.
        if (repetition == 0) time_call<T>(kernels[k], work.volume, *points, values, nullptr);
        times->push_back(time_call<T>(kernels[k], work.volume, *points, values, nullptr));
      }
      progress(++done / total);
    }
  }
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    set_spread(candidates[k].row.random, random[k]);
    set_spread(candidates[k].row.rays, rays[k]);
  }
}

/// The rows of a file that an earlier sweep wrote, by key. A damaged last line is cut off.
std::map<std::string, SweepRow> rows_of(const std::string& path) {
  std::map<std::string, SweepRow> rows;
  if (path.empty()) return rows;
  std::ifstream file(path);
  if (!file) return rows;
  std::string text((std::istreambuf_iterator<char>(file)), {});
  file.close();
  std::size_t begin = 0;
  int number = 1;
  for (std::size_t end = text.find('\n'); end != std::string::npos;
       begin = end + 1, end = text.find('\n', begin), ++number) {
    try {
      SweepRow row = sweep_row(text.substr(begin, end - begin));
      rows.insert_or_assign(row.key, std::move(row));
    } catch (const InputError& error) {
      throw InputError(path + ", line " + std::to_string(number) + ": " + error.what() +
                       "; accepted: a file that `latspline bench sweep` wrote, or none");
    }
  }
  if (begin < text.size() && truncate(path.c_str(), static_cast<off_t>(begin)) != 0)
    throw InputError(path + ": the damaged last line cannot be cut off; accepted: a file that can be written");
  return rows;
}

}  // namespace

std::vector<std::string> paper_spaces() {
  return {"cc/linear",    "bcc/rdodec-linear",                       // figure 6
          "cc/quadratic", "fcc/toct-cubic",                          // figure 7
          "cc/cubic",     "bcc/rdodec-quintic", "bcc/toct-quartic",  // figure 8
          "bcc/voronoi2", "fcc/voronoi2",                            // figure 9
          "bcc/voronoi3", "fcc/voronoi3"};                           // figure 10; 11 is their summary
}

std::vector<SweepRow> sweep(const SweepOptions& options, const std::function<void(double)>& progress) {
  std::map<std::string, SweepRow> known = rows_of(options.file);
  std::ofstream file;
  if (!options.file.empty()) {
    file.open(options.file, std::ios::app);
    if (!file) throw InputError(options.file + " cannot be written; accepted: a file in a folder that exists");
  }
  std::vector<SweepRow> result;
  const auto parts = static_cast<double>(options.spaces.size());
  double part = 0;
  for (const std::string& name : options.spaces) {
    std::map<Strategy, Analysis> analyses;  // by the strategy that was taken
    std::vector<Candidate> open;
    std::vector<std::string> order;
    for (const Strategy strategy : options.strategies) {
      Analysis analysis = analyze(load_space(name), {.count_cells = false, .strategy = strategy});
      const Strategy taken = analysis.strategy;
      const Plan plan = lower(analysis, {.separable = Separable::off, .shared = false, .strategy = strategy});
      std::size_t sites = 0;
      for (const ReferenceSubregion& reference : plan.references) sites = std::max(sites, reference.sites.size());
      for (Candidate& candidate :
           candidates_of(options, name, analysis.space.identity(), taken, sites, plan.references.size())) {
        order.push_back(candidate.row.key);
        if (known.count(candidate.row.key) == 0 && analyses.count(taken) == 0) open.push_back(std::move(candidate));
      }
      analyses.insert_or_assign(taken, std::move(analysis));
    }
    if (!open.empty()) {
      const auto report = [&](double done) { progress((part + done) / parts); };
      if (options.scalar == Scalar::f32)
        measure<float>(options, analyses, open, report);
      else
        measure<double>(options, analyses, open, report);
    }
    for (const Candidate& candidate : open) {
      if (file.is_open()) file << to_json(candidate.row) << '\n';
      known.insert_or_assign(candidate.row.key, candidate.row);
    }
    if (file.is_open() && !file.flush())
      throw InputError(options.file + ": writing failed; accepted: room on the disk");
    for (const std::string& key : order) result.push_back(known.at(key));
    progress(++part / parts);
  }
  return result;
}

std::string to_json(const SweepRow& row) {
  nlohmann::ordered_json json;
  json["key"] = row.key;
  json["space"] = row.space;
  json["form"] = row.form;
  json["scalar"] = to_string(row.scalar);
  json["group_size"] = row.group_size;
  json["pipeline_depth"] = row.depth;
  json["branches"] = row.branches;
  json["strategy"] = to_string(row.strategy);
  json["lanes"] = row.lanes;
  json["sites"] = row.sites;
  json["reference_subregions"] = row.references;
  json["operations"] = row.operations;
  json["compile_seconds"] = row.compile_seconds;
  json["random_ns"] = row.random;
  json["rays_ns"] = row.rays;
  return json.dump();
}

SweepRow sweep_row(const std::string& text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    SweepRow row;
    row.key = json.at("key").get<std::string>();
    row.space = json.at("space").get<std::string>();
    row.form = json.at("form").get<std::string>();
    row.scalar = parse_scalar(json.at("scalar").get<std::string>());
    row.group_size = json.at("group_size").get<int>();
    row.depth = json.at("pipeline_depth").get<int>();
    row.branches = json.at("branches").get<bool>();
    row.strategy = parse_strategy(json.at("strategy").get<std::string>());
    row.lanes = json.at("lanes").get<int>();
    row.sites = json.at("sites").get<int>();
    row.references = json.at("reference_subregions").get<int>();
    row.operations = json.at("operations").get<int>();
    row.compile_seconds = json.at("compile_seconds").get<double>();
    for (std::size_t k = 0; k < 3; ++k) {
      row.random[k] = json.at("random_ns").at(k).get<double>();
      row.rays[k] = json.at("rays_ns").at(k).get<double>();
    }
    return row;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(std::string("no row of a sweep: ") + error.what());
  }
}

std::string csv_header() {
  return "space,form,scalar,group_size,pipeline_depth,branches,strategy,lanes,sites,reference_subregions,operations,"
         "compile_seconds,random_least,"
         "random_median,random_greatest,rays_least,rays_median,rays_greatest";
}

std::string to_csv(const SweepRow& row) {
  std::ostringstream line;
  line << row.space << ',' << row.form << ',' << to_string(row.scalar) << ',' << row.group_size << ',' << row.depth
       << ',' << (row.branches ? "on" : "off") << ',' << to_string(row.strategy) << ',' << row.lanes << ',' << row.sites
       << ',' << row.references << ',' << row.operations << ',' << row.compile_seconds;
  for (const double time : row.random) line << ',' << time;
  for (const double time : row.rays) line << ',' << time;
  return line.str();
}

}  // namespace latspline::tools
