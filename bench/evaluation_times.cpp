// Nanoseconds per point of the kernels, one thread: value, and value with gradient, at random points and along rays.
//   bench_evaluation_times [--samples N] [--scalar f32|f64] [--lanes N] [--layout auto|points|sites] [--bin auto|on|off] [--strategy auto|fold|table] [--target T] [SPACE ..]
// Every space gets a volume of about N samples. The kernels take turns, so that a drift of the machine's speed meets all alike.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/statistics.h"
#include "latspline/jit/jit.h"
#include "latspline/tune/workload.h"
#include "tools/prepared_space.h"

namespace {

using namespace latspline;

constexpr std::size_t points_per_batch = 100000;
constexpr int repetitions = 9;

template <typename T>
struct Case {
  tools::PreparedSpace space;
  Workload<T> work;
  std::vector<double> times[4];  // random value, random gradient, rays value, rays gradient
};

template <typename T>
Case<T> make_case(const std::string& name, std::size_t samples, const PlanOptions& options, const Target& target) {
  Case<T> result{tools::prepare_space(name, options), {}, {}};
  if (!(target == host_target())) result.space.kernel = jit_compile(result.space.plan, target);
  const auto boundary = static_cast<latspline_boundary>(result.space.plan.options.boundary);
  result.work =
      make_workload<T>(result.space.shape, result.space.determinant, boundary, samples, points_per_batch, 0.5);
  return result;
}

template <typename T>
double run(const Case<T>& test, const std::vector<T>& points, std::vector<T>& values, T* gradient) {
  // Once to bring in what the case before it has driven out of the caches.
  time_call<T>(test.space.kernel, test.work.volume, points, values, gradient);
  return time_call<T>(test.space.kernel, test.work.volume, points, values, gradient);
}

template <typename T>
void measure(const std::vector<std::string>& names, std::size_t samples, const PlanOptions& options,
             const Target& target) {
  std::vector<Case<T>> cases;
  for (const std::string& name : names) cases.push_back(make_case<T>(name, samples, options, target));
  std::vector<T> values(points_per_batch);
  for (int repetition = -1; repetition < repetitions; ++repetition) {
    for (Case<T>& test : cases) {
      std::vector<T> gradients(test.work.random.size());
      const double times[4] = {
          run<T>(test, test.work.random, values, nullptr), run<T>(test, test.work.random, values, gradients.data()),
          run<T>(test, test.work.rays, values, nullptr), run<T>(test, test.work.rays, values, gradients.data())};
      if (repetition >= 0)
        for (int k = 0; k < 4; ++k) test.times[k].push_back(times[k]);
    }
  }
  std::printf("%-20s %6s | %-26s %-26s %-26s %-26s  ns per point: median (least)\n", "space", "sites", "random: value",
              "value + gradient", "rays: value", "value + gradient");
  for (Case<T>& test : cases) {
    std::printf("%-20s %6d |", test.space.name.c_str(), test.space.sites_per_evaluation);
    for (const std::vector<double>& times : test.times) {
      const bench::Spread row = bench::spread(times);
      std::printf(" %12.2f (%9.2f)  ", row.median, row.least);
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t samples = std::size_t{1} << 21;
  PlanOptions options;
  Target target = host_target();
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--samples" && i + 1 < argc)
      samples = static_cast<std::size_t>(std::atoll(argv[++i]));
    else if (word == "--scalar" && i + 1 < argc)
      options.scalar = parse_scalar(argv[++i]);
    else if (word == "--layout" && i + 1 < argc)
      options.layout = parse_layout(argv[++i]);
    else if (word == "--bin" && i + 1 < argc)
      options.bin = parse_bin(argv[++i]);
    else if (word == "--strategy" && i + 1 < argc)
      options.strategy = parse_strategy(argv[++i]);
    else if (word == "--target" && i + 1 < argc)
      target = parse_target(argv[++i]);
    else if (word == "--lanes" && i + 1 < argc)
      options.lanes = std::atoi(argv[++i]);
    else
      names.push_back(word);
  }
  if (names.empty())
    names = {"cc/linear",         "cc/quadratic",       "cc/cubic",         "cc/tetrahedral",
             "bcc/rdodec-linear", "bcc/rdodec-quintic", "bcc/toct-quartic", "fcc/toct-cubic"};
  if (options.scalar == Scalar::f32)
    measure<float>(names, samples, options, target);
  else
    measure<double>(names, samples, options, target);
  return 0;
}
