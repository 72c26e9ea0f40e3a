// The time of each stage for every space of the catalogue, or for those named: analyze (with and without counting cells), lower, jit.
//   bench_stage_times [--repeat N] [SPACE ..]

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/statistics.h"
#include "latspline/analysis/analysis.h"
#include "latspline/jit/jit.h"
#include "latspline/plan/lower.h"

int main(int argc, char** argv) {
  using namespace latspline;
  int repeat = 3;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--repeat" && i + 1 < argc) {
      repeat = std::max(1, std::atoi(argv[++i]));
    } else {
      names.push_back(word);
    }
  }
  if (names.empty())
    for (const CatalogEntry& entry : catalog()) names.push_back(entry.name);

  // The first compilation of a process sets LLVM up; it is not part of any row.
  jit_compile(lower(analyze(catalog_space("z1/linear"), {.count_cells = false}), {}));

  std::printf("%-20s %6s %6s | %10s %10s %10s %10s   seconds, median of %d\n", "space", "sites", "ops", "analyze",
              "+cells", "lower", "jit", repeat);
  double total = 0;
  for (const std::string& name : names) {
    const SplineSpace space = load_space(name);
    std::vector<double> analysis_only;
    std::vector<double> with_cells;
    std::vector<double> lowering;
    std::vector<double> compiling;
    int sites = 0;
    int operations = 0;
    for (int i = 0; i < repeat; ++i) {
      Analysis analysis;
      Plan plan;
      analysis_only.push_back(bench::seconds([&] { analysis = analyze(space, {.count_cells = false}); }));
      with_cells.push_back(bench::seconds([&] { analysis = analyze(space); }));
      lowering.push_back(bench::seconds([&] { plan = lower(analysis, {}); }));
      compiling.push_back(bench::seconds([&] { jit_compile(plan); }));
      sites = 0;
      operations = 0;
      for (const ReferenceSubregion& reference : plan.references) {
        sites = std::max(sites, static_cast<int>(reference.sites.size()));
        operations += count_operations(reference.value).arithmetic();
      }
    }
    total += bench::spread(with_cells).median;
    std::printf("%-20s %6d %6d | %10.4f %10.4f %10.4f %10.4f\n", name.c_str(), sites, operations,
                bench::spread(analysis_only).median, bench::spread(with_cells).median, bench::spread(lowering).median,
                bench::spread(compiling).median);
    std::fflush(stdout);
  }
  std::printf("analysis of all: %.3f seconds\n", total);
  return 0;
}
