// SPIR-V kernels: validated, and run by PoCL on the host's cores. PoCL 3.1 takes no SPIR-V, so a translator makes it LLVM's bitcode first, and as that
// translator stops at scalar constants written as OpConstantNull, they are rewritten as OpConstant.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "latspline/backend/emit.h"
#include "targets/sample_evaluation.h"
#include "unit_tools/scratch_folder.h"

namespace latspline::test {
namespace {

class OpenCl : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalog, OpenCl,
                         testing::Values("cc/linear", "cc/cubic", "cc/tetrahedral", "bcc/rdodec-linear",
                                         "bcc/rdodec-quintic", "bcc/voronoi2", "fcc/toct-cubic", "hex/voronoi2",
                                         "z2/zp", "prime/4dir", "z1/quintic", "d4s/voronoi2", "z6/linear"),
                         [](const auto& test) { return test_name(test.param); });

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

/// The first device there is; null id if none.
Device open_device() {
  Device device;
  cl_platform_id platform = nullptr;
  cl_uint platforms = 0;
  if (clGetPlatformIDs(1, &platform, &platforms) != CL_SUCCESS || platforms == 0) return device;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr) != CL_SUCCESS) return {};
  device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, nullptr);
  device.queue = clCreateCommandQueue(device.context, device.id, 0, nullptr);
  return device;
}

template <typename Item>
cl_mem buffer_of(const Device& device, const Item* items, std::size_t count) {
  return clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof(Item),
                        const_cast<Item*>(items), nullptr);
}

template <typename T>
void run_on(const Device& device, const SampleEvaluation<T>& sample, const std::string& bitcode) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(bitcode.data());
  const std::size_t length = bitcode.size();
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithBinary(device.context, 1, &device.id, &length, &bytes, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device.id, "", nullptr, nullptr), CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "kernel_under_test", &error);
  ASSERT_EQ(error, CL_SUCCESS);

  const std::size_t count = sample.count;
  std::vector<T> values(count, T(7));
  std::vector<T> gradients(count * sample.dimension(), T(7));
  cl_mem volume = buffer_of(device, &sample.view(), 1);
  cl_mem storage = buffer_of(device, sample.storage().data(), sample.storage().size());
  cl_mem points = buffer_of(device, sample.points().data(), sample.points().size());
  const cl_long point_stride = static_cast<cl_long>(sample.dimension());
  const cl_long axis_stride = 1;
  const cl_long points_count = static_cast<cl_long>(count);
  cl_mem none = nullptr;
  const auto launch = [&](cl_mem* to_values, cl_mem* to_gradients) {
    const std::pair<std::size_t, const void*> arguments[] = {
        {sizeof(cl_mem), &volume},        {sizeof(cl_mem), &storage},      {sizeof(cl_mem), &points},
        {sizeof(cl_long), &point_stride}, {sizeof(cl_long), &axis_stride}, {sizeof(cl_long), &points_count},
        {sizeof(cl_mem), to_values},      {sizeof(cl_mem), to_gradients},  {sizeof(cl_mem), &none}};
    for (cl_uint i = 0; i < 9; ++i)
      ASSERT_EQ(clSetKernelArg(kernel, i, arguments[i].first, arguments[i].second), CL_SUCCESS) << i;
    // Fewer threads than points: some take two.
    const std::size_t threads = 48;
    const std::size_t group = 16;
    ASSERT_EQ(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &threads, &group, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(device.queue), CL_SUCCESS);
  };
  const auto read = [&](cl_mem from, std::vector<T>& to) {
    ASSERT_EQ(
        clEnqueueReadBuffer(device.queue, from, CL_TRUE, 0, to.size() * sizeof(T), to.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
  };
  cl_mem values_buffer = buffer_of(device, values.data(), values.size());
  cl_mem both_values = buffer_of(device, values.data(), values.size());
  cl_mem both_gradients = buffer_of(device, gradients.data(), gradients.size());
  launch(&values_buffer, &none);
  launch(&both_values, &both_gradients);
  read(values_buffer, values);
  EXPECT_TRUE(sample.same(values, sample.values())) << "differs by " << sample.difference(values, sample.values());
  read(both_values, values);
  EXPECT_TRUE(sample.same(values, sample.values_with_gradients()))
      << "differs by " << sample.difference(values, sample.values_with_gradients());
  read(both_gradients, gradients);
  EXPECT_TRUE(sample.same(gradients, sample.gradients()))
      << "gradients differ by " << sample.difference(gradients, sample.gradients());
  for (cl_mem buffer : {volume, storage, points, values_buffer, both_values, both_gradients})
    clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

template <typename T>
void expect_same_as_host(const Device& device, const std::string& name, const PlanOptions& options) {
  const SampleEvaluation<T> sample(name, options);
  const tools::testing::ScratchFolder folder;
  const CompiledKernel kernel =
      compile(sample.plan(), parse_target("spirv64"), {.function = "kernel_under_test", .kinds = {"spirv"}});
  std::ofstream(folder / "kernel.spv", std::ios::binary) << kernel.spirv;
  const auto in_folder = [&](const std::string& command) {
    const std::string line = "cd '" + (folder / "") + "' && " + command;
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  };
  in_folder("spirv-val --target-env opencl2.2 kernel.spv");
  in_folder(
      "spirv-dis kernel.spv | sed -E 's/OpConstantNull %(float|double|ulong|uint|ushort|uchar)$/OpConstant %\\1 0/; "
      "s/OpConstantNull %bool$/OpConstantFalse %bool/' | spirv-as --target-env spv1.2 - -o plain.spv && "
      "llvm-spirv-15 -r plain.spv -o kernel.bc");
  if (testing::Test::HasFatalFailure()) return;
  std::ifstream file(folder / "kernel.bc", std::ios::binary);
  run_on(device, sample, std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST_P(OpenCl, GivesTheBitsOfTheHost) {
  const bool has_tools = std::system("command -v spirv-val spirv-dis spirv-as llvm-spirv-15 > /dev/null 2>&1") == 0;
  const Device device = has_tools ? open_device() : Device{};
  if (device.id == nullptr) {
    const char* missing =
        "spirv-val, spirv-dis, llvm-spirv-15 or an OpenCL device is missing; scripts/setup installs them";
    if (runs_in_ci()) FAIL() << missing;
    GTEST_SKIP() << missing;
  }
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this host rounds products before they are added";
#endif
  expect_same_as_host<float>(device, GetParam(), {});
  if (HasFatalFailure()) return;
  PlanOptions options;
  options.branches = false;
  options.boundary = Boundary::periodic;
  expect_same_as_host<double>(device, GetParam(), options);
  clReleaseCommandQueue(device.queue);
  clReleaseContext(device.context);
}

}  // namespace
}  // namespace latspline::test
