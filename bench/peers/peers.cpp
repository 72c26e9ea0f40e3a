// B-splines on Z^3 by our kernels, by loops written by hand and by other libraries: the same volume, the same points, one run, taking turns. Nanoseconds per point on one thread.
//   bench_peers [--samples N] [--points N] [--repetitions N] [--json FILE]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/statistics.h"
#include "latspline/runtime/evaluator.h"
#include "latspline/tune/workload.h"
#include "tools/prepared_space.h"

namespace {

using namespace latspline;
using namespace latspline::bench;

struct Options {
  std::size_t samples = std::size_t{1} << 24;
  std::size_t points = 100000;
  int repetitions = 9;
  std::string json;
};

/// The sum of a coefficient at every point: what reading memory alone costs.
Peer one_load(const latspline_volume& volume) {
  return {"one load per point", false, [&volume](const Points& points, Results& results) {
            return seconds([&] {
              const auto* c = static_cast<const float*>(volume.coefficients);
              for (std::size_t i = 0; i < points.size(); ++i)
                results.values[i] = c[static_cast<std::int64_t>(points.x()[i]) +
                                      static_cast<std::int64_t>(points.y()[i]) * volume.stride[1] +
                                      static_cast<std::int64_t>(points.z()[i]) * volume.stride[2]];
            });
          }};
}

Peer kernel_peer(const std::string& name, const tools::PreparedSpace& space, const Volume& volume) {
  return {name, true, [&space, &volume](const Points& points, Results& results) {
            const auto count = static_cast<std::int64_t>(points.size());
            float* gradients = results.gradients.empty() ? nullptr : results.gradients.data();
            return seconds([&] {
              check_status(space.kernel.f32(&volume.view(), points.all.data(), 1, count, points.size(),
                                            results.values.data(), gradients, nullptr));
            });
          }};
}

Points by_axis(const std::vector<float>& packed) {
  Points points;
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t i = j; i < packed.size(); i += 3) points.all.push_back(packed[i]);
  return points;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return worst;
}

void measure(Degree degree, const Options& options, std::ofstream& json) {
  const char* names[] = {"", "cc/linear", "cc/quadratic", "cc/cubic"};
  const std::string name = names[static_cast<int>(degree)];
  const tools::PreparedSpace space = tools::prepare_space(name, {});
  const auto boundary = static_cast<latspline_boundary>(space.plan.options.boundary);
  Workload<float> near = make_workload<float>(space.shape, 1, boundary, options.samples, options.points, 0.5);
  const Workload<float> far = make_workload<float>(space.shape, 1, boundary, options.samples, options.points, 9);
  const Volume& volume = near.volume;
  const latspline_volume& view = volume.view();
  const std::vector<double> values = volume.values();
  const std::vector<float> coefficients(values.begin(), values.end());
  std::size_t extent[3];
  for (int j = 0; j < 3; ++j) extent[j] = static_cast<std::size_t>(view.extent[j]);

  std::vector<Peer> peers{one_load(view), kernel_peer("latspline", space, volume)};
  const auto add = [&](std::vector<Peer> more) { peers.insert(peers.end(), more.begin(), more.end()); };
  add(hand_loops(view, degree));
#ifdef PEERS_HAVE_VSPLINE
  add(vspline_peers(coefficients, extent, degree));
#endif
#ifdef PEERS_HAVE_SCIPY
  add(scipy_peers(coefficients, extent, degree));
#endif
#ifdef PEERS_HAVE_ITK
  // ITK filters by itself; the same numbers are then samples, and its values others.
  add(itk_peers(coefficients, extent, degree));
#endif

  const std::pair<const char*, Points> sets[] = {{"random", by_axis(near.random)},
                                                 {"rays, 9 a step", by_axis(far.rays)},
                                                 {"rays, 0.5 a step", by_axis(near.rays)}};
  std::printf(
      "\n%s, %zu x %zu x %zu samples, ns per point: median (least .. greatest); ratio to ours; largest difference to "
      "ours\n",
      name.c_str(), extent[0], extent[1], extent[2]);
  for (const bool gradients : {false, true}) {
    for (const auto& [set, points] : sets) {
      std::vector<std::vector<double>> times(peers.size());
      std::vector<Results> results(peers.size());
      for (Results& result : results) {
        result.values.resize(points.size());
        if (gradients) result.gradients.resize(3 * points.size());
      }
      // In another order each time: nobody always follows one that fills or empties the caches.
      std::vector<std::size_t> order(peers.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::mt19937 generator(1);
      for (int repetition = -1; repetition < options.repetitions; ++repetition) {
        std::shuffle(order.begin(), order.end(), generator);
        for (const std::size_t k : order) {
          if (gradients && !peers[k].has_gradient) continue;
          peers[k].run(points, results[k]);  // brings in what the one before has driven out of the caches
          const double time = peers[k].run(points, results[k]) * 1e9 / static_cast<double>(points.size());
          if (repetition >= 0) times[k].push_back(time);
        }
      }
      const double ours = spread(times[1]).median;
      for (std::size_t k = 0; k < peers.size(); ++k) {
        if (times[k].empty()) continue;
        const Spread row = spread(times[k]);
        double difference = largest_difference(results[k].values, results[1].values);
        if (gradients)
          difference = std::max(difference, largest_difference(results[k].gradients, results[1].gradients));
        std::printf("%-18s %-18s %-28s %9.2f (%.2f .. %.2f)  %6.3f  %.1e\n", set,
                    gradients ? "value + gradient" : "value", peers[k].name.c_str(), row.median, row.least,
                    row.greatest, ours / row.median, difference);
        if (json)
          json << "{\"space\": \"" << name << "\", \"points\": \"" << set
               << "\", \"gradient\": " << (gradients ? "true" : "false") << ", \"peer\": \"" << peers[k].name
               << "\", \"ns\": [" << row.least << ", " << row.median << ", " << row.greatest << "]}\n";
      }
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--samples") options.samples = static_cast<std::size_t>(std::atoll(argv[i + 1]));
    if (word == "--points") options.points = static_cast<std::size_t>(std::atoll(argv[i + 1]));
    if (word == "--repetitions") options.repetitions = std::atoi(argv[i + 1]);
    if (word == "--json") options.json = argv[i + 1];
  }
  std::ofstream json;
  if (!options.json.empty()) json.open(options.json);
  for (const Degree degree : {Degree::linear, Degree::quadratic, Degree::cubic}) measure(degree, options, json);
  return 0;
}
