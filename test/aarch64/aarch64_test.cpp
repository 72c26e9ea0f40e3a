#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "exact/spaces.h"
#include "latspline/backend/emit.h"
#include "latspline/runtime/evaluator.h"
#include "tools/prepared_space.h"
#include "unit_tools/scratch_folder.h"

namespace latspline::test {
namespace {

/// The catalogue, but for what takes half a minute and more to compile.
std::vector<std::string> spaces() {
  const std::set<std::string> costly{"d4/voronoi3", "bcc/voronoi4",   "bcc/voronoi3", "fcc/voronoi4",
                                     "d4/8dir",     "fcc/toct-nonic", "a5s/doubled"};
  std::vector<std::string> names;
  for (const CatalogEntry& entry : catalog())
    if (costly.count(entry.name) == 0) names.push_back(entry.name);
  return names;
}

class Aarch64 : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalog, Aarch64, testing::ValuesIn(spaces()),
                         [](const auto& test) { return test_name(test.param); });

template <typename T>
void append(std::vector<char>& bytes, const T* items, std::size_t count) {
  const auto* first = reinterpret_cast<const char*>(items);
  bytes.insert(bytes.end(), first, first + sizeof(T) * count);
}

/// Random points inside and around, some on sites, some far, some not finite.
template <typename T>
std::vector<T> points_around(const latspline_volume& view, std::size_t count) {
  std::mt19937_64 generator(3);
  std::vector<T> points;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < view.dimension; ++j) {
      std::uniform_real_distribution<double> entry(-2, view.top[j] + 2);
      double x = entry(generator);
      if (i % 5 == 0) x = std::round(x);
      if (i == 7) x = 1e30;
      if (i == 11 && j == 0) x = std::numeric_limits<double>::quiet_NaN();
      points.push_back(static_cast<T>(x));
    }
  }
  return points;
}

template <typename T>
void expect_same_as_host(const std::string& name, const PlanOptions& options) {
#ifdef AARCH64_RUNNER
  const tools::PreparedSpace space = tools::prepare_space(name, options);
  const auto s = static_cast<std::size_t>(space.plan.dimension);
  VolumeDescription description;
  description.shape = space.shape;
  description.scalar = std::is_same_v<T, float> ? LATSPLINE_F32 : LATSPLINE_F64;
  description.boundary = static_cast<latspline_boundary>(space.plan.options.boundary);
  description.content = LATSPLINE_COEFFICIENTS;
  description.world = WorldTransform::identity(static_cast<std::uint32_t>(s));
  std::size_t sites = space.shape.coset_count;
  for (std::size_t j = 0; j < s; ++j) {
    description.extent[j] = s <= 3 ? 4 + static_cast<std::int64_t>(j) : 2;
    sites *= static_cast<std::size_t>(description.extent[j]);
  }
  std::mt19937_64 generator(9);
  std::uniform_real_distribution<double> coefficient(-1, 1);
  std::vector<T> data(sites);
  for (T& value : data) value = static_cast<T>(coefficient(generator));
  const Volume volume(description, std::span<const T>(data));
  const latspline_volume& view = volume.view();
  constexpr std::size_t count = 61;  // whole vectors and a rest
  const std::vector<T> points = points_around<T>(view, count);

  std::vector<T> expected(count * (2 + s));
  const auto call = [&](T* values, T* gradients) {
    if constexpr (std::is_same_v<T, float>)
      check_status(
          space.kernel.f32(&view, points.data(), static_cast<std::int64_t>(s), 1, count, values, gradients, nullptr));
    else
      check_status(
          space.kernel.f64(&view, points.data(), static_cast<std::int64_t>(s), 1, count, values, gradients, nullptr));
  };
  call(expected.data(), nullptr);
  call(expected.data() + count, expected.data() + 2 * count);
  // Points one by one give the same.
  for (std::size_t i = count; i < count * (2 + s); ++i) expected.push_back(expected[i]);

  // The storage: from the first element of padding of coset 0 to the last of the last coset.
  std::int64_t before = 0;
  std::int64_t after = static_cast<std::int64_t>(view.coset_count - 1) * view.coset_stride;
  for (std::size_t j = 0; j < s; ++j) {
    before += view.padding[j] * view.stride[j];
    after += (view.extent[j] + view.padding[j] - 1) * view.stride[j];
  }
  const std::uint64_t counts[3] = {static_cast<std::uint64_t>(before + after + 1), static_cast<std::uint64_t>(before),
                                   count};
  std::vector<char> bytes;
  append(bytes, &view, 1);
  append(bytes, counts, 3);
  append(bytes, static_cast<const T*>(view.coefficients) - before, counts[0]);
  append(bytes, points.data(), points.size());

  const tools::testing::ScratchFolder folder;
  const CompiledKernel kernel = compile(space.plan, parse_target("aarch64"), {.function = "kernel_under_test"});
  std::ofstream(folder / "kernel.o", std::ios::binary) << kernel.object;
  std::ofstream(folder / "input", std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const std::string link = std::string(AARCH64_CC) + " -static " + AARCH64_RUNNER + " " + (folder / "kernel.o") +
                           " -lm -o " + (folder / "run");
  ASSERT_EQ(std::system(link.c_str()), 0) << link;
  const std::string run =
      std::string(AARCH64_EMULATOR) + " " + (folder / "run") + " " + (folder / "input") + " " + (folder / "output");
  ASSERT_EQ(std::system(run.c_str()), 0) << run;
  std::ifstream output(folder / "output", std::ios::binary);
  std::vector<T> found(expected.size());
  output.read(reinterpret_cast<char*>(found.data()), static_cast<std::streamsize>(sizeof(T) * found.size()));
  ASSERT_EQ(output.gcount(), static_cast<std::streamsize>(sizeof(T) * found.size()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_TRUE(found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i])))
        << "number " << i << ": " << found[i] << " on AArch64, " << expected[i] << " on the host";
  }
#else
  static_cast<void>(name);
  static_cast<void>(options);
#endif
}

/// Every target computes what the plan says in that order; so the bits are those of a host that fuses multiply and add.
TEST_P(Aarch64, GivesTheBitsOfTheHost) {
#ifndef AARCH64_RUNNER
  const char* ci = std::getenv("CI");
  if (ci != nullptr && *ci != '\0')
    FAIL() << "aarch64-linux-gnu-gcc or qemu-aarch64-static is missing; scripts/setup installs both";
  GTEST_SKIP() << "aarch64-linux-gnu-gcc or qemu-aarch64-static is missing";
#else
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this host rounds products before they are added";
#endif
  PlanOptions options;
  expect_same_as_host<float>(GetParam(), options);
  if (HasFatalFailure()) return;
  // The other scalar with the other choices.
  options.scalar = Scalar::f64;
  options.branches = false;
  options.boundary = Boundary::periodic;
  options.layout = Layout::sites;
  expect_same_as_host<double>(GetParam(), options);
#endif
}

}  // namespace
}  // namespace latspline::test
