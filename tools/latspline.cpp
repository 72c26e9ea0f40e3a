#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "tools/commands/analyze.h"
#include "tools/commands/basis.h"
#include "tools/commands/bench.h"
#include "tools/commands/check.h"
#include "tools/commands/compare.h"
#include "tools/commands/compile.h"
#include "tools/commands/eval.h"
#include "tools/commands/list.h"
#include "tools/commands/plan.h"
#include "tools/commands/prefilter.h"
#include "tools/commands/render.h"
#include "tools/commands/resample.h"
#include "tools/commands/targets.h"
#include "tools/commands/tune.h"

namespace {

enum ExitCode { done = 0, wrong_input = 1, not_supported = 2, our_bug = 3, wrong_usage = 64, stopped = 130 };

extern "C" void on_interrupt(int) {
  // A second Ctrl-C ends the program at once.
  if (latspline::interrupt_requested()) std::_Exit(stopped);
  latspline::request_interrupt();
}

int fail(ExitCode code, const char* kind, const char* message) {
  std::fprintf(stderr, "latspline: %s%s\n", kind, message);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  namespace tools = latspline::tools;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  CLI::App app("latspline: exact interpolation on lattices, compiled to machine code", "latspline");
  app.set_version_flag("--version", LATSPLINE_VERSION);
  bool quiet = false;
  app.add_flag("--quiet", quiet, "no progress and no remarks on standard error");
  app.require_subcommand(1);
  app.fallthrough();
  app.footer("Example: latspline analyze bcc/rdodec-quintic\n`latspline COMMAND --help` explains a command.");
  tools::add_list(app);
  tools::add_analyze(app);
  tools::add_basis(app);
  tools::add_plan(app);
  tools::add_compile(app);
  tools::add_check(app);
  tools::add_eval(app);
  tools::add_prefilter(app);
  tools::add_resample(app);
  tools::add_render(app);
  tools::add_compare(app);
  tools::add_tune(app);
  tools::add_bench(app);
  tools::add_targets(app);
  try {
    if (argc == 1) {
      std::fputs(app.help().c_str(), stderr);
      return wrong_usage;
    }
    // CLI11 would only say that a command is missing.
    const std::vector<CLI::App*> commands = app.get_subcommands(nullptr);
    const bool known =
        std::any_of(commands.begin(), commands.end(), [&](const CLI::App* c) { return c->check_name(argv[1]); });
    if (argv[1][0] != '-' && !known) throw CLI::ValidationError("there is no command \"" + std::string(argv[1]) + "\"");
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0) return fail(wrong_input, "", "standard output cannot be written");
    return done;
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr,
                 "latspline: %s\nRun `latspline --help`, or `latspline COMMAND --help`, for what is accepted.\n",
                 error.what());
    return wrong_usage;
  } catch (const latspline::Interrupted&) {
    return fail(stopped, "", "stopped");
  } catch (const latspline::InputError& error) {
    return fail(wrong_input, "", error.what());
  } catch (const latspline::UnsupportedError& error) {
    return fail(not_supported, "not supported: ", error.what());
  } catch (const std::bad_alloc&) {
    return fail(wrong_input, "", "not enough memory for this request");
  } catch (const std::exception& error) {
    return fail(our_bug, "internal error, please report it: ", error.what());
  }
}
