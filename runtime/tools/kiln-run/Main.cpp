// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-run: runs recorded calls on a package, judges and times them.

#include "Benchmark.h"
#include "Trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace kiln::rt;
using namespace kiln::rt::tool;

/// What to do with the results of the calls.
struct Results {
  NpzArrays expected;
  NpzArrays toWrite;
  ErrorRule all;
  bool wrong = false;
};

static Expected<std::vector<std::string>>
chooseCalls(const Options &options, const NpzArrays &inputs,
            const NpzArrays &expected) {
  std::vector<std::string> calls = callsOf(inputs);
  if (calls.empty())
    calls = callsOf(expected); // a program without inputs
  if (options.call.empty())
    return calls.empty() ? std::vector<std::string>{"call0"} : calls;
  if (!calls.empty() &&
      std::find(calls.begin(), calls.end(), options.call) == calls.end())
    return makeError(Code::NotFound, options.inputs, ": ", options.call,
                     ": no such call");
  return std::vector<std::string>{options.call};
}

static Status judgeCall(const Options &options, const BoundCall &call,
                        const NpzArrays &made, double seconds,
                        Results &results) {
  if (options.expected.empty()) {
    std::string text;
    for (const auto &[name, array] : made)
      text += concat(text.empty() ? "" : ", ",
                     name.substr(call.name.size() + 1), " ", describe(array));
    std::printf("%s: %s  %.3f ms\n", call.name.c_str(), text.c_str(),
                seconds * 1e3);
    return {};
  }
  KILN_RT_ASSIGN(ErrorRule rule,
                 judge(call.name, made, results.expected, options.expected));
  std::vector<std::string> wrong = rule.explain();
  std::printf("%s: %s  %s  %.3f ms\n", call.name.c_str(),
              wrong.empty() ? "ok" : "WRONG", rule.summary().c_str(),
              seconds * 1e3);
  // The rule is over all calls: what only one call exceeds is shown by its
  // line, but decided at the end.
  for (const std::string &line : rule.failures())
    std::printf("  %s\n", line.c_str());
  results.all.add(rule);
  return {};
}

static Status runCalls(const Options &options, Results &results) {
  KILN_RT_ASSIGN(Session session, Session::load(options));
  NpzArrays inputs;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(inputs, readNpz(options.inputs));
  }
  if (!options.expected.empty()) {
    KILN_RT_ASSIGN(results.expected, readNpz(options.expected));
  }
  KILN_RT_ASSIGN(std::vector<std::string> calls,
                 chooseCalls(options, inputs, results.expected));
  Tracer tracer(options);
  tracer.attach(session);
  for (const std::string &name : calls) {
    if (!options.keepState)
      KILN_RT_TRY(statusOf(kiln_context_reset_state(session.context.get())));
    KILN_RT_ASSIGN(BoundCall call,
                   BoundCall::bind(session, name, inputs, options.inputs));
    KILN_RT_TRY(tracer.startCall(name));
    auto start = std::chrono::steady_clock::now();
    KILN_RT_TRY(call.run(session));
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    KILN_RT_TRY(tracer.takeStatus());
    KILN_RT_ASSIGN(NpzArrays made, call.results(session));
    KILN_RT_TRY(judgeCall(options, call, made, seconds.count(), results));
    if (!options.outputs.empty())
      results.toWrite.merge(made);
  }
  return {};
}

static Status runAndJudge(const Options &options, bool &wrong) {
  Results results;
  KILN_RT_TRY(runCalls(options, results));
  if (!options.outputs.empty())
    KILN_RT_TRY(writeNpz(options.outputs, results.toWrite));
  if (options.expected.empty())
    return {};
  std::vector<std::string> lines = results.all.explain();
  wrong = !lines.empty();
  std::printf("all calls: %s  %s\n", wrong ? "WRONG" : "ok",
              results.all.summary().c_str());
  for (const std::string &line : lines)
    std::printf("  %s\n", line.c_str());
  return {};
}

int main(int argc, char **argv) {
  Expected<std::optional<Options>> options = parseOptions(argc, argv);
  Status status;
  bool wrong = false;
  if (!options.ok())
    status = options.takeError();
  else if (!*options)
    return 0;
  else if ((*options)->benchmark)
    status = runBenchmark(**options);
  else
    status = runAndJudge(**options, wrong);
  if (!status.ok())
    std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return status.ok() && !wrong ? 0 : 1;
}
