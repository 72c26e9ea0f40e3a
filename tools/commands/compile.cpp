#include "tools/commands/compile.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "latspline/analysis/analysis.h"
#include "latspline/backend/emit.h"
#include "latspline/base/error.h"
#include "latspline/plan/lower.h"
#include "latspline/plan/make_plan.h"
#include "latspline/tune/tuning.h"
#include "tools/commands/plan_options.h"
#include "tools/io/atomic_file.h"

namespace latspline::tools {
namespace {

struct Options {
  std::string input;
  std::string target = "host";
  std::vector<std::string> emit;  ///< empty: what the target's users want most
  std::string directory;
  std::string function;
  bool optimize = true;
  PlanOptions plan;
};

bool is_plan(const std::string& text) { return text.rfind("latspline-plan", 0) == 0; }

Plan plan_of(const Options& options, bool for_this_machine) {
  std::ifstream file(options.input, std::ios::binary);
  if (file) {
    std::ostringstream text;
    text << file.rdbuf();
    if (is_plan(text.str())) {
      Plan plan = parse_plan(text.str());
      verify_plan(plan);
      if (!plan.quantization)
        throw InputError("the plan \"" + options.input + "\" is not lowered to the end; let all passes run");
      return plan;
    }
  }
  Plan plan = lower(analyze(load_space(options.input), analyze_options(options.plan)), options.plan);
  return for_this_machine ? tuned_here(std::move(plan)) : plan;
}

/// "bcc/rdodec-linear" as a C identifier: latspline_bcc_rdodec_linear_f32.
std::string function_name(const Plan& plan) {
  std::string name = "latspline_" + std::filesystem::path(plan.space_name).replace_extension().string() + "_" +
                     std::string(to_string(plan.options.scalar));
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

void write(const std::filesystem::path& path, const std::string& content) {
  write_text(path.string(), content);
  std::printf("%s\n", path.string().c_str());
}

void run(const Options& options) {
  const Target target = parse_target(options.target);
  const std::vector<std::string> kinds = emitted_kinds(target.architecture);
  std::vector<std::string> wanted = options.emit;
  if (wanted.empty()) {
    wanted = {kinds.front()};
    for (const char* companion : {"header", "wrapper"})
      if (std::find(kinds.begin(), kinds.end(), companion) != kinds.end()) wanted.emplace_back(companion);
  }
  for (const std::string& kind : wanted) {
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
    std::string accepted;
    for (const std::string& known : kinds) accepted += (accepted.empty() ? "" : ", ") + known;
    throw InputError("--emit " + kind + ": the target \"" + options.target + "\" has none; accepted: " + accepted);
  }
  const Plan plan = plan_of(options, target == host_target());
  EmitOptions emit;
  emit.function = options.function.empty() ? function_name(plan) : options.function;
  emit.optimize = options.optimize;
  emit.kinds = wanted;
  const CompiledKernel kernel = compile(plan, target, emit);
  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  if (error) throw InputError("the folder \"" + options.directory + "\" cannot be made: " + error.message());
  const std::filesystem::path base = std::filesystem::path(options.directory) / kernel.function;
  const auto with = [&](const char* suffix) { return std::filesystem::path(base.string() + suffix); };
  for (const std::string& kind : wanted) {
    if (kind == "object") write(with(".o"), kernel.object);
    if (kind == "header") write(with(".h"), kernel.header);
    if (kind == "llvm") write(with(".ll"), kernel.llvm);
    if (kind == "assembly") write(with(".s"), kernel.assembly);
    if (kind == "ptx") write(with(".ptx"), kernel.ptx);
    if (kind == "spirv") write(with(".spv"), kernel.spirv);
    if (kind == "hsaco") write(with(".hsaco"), kernel.hsaco);
    if (kind == "wasm") write(with(".wasm"), kernel.wasm);
    if (kind == "wrapper") write(with(".mjs"), kernel.wrapper);
  }
}

}  // namespace

void add_compile(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("compile", "compile a kernel ahead of time and print the names of the files written");
  command->add_option("input", options->input, "a spline space (catalogue name or JSON file) or a plan file")
      ->required();
  command->add_option("--target", options->target,
                      "host (default) or architecture[:cpu[:features]]; see `latspline targets`");
  command
      ->add_option("--emit", options->emit,
                   "any of object, header, llvm, assembly, ptx, spirv, hsaco, wasm, wrapper, as far as the target has "
                   "them (see `latspline targets`), separated by commas; "
                   "what the target's users need by default")
      ->delimiter(',')
      ->check(CLI::IsMember({"object", "header", "llvm", "assembly", "ptx", "spirv", "hsaco", "wasm", "wrapper"}));
  command->add_option("-o,--output", options->directory, "folder for the files")->required();
  command->add_option("--function", options->function, "name of the exported function, and of the files")
      ->check(CLI::Validator(
          [](std::string& name) {
            const bool good =
                !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
            return good ? std::string() : "\"" + name + "\" is no C identifier";
          },
          "IDENTIFIER"));
  command->add_flag("!--no-optimize", options->optimize, "leave out LLVM's optimisation passes");
  add_plan_options(*command, options->plan);
  add_hessian_option(*command, options->plan);
  add_fetch_option(*command, options->plan);
  command->footer("Example: latspline compile bcc/rdodec-linear --emit object,header -o kernels");
  command->callback([options] { run(*options); });
}

}  // namespace latspline::tools
