#include "latspline/target/target.h"

#include <gtest/gtest.h>

#include "latspline/base/error.h"

namespace latspline {
namespace {

TEST(Target, ParsesArchitectureCpuAndFeatures) {
  const Target target = parse_target("x86_64:haswell:+fast-gather,-avx512f");
  EXPECT_EQ(target.architecture, Architecture::x86_64);
  EXPECT_EQ(target.cpu, "haswell");
  EXPECT_EQ(target.features, "+fast-gather,-avx512f");
  EXPECT_EQ(target.triple.substr(0, 7), "x86_64-");
  const Target arm = parse_target("aarch64");
  EXPECT_EQ(arm.architecture, Architecture::aarch64);
  EXPECT_EQ(arm.cpu, "generic");
  EXPECT_EQ(arm.features, "");
  EXPECT_EQ(arm.triple.substr(0, 8), "aarch64-");
}

TEST(Target, AcceptsOtherNamesOfAnArchitecture) {
  EXPECT_EQ(parse_target("amd64"), parse_target("x86_64"));
  EXPECT_EQ(parse_target("x86-64"), parse_target("x86_64"));
  EXPECT_EQ(parse_target("arm64:cortex-a72"), parse_target("aarch64:cortex-a72"));
}

TEST(Target, PrintsWhatItParses) {
  for (const std::string text :
       {"host", "x86_64", "aarch64", "x86_64:znver3", "aarch64:cortex-a72:+sve", "x86_64:generic:+avx2,+fma", "nvptx64",
        "nvptx64:sm_90", "amdgcn", "amdgcn:gfx1100", "spirv64", "wasm32"}) {
    EXPECT_EQ(to_string(parse_target(text)), text);
    EXPECT_EQ(parse_target(to_string(parse_target(text))), parse_target(text));
  }
}

TEST(Target, HasADefaultForEveryArchitecture) {
  EXPECT_EQ(architectures().size(), 6u);
  EXPECT_EQ(architectures().front(), host_target().architecture);
  for (const Architecture architecture : architectures()) {
    const Target target = parse_target(to_string(architecture));
    EXPECT_EQ(target.architecture, architecture);
    EXPECT_EQ(to_string(target), to_string(architecture));
    EXPECT_FALSE(target.triple.empty());
    EXPECT_FALSE(target.cpu.empty());
  }
  EXPECT_EQ(parse_target("ptx"), parse_target("nvptx64:sm_75"));
  EXPECT_TRUE(is_grid(Architecture::spirv64));
  EXPECT_FALSE(is_grid(Architecture::wasm32));
}

TEST(Target, KnowsTheHost) {
  EXPECT_EQ(host_target().cpu, "host");
  EXPECT_EQ(parse_target("host"), host_target());
  EXPECT_EQ(to_string(host_target()), "host");
}

template <typename Error>
std::string message_of(const std::string& text) {
  try {
    parse_target(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Target, NamesWhatItDoesNotAccept) {
  for (const std::string text : {"", "vax", "x86_64:", "x86_64::+avx", "x86_64:haswell:avx2", "x86_64:haswell:+",
                                 "x86_64:haswell:+avx2,", "x86_64:haswell:+avx2,,+fma", "x86_64:has well", "Host"}) {
    const std::string message = message_of<InputError>(text);
    EXPECT_NE(message.find("\"" + text + "\""), std::string::npos) << text << ": " << message;
    EXPECT_NE(message.find("accepted"), std::string::npos) << message;
  }
}

TEST(Target, TellsKnownMachinesFromNonsense) {
  for (const std::string text : {"nvptx", "i686", "arm", "wasm64", "riscv64"}) {
    const std::string message = message_of<UnsupportedError>(text);
    EXPECT_NE(message.find("not built"), std::string::npos) << text << ": " << message;
  }
}

TEST(Target, RefusesTheHostsCpuForAnotherArchitecture) {
  const std::string other = host_target().architecture == Architecture::x86_64 ? "aarch64" : "x86_64";
  EXPECT_NE(message_of<InputError>(other + ":host").find("this machine"), std::string::npos);
}

}  // namespace
}  // namespace latspline
