#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "unit/codegen/kernel_runner.h"
#include "unit/codegen/sample_plans.h"

namespace latspline::test {
namespace {

/// Reserved address space: reading a page that was not opened is a fault, and nothing is allocated but the opened pages.
class SparseMemory {
 public:
  explicit SparseMemory(std::size_t bytes) : bytes_(bytes) {
    void* memory = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) base_ = static_cast<char*>(memory);
  }
  ~SparseMemory() {
    if (base_ != nullptr) munmap(base_, bytes_);
  }
  SparseMemory(const SparseMemory&) = delete;
  SparseMemory& operator=(const SparseMemory&) = delete;
  char* base() const { return base_; }

  void write(std::int64_t element, float value) {
    char* place = base_ + element * static_cast<std::int64_t>(sizeof(float));
    char* page = base_ + ((place - base_) & ~std::ptrdiff_t{4095});
    ASSERT_EQ(mprotect(page, 4096, PROT_READ | PROT_WRITE), 0) << std::strerror(errno);
    std::memcpy(place, &value, sizeof value);
  }

 private:
  std::size_t bytes_;
  char* base_ = nullptr;
};

TEST(AddressCode, ReachesBeyondTwoToTheThirtyOneElements) {
  // 3000 x 2000 x 1000 sites, 24 GB that are not there.
  PlanOptions options;
  options.boundary = Boundary::zero;
  const Plan plan = multilinear(3, options);
  const Kernel kernel = jit_compile(plan);
  const std::int64_t extent[3] = {3000, 2000, 1000};
  const std::int64_t padding = 2;
  latspline_volume volume{};
  volume.abi_version = LATSPLINE_ABI_VERSION;
  volume.dimension = 3;
  volume.coset_count = 1;
  volume.scalar = LATSPLINE_F32;
  volume.boundary = LATSPLINE_BOUNDARY_ZERO;
  volume.content = LATSPLINE_COEFFICIENTS;
  volume.space = plan.space;
  std::int64_t size = 1;
  std::int64_t origin = 0;
  for (int j = 0; j < 3; ++j) {
    volume.stride[j] = size;
    volume.extent[j] = extent[j];
    volume.padding[j] = padding;
    volume.lower[j] = -1;
    volume.upper[j] = static_cast<double>(extent[j]);
    volume.top[j] = static_cast<double>(extent[j] - 1);
    origin += padding * size;
    size *= extent[j] + 2 * padding;
  }
  volume.coset_stride = size;
  ASSERT_GT(size, std::int64_t{1} << 32);
  SparseMemory memory(static_cast<std::size_t>(size) * sizeof(float));
  if (memory.base() == nullptr) GTEST_SKIP() << "this machine does not reserve 24 GB of addresses";
  volume.coefficients = reinterpret_cast<const float*>(memory.base()) + origin;

  const auto element = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return origin + x + y * volume.stride[1] + z * volume.stride[2];
  };
  for (const std::int64_t z : {std::int64_t{998}, std::int64_t{999}}) {
    for (const std::int64_t y : {std::int64_t{1998}, std::int64_t{1999}}) {
      for (const std::int64_t x : {std::int64_t{2998}, std::int64_t{2999}})
        memory.write(element(x, y, z), static_cast<float>(x - 2998 + 2 * (y - 1998) + 4 * (z - 998)));
    }
  }
  const Batch batch = run(kernel, volume, {{2998.25, 1998.5, 998.75}, {2998, 1998, 998}});
  ASSERT_EQ(batch.status, LATSPLINE_OK);
  EXPECT_EQ(batch.values[0], 0.25 + 1 + 3);
  EXPECT_EQ(batch.gradients[0], (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(batch.values[1], 0);
  EXPECT_EQ(batch.gradients[1], (std::vector<double>{1, 2, 4}));
}

TEST(AddressCode, ReachesBeyondWithFoldsCosetsAndNegativeSteps) {
  // BCC with a coset stride beyond 2^32 elements.
  PlanOptions options;
  options.boundary = Boundary::zero;
  const Plan plan = bcc_linear(options);
  const Kernel kernel = jit_compile(plan);
  SampleVolume sample(plan, {3, 3, 3});
  latspline_volume volume = sample.view();
  volume.stride[1] = 70'000;
  volume.stride[2] = 3'000'000'000;
  volume.coset_stride = 20'000'000'000;
  const std::int64_t origin = 10'000'000'000;
  SparseMemory memory(std::size_t{50'000'000'000} * sizeof(float));
  if (memory.base() == nullptr) GTEST_SKIP() << "this machine does not reserve 200 GB of addresses";
  volume.coefficients = reinterpret_cast<const float*>(memory.base()) + origin;
  const auto put = [&](std::int64_t k, IntVector i, double value) {
    memory.write(origin + k * volume.coset_stride + i[0] + i[1] * volume.stride[1] + i[2] * volume.stride[2],
                 static_cast<float>(value));
  };
  for (std::int64_t x = -2; x < 5; ++x) {
    for (std::int64_t y = -2; y < 5; ++y) {
      for (std::int64_t z = -2; z < 5; ++z) {
        put(0, {x, y, z}, sample.coefficient({2 * x, 2 * y, 2 * z}));
        put(1, {x, y, z}, sample.coefficient({2 * x + 1, 2 * y + 1, 2 * z + 1}));
      }
    }
  }
  const Points points = generic_points(3, -1, 6, 60);
  const Batch far = run(kernel, volume, points);
  const Batch near = run(kernel, sample.view(), points);
  EXPECT_EQ(far.values, near.values);
  EXPECT_EQ(far.gradients, near.gradients);
}

}  // namespace
}  // namespace latspline::test
