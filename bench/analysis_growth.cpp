// How the time and the memory of the analysis grow with the number of directions, the dimension and the number of sub-regions, and both for the whole
// catalogue. Each row runs in a process of its own, so that its peak of memory is its own. Prints CSV.
//   bench_analysis_growth [--repeat N] [directions|dimension|catalogue ..]

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/statistics.h"
#include "latspline/analysis/analysis.h"

namespace {

using namespace latspline;

struct Measured {
  double seconds[3] = {0, 0, 0};  ///< least, median, greatest
  int dimension = 0;
  int directions = 0;  ///< of a box spline
  int degree = 0;
  long subregions = 0;
  long pieces = 0;  ///< convex pieces of the sub-regions
  long sites = 0;   ///< summed over the sub-regions
  long terms = 0;   ///< of all weights
  long symmetries = 0;
};

Measured measure(const SplineSpace& space, int repeat) {
  std::vector<double> times;
  Analysis analysis;
  for (int i = 0; i < repeat; ++i) {
    times.push_back(bench::seconds([&] { analysis = analyze(space, {.count_cells = false}); }));
    if (times.back() > 5) break;
  }
  const bench::Spread spread = bench::spread(times);
  Measured row{{spread.least, spread.median, spread.greatest}};
  row.dimension = space.lattice.dimension();
  if (const BoxSpline* box = space.basis.box_spline()) row.directions = static_cast<int>(box->directions().size());
  row.degree = analysis.degree;
  row.symmetries = static_cast<long>(analysis.group.size());
  row.subregions = static_cast<long>(analysis.subregions.size());
  for (const Subregion& subregion : analysis.subregions) {
    row.pieces += static_cast<long>(subregion.pieces.size());
    row.sites += static_cast<long>(subregion.sites.size());
    for (const Polynomial& weight : subregion.weights) row.terms += static_cast<long>(weight.terms().size());
  }
  return row;
}

/// Runs one row in a child; false if it failed.
bool print_row(const std::string& family, const std::string& name, const SplineSpace& space, int repeat) {
  std::fflush(stdout);
  int channel[2];
  if (pipe(channel) != 0) return false;
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    close(channel[0]);
    try {
      const Measured row = measure(space, repeat);
      const bool written = write(channel[1], &row, sizeof row) == static_cast<ssize_t>(sizeof row);
      _exit(written ? 0 : 1);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
      _exit(1);
    }
  }
  close(channel[1]);
  Measured row;
  const bool received = read(channel[0], &row, sizeof row) == static_cast<ssize_t>(sizeof row);
  close(channel[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (!received) return false;
  std::printf("%s,%s,%d,%d,%d,%ld,%ld,%ld,%ld,%ld,%.5f,%.5f,%.5f,%.1f\n", family.c_str(), name.c_str(), row.dimension,
              row.directions, row.degree, row.symmetries, row.subregions, row.pieces, row.sites, row.terms,
              row.seconds[0], row.seconds[1], row.seconds[2], static_cast<double>(usage.ru_maxrss) / 1024);
  return true;
}

/// Z^s with the first `count` of a list of directions.
SplineSpace box_space(int dimension, const std::vector<std::string>& directions, std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += (list.empty() ? "" : ",") + directions[i];
  return parse_space(R"({"lattice": "z)" + std::to_string(dimension) + R"(", "basis": {"box": [)" + list + "]}}",
                     "growth");
}

}  // namespace

int main(int argc, char** argv) {
  int repeat = 3;
  std::vector<std::string> families;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--repeat" && i + 1 < argc) {
      repeat = std::max(1, std::atoi(argv[++i]));
    } else if (word == "directions" || word == "dimension" || word == "catalogue") {
      families.push_back(word);
    } else {
      std::fprintf(stderr, "bench_analysis_growth: %s: give --repeat N, directions, dimension or catalogue\n",
                   word.c_str());
      return 64;
    }
  }
  if (families.empty()) families = {"directions", "dimension", "catalogue"};
  const auto asked = [&](const char* family) {
    return std::find(families.begin(), families.end(), family) != families.end();
  };

  bool good = true;
  std::printf(
      "family,space,dimension,directions,degree,group,subregions,pieces,sites,terms,least,median,greatest,peak_mib\n");
  if (asked("directions")) {
    // Each step adds a new direction (more knot planes) or repeats one (only the degree grows).
    const std::vector<std::string> plane = {"[1,0]", "[0,1]", "[1,1]",  "[1,-1]", "[1,0]",
                                            "[0,1]", "[1,1]", "[1,-1]", "[2,1]",  "[1,2]"};
    const std::vector<std::string> solid = {"[1,0,0]",  "[0,1,0]",  "[0,0,1]", "[1,1,1]", "[-1,1,1]",
                                            "[1,-1,1]", "[1,1,-1]", "[1,0,0]", "[0,1,0]"};
    for (std::size_t count = 2; count <= plane.size(); ++count)
      good &= print_row("directions", "z2+" + std::to_string(count), box_space(2, plane, count), repeat);
    for (std::size_t count = 3; count <= solid.size(); ++count)
      good &= print_row("directions", "z3+" + std::to_string(count), box_space(3, solid, count), repeat);
  }
  if (asked("dimension")) {
    for (const char* name :
         {"z1/linear", "z2/linear", "cc/linear", "z4/linear", "z5/linear", "z6/linear", "z1/cubic", "z2/cubic",
          "cc/cubic", "z4/cubic", "hex/linear", "bcc/rdodec-linear", "a4s/linear", "a5s/linear", "a6s/linear"})
      good &= print_row("dimension", name, load_space(name), repeat);
  }
  if (asked("catalogue"))
    for (const CatalogEntry& entry : catalog())
      good &= print_row("catalogue", entry.name, load_space(entry.name), repeat);
  return good ? 0 : 1;
}
