// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-run: runs recorded calls on a package, judges and times them.

#include "Benchmark.h"
#include "Emulator.h"
#include "Profile.h"
#include "Trace.h"
#include "kiln-rt/recorded/RecordedCalls.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace kiln::rt;
using namespace kiln::rt::tool;

static Status runAndJudge(const Options &options, bool &wrong) {
  KILN_RT_ASSIGN(Session session, Session::load(options));
  Tracer tracer(options);
  tracer.attach(session);
  auto run = [&](const std::string &name, const NpzArrays &inputs,
                 double &seconds) -> Expected<NpzArrays> {
    if (!options.keepState)
      KILN_RT_TRY(statusOf(kiln_context_reset_state(session.context.get())));
    KILN_RT_ASSIGN(BoundCall call,
                   BoundCall::bind(session, name, inputs, options.inputs));
    KILN_RT_TRY(tracer.startCall(name));
    auto start = std::chrono::steady_clock::now();
    KILN_RT_TRY(call.run(session));
    seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    KILN_RT_TRY(tracer.takeStatus());
    return call.results(session);
  };
  // Beside JSON there is nothing else.
  std::FILE *lines = options.stats && options.json ? stderr : stdout;
  auto print = [&](const std::string &line) {
    std::fprintf(lines, "%s\n", line.c_str());
  };
  RecordedOptions recorded = {options.inputs,    options.expected,
                              options.outputs,   options.call,
                              options.keepState, options.onlyOutputs};
  KILN_RT_TRY(runRecordedCalls(recorded, run, print, wrong));
  if (!options.stats)
    return {};
  KILN_RT_ASSIGN(std::string counts, countsOfEmulator(options.json));
  std::fputs(counts.c_str(), stdout);
  return {};
}

static Status run(int argc, char **argv, bool &wrong) {
  KILN_RT_ASSIGN(std::optional<Options> options, parseOptions(argc, argv));
  if (!options)
    return {};
  return options->benchmark ? runBenchmark(*options)
         : options->profile ? runProfile(*options)
                            : runAndJudge(*options, wrong);
}

/// Files are mapped: one that another process cuts off is met as a signal.
static void endOnCutFile(int) {
  constexpr std::string_view text =
      "kiln-run: a file became shorter while it was in use\n";
  (void)!::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(1);
}

int main(int argc, char **argv) {
  std::signal(SIGBUS, endOnCutFile);
  Status status;
  bool wrong = false;
  try {
    status = run(argc, argv, wrong);
  } catch (const std::bad_alloc &) {
    status = makeError(Code::ResourceExhausted, "kiln-run: out of memory");
  } catch (const std::exception &exception) {
    status = makeError(Code::Internal, "kiln-run: ", exception.what());
  }
  if (!status.ok())
    std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return status.ok() && !wrong ? 0 : 1;
}
