#include "latspline/target/target.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "latspline/base/error.h"

namespace latspline {
namespace {

#if defined(__APPLE__)
constexpr std::string_view system_suffix = "-apple-darwin";
#else
constexpr std::string_view system_suffix = "-unknown-linux-gnu";
#endif

constexpr std::string_view accepted =
    "accepted: \"host\", or architecture[:cpu[:features]] with the architecture x86_64, aarch64, nvptx64, amdgcn, "
    "spirv64 or "
    "wasm32, for example \"x86_64:haswell:+fast-gather\" or \"nvptx64:sm_90\"";

struct ArchitectureName {
  std::string_view name;
  Architecture architecture;
};
constexpr std::array architecture_names = {
    ArchitectureName{"x86_64", Architecture::x86_64}, ArchitectureName{"x86-64", Architecture::x86_64},
    ArchitectureName{"amd64", Architecture::x86_64},  ArchitectureName{"aarch64", Architecture::aarch64},
    ArchitectureName{"arm64", Architecture::aarch64}, ArchitectureName{"nvptx64", Architecture::nvptx64},
    ArchitectureName{"ptx", Architecture::nvptx64},   ArchitectureName{"amdgcn", Architecture::amdgcn},
    ArchitectureName{"amdgpu", Architecture::amdgcn}, ArchitectureName{"spirv64", Architecture::spirv64},
    ArchitectureName{"spirv", Architecture::spirv64}, ArchitectureName{"wasm32", Architecture::wasm32},
    ArchitectureName{"wasm", Architecture::wasm32}};

/// Machines that exist, and that no kernel is generated for.
constexpr std::array known_but_not_built = {std::string_view("nvptx"),   std::string_view("x86"),
                                            std::string_view("i686"),    std::string_view("arm"),
                                            std::string_view("riscv64"), std::string_view("wasm64")};

std::string triple_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::x86_64:
    case Architecture::aarch64:
      return std::string(to_string(architecture)) + std::string(system_suffix);
    case Architecture::nvptx64:
      return "nvptx64-nvidia-cuda";
    case Architecture::amdgcn:
      return "amdgcn-amd-amdhsa";
    case Architecture::spirv64:
      return "spirv64v1.2-unknown-unknown";
    case Architecture::wasm32:
      return "wasm32-unknown-unknown";
  }
  throw InternalError("architecture out of range");
}

/// What is meant where no cpu is named: the oldest that is supported, where there is no generic one.
std::string_view default_cpu(Architecture architecture) {
  switch (architecture) {
    case Architecture::x86_64:
    case Architecture::aarch64:
    case Architecture::spirv64:
    case Architecture::wasm32:
      return "generic";
    case Architecture::nvptx64:
      return "sm_75";
    case Architecture::amdgcn:
      return "gfx90a";
  }
  throw InternalError("architecture out of range");
}

[[noreturn]] void reject(std::string_view text, const std::string& reason) {
  throw InputError("target \"" + std::string(text) + "\": " + reason + "; " + std::string(accepted));
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

/// Features are a comma-separated list of +name and -name.
void check_features(std::string_view text, std::string_view features) {
  while (!features.empty()) {
    const std::string_view feature = features.substr(0, features.find(','));
    const bool named = feature.size() >= 2 && (feature[0] == '+' || feature[0] == '-') &&
                       std::all_of(feature.begin() + 1, feature.end(), is_name_character);
    if (!named) reject(text, "the feature \"" + std::string(feature) + "\" is not +name or -name");
    if (feature.size() == features.size()) return;
    features.remove_prefix(feature.size() + 1);
    if (features.empty()) reject(text, "the feature list ends with a comma");
  }
}

}  // namespace

Target host_target() {
  Target target;
#if defined(__aarch64__) || defined(_M_ARM64)
  target.architecture = Architecture::aarch64;
#elif defined(__x86_64__) || defined(_M_X64)
  target.architecture = Architecture::x86_64;
#else
#error "latspline generates code for x86-64 and AArch64 hosts"
#endif
  target.triple = triple_of(target.architecture);
  target.cpu = "host";
  return target;
}

Target parse_target(std::string_view text) {
  if (text == "host") return host_target();
  const std::size_t first = text.find(':');
  const std::string_view name = text.substr(0, first);
  if (std::find(known_but_not_built.begin(), known_but_not_built.end(), name) != known_but_not_built.end())
    throw UnsupportedError("target \"" + std::string(text) + "\": code for " + std::string(name) + " is not built; " +
                           std::string(accepted));
  const auto* const entry = std::find_if(architecture_names.begin(), architecture_names.end(),
                                         [&](const ArchitectureName& known) { return known.name == name; });
  if (entry == architecture_names.end()) reject(text, "unknown architecture \"" + std::string(name) + "\"");

  Target target;
  target.architecture = entry->architecture;
  target.triple = triple_of(target.architecture);
  target.cpu = default_cpu(target.architecture);
  if (first == std::string_view::npos) return target;

  const std::string_view rest = text.substr(first + 1);
  const std::size_t second = rest.find(':');
  const std::string_view cpu = rest.substr(0, second);
  if (cpu.empty()) reject(text, "the cpu is empty");
  if (!std::all_of(cpu.begin(), cpu.end(), is_name_character))
    reject(text, "the cpu \"" + std::string(cpu) + "\" has a character that no cpu name has");
  if (cpu == "host" && target.architecture != host_target().architecture)
    reject(text, "the cpu \"host\" needs the architecture of this machine");
  target.cpu = cpu;
  if (second != std::string_view::npos) {
    target.features = rest.substr(second + 1);
    check_features(text, target.features);
  }
  return target;
}

std::string to_string(const Target& target) {
  if (target.features.empty()) {
    if (target.cpu == "host") return "host";
    if (target.cpu == default_cpu(target.architecture)) return std::string(to_string(target.architecture));
  }
  std::string text = std::string(to_string(target.architecture)) + ":" + target.cpu;
  if (!target.features.empty()) text += ":" + target.features;
  return text;
}

std::vector<Architecture> architectures() {
  const Architecture host = host_target().architecture;
  std::vector<Architecture> all{host, host == Architecture::x86_64 ? Architecture::aarch64 : Architecture::x86_64};
  all.insert(all.end(), {Architecture::nvptx64, Architecture::amdgcn, Architecture::spirv64, Architecture::wasm32});
  return all;
}

std::string_view to_string(Architecture architecture) {
  switch (architecture) {
    case Architecture::x86_64:
      return "x86_64";
    case Architecture::aarch64:
      return "aarch64";
    case Architecture::nvptx64:
      return "nvptx64";
    case Architecture::amdgcn:
      return "amdgcn";
    case Architecture::spirv64:
      return "spirv64";
    case Architecture::wasm32:
      return "wasm32";
  }
  throw InternalError("architecture out of range");
}

bool is_grid(Architecture architecture) {
  return architecture == Architecture::nvptx64 || architecture == Architecture::amdgcn ||
         architecture == Architecture::spirv64;
}

}  // namespace latspline
