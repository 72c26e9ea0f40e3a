#include "latspline/backend/link.h"

#include <lld/Common/Driver.h>
#include <llvm/Support/raw_ostream.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <vector>

#include <unistd.h>

#include "latspline/base/error.h"

LLD_HAS_DRIVER(elf)
LLD_HAS_DRIVER(wasm)

namespace latspline::backend {
namespace {

/// A folder that goes away with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<int> number{0};
    std::error_code error;
    const std::filesystem::path base = std::filesystem::temp_directory_path(error);
    path_ = base / ("latspline-link-" + std::to_string(getpid()) + "-" + std::to_string(number++));
    if (!error) std::filesystem::create_directory(path_, error);
    if (error) throw InputError("the folder \"" + path_.string() + "\" cannot be made: " + error.message());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

std::string linked(const std::string& object, Architecture architecture, const std::string& function) {
  const TemporaryFolder folder;
  const std::string input = folder / "kernel.o";
  const std::string output = folder / "kernel";
  if (!std::ofstream(input, std::ios::binary).write(object.data(), static_cast<std::streamsize>(object.size())).flush())
    throw InputError("the file \"" + input + "\" cannot be written");

  std::vector<std::string> words;
  switch (architecture) {
    case Architecture::amdgcn:
      words = {"ld.lld", "-shared", "--no-undefined", input, "-o", output};
      break;
    case Architecture::wasm32:
      words = {"wasm-ld",
               "--no-entry",
               "--export=" + function,
               "--export=__heap_base",
               "-z",
               "stack-size=262144",
               "--stack-first",
               "--strip-debug",
               input,
               "-o",
               output};
      break;
    case Architecture::x86_64:
    case Architecture::aarch64:
    case Architecture::nvptx64:
    case Architecture::spirv64:
      throw InternalError("nothing is linked for " + std::string(to_string(architecture)));
  }
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());

  static std::mutex one_at_a_time;  // LLD has global state
  const std::lock_guard lock(one_at_a_time);
  std::string said;
  llvm::raw_string_ostream stream(said);
  const lld::Result result =
      lld::lldMain(arguments, stream, stream, {{lld::Gnu, &lld::elf::link}, {lld::Wasm, &lld::wasm::link}});
  if (result.retCode != 0 || !result.canRunAgain) throw InternalError("LLD cannot link the kernel: " + stream.str());
  std::ifstream file(output, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace latspline::backend
