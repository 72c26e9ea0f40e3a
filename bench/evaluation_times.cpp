// Nanoseconds per point of the kernels, one thread: value, and value with gradient, at random points and along rays.
//   bench_evaluation_times [--samples N] [--scalar f32|f64] [--lanes N] [--layout auto|points|sites] [SPACE ..]
// Every space gets a volume of about N samples. The kernels take turns, so that a drift of the machine's speed meets all alike.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "bench/statistics.h"
#include "latspline/base/error.h"
#include "latspline/runtime/evaluator.h"
#include "tools/prepared_space.h"

namespace {

using namespace latspline;

constexpr std::size_t points_per_batch = 100000;
constexpr int repetitions = 9;

template <typename T>
struct Case {
  tools::PreparedSpace space;
  Volume volume;
  std::vector<T> random;
  std::vector<T> rays;
  std::vector<double> times[4];  // random value, random gradient, rays value, rays gradient
};

template <typename T>
Case<T> make_case(const std::string& name, std::size_t samples, const PlanOptions& options) {
  Case<T> result{tools::prepare_space(name, options), {}, {}, {}, {}};
  const auto s = static_cast<std::size_t>(result.space.plan.dimension);
  VolumeDescription description;
  description.shape = result.space.shape;
  description.scalar = std::is_same_v<T, float> ? LATSPLINE_F32 : LATSPLINE_F64;
  description.boundary = static_cast<latspline_boundary>(result.space.plan.options.boundary);
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = WorldTransform::identity(static_cast<std::uint32_t>(s));
  std::size_t count = description.shape.coset_count;
  for (std::size_t j = 0; j < s; ++j) {
    description.extent[j] =
        std::max<std::int64_t>(2, std::llround(std::pow(static_cast<double>(samples) / description.shape.coset_count,
                                                        1.0 / static_cast<double>(s))));
    count *= static_cast<std::size_t>(description.extent[j]);
  }
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<T> data(count);
  for (T& value : data) value = static_cast<T>(unit(generator));
  result.volume = Volume(description, std::span<const T>(data));
  const latspline_volume& view = result.volume.view();
  for (std::size_t i = 0; i < points_per_batch; ++i)
    for (std::size_t j = 0; j < s; ++j) result.random.push_back(static_cast<T>(unit(generator) * view.top[j]));
  // Rays of 200 points, half a sample apart, from random places in random directions, reflected into the volume.
  const double step = 0.5 * std::pow(result.space.determinant, 1.0 / static_cast<double>(s));
  std::vector<double> x(s);
  std::vector<double> direction(s);
  for (std::size_t i = 0; i < points_per_batch; ++i) {
    if (i % 200 == 0) {
      double length = 0;
      for (std::size_t j = 0; j < s; ++j) {
        x[j] = unit(generator) * view.top[j];
        direction[j] = unit(generator) - 0.5;
        length += direction[j] * direction[j];
      }
      for (std::size_t j = 0; j < s; ++j) direction[j] *= step / std::sqrt(length);
    }
    for (std::size_t j = 0; j < s; ++j) {
      if (x[j] + direction[j] < 0 || x[j] + direction[j] > view.top[j]) direction[j] = -direction[j];
      x[j] += direction[j];
      result.rays.push_back(static_cast<T>(x[j]));
    }
  }
  return result;
}

template <typename T>
double run(const Case<T>& test, const std::vector<T>& points, std::vector<T>& values, T* gradient) {
  const auto s = static_cast<std::int64_t>(test.space.plan.dimension);
  // Once to bring in what the case before it has driven out of the caches.
  if constexpr (std::is_same_v<T, float>)
    check_status(test.space.kernel.f32(&test.volume.view(), points.data(), s, 1, points_per_batch, values.data(),
                                       gradient, nullptr));
  else
    check_status(test.space.kernel.f64(&test.volume.view(), points.data(), s, 1, points_per_batch, values.data(),
                                       gradient, nullptr));
  return bench::seconds([&] {
           if constexpr (std::is_same_v<T, float>)
             check_status(test.space.kernel.f32(&test.volume.view(), points.data(), s, 1, points_per_batch,
                                                values.data(), gradient, nullptr));
           else
             check_status(test.space.kernel.f64(&test.volume.view(), points.data(), s, 1, points_per_batch,
                                                values.data(), gradient, nullptr));
         }) *
         1e9 / points_per_batch;
}

template <typename T>
void measure(const std::vector<std::string>& names, std::size_t samples, const PlanOptions& options) {
  std::vector<Case<T>> cases;
  for (const std::string& name : names) cases.push_back(make_case<T>(name, samples, options));
  std::vector<T> values(points_per_batch);
  for (int repetition = -1; repetition < repetitions; ++repetition) {
    for (Case<T>& test : cases) {
      std::vector<T> gradients(test.random.size());
      const double times[4] = {
          run<T>(test, test.random, values, nullptr), run<T>(test, test.random, values, gradients.data()),
          run<T>(test, test.rays, values, nullptr), run<T>(test, test.rays, values, gradients.data())};
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
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--samples" && i + 1 < argc)
      samples = static_cast<std::size_t>(std::atoll(argv[++i]));
    else if (word == "--scalar" && i + 1 < argc)
      options.scalar = parse_scalar(argv[++i]);
    else if (word == "--layout" && i + 1 < argc)
      options.layout = parse_layout(argv[++i]);
    else if (word == "--lanes" && i + 1 < argc)
      options.lanes = std::atoi(argv[++i]);
    else
      names.push_back(word);
  }
  if (names.empty())
    names = {"cc/linear",         "cc/quadratic",       "cc/cubic",         "cc/tetrahedral",
             "bcc/rdodec-linear", "bcc/rdodec-quintic", "bcc/toct-quartic", "fcc/toct-cubic"};
  if (options.scalar == Scalar::f32)
    measure<float>(names, samples, options);
  else
    measure<double>(names, samples, options);
  return 0;
}
