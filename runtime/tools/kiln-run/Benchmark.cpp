// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Benchmark.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace kiln::rt;
using namespace kiln::rt::tool;

namespace {
using Clock = std::chrono::steady_clock;

struct Figures {
  double loadSeconds = 0;
  uint64_t loadPeakBytes = 0;
  double firstCallSeconds = 0;
  std::vector<double> latencies;
  size_t threads = 0;
};
} // namespace

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A line of /proc/self/status in bytes: the peak or the present resident set.
static uint64_t statusBytes(const char *key) {
  std::FILE *file = std::fopen("/proc/self/status", "r");
  if (!file)
    return 0;
  char line[256];
  unsigned long long kilobytes = 0;
  std::string format = concat(key, ": %llu kB");
  while (std::fgets(line, sizeof(line), file))
    if (std::sscanf(line, format.c_str(), &kilobytes) == 1)
      break;
  std::fclose(file);
  return kilobytes * 1024;
}

static Status timeCall(const Options &options, Session &session,
                       BoundCall &call, Figures &figures) {
  auto timed = [&](double &seconds) -> Status {
    // Not timed: a fresh state is the caller's wish, not the program's work.
    // The first call finds one, and its time holds all that a first call does.
    if (!options.keepState && figures.firstCallSeconds > 0)
      KILN_RT_TRY(statusOf(kiln_context_reset_state(session.context.get())));
    Clock::time_point start = Clock::now();
    KILN_RT_TRY(call.prepared ? call.runPrepared(session) : call.run(session));
    seconds = secondsSince(start);
    return {};
  };
  KILN_RT_TRY(timed(figures.firstCallSeconds));
  KILN_RT_TRY(call.prepare(session));
  // Warm up for a tenth of the time, at least a few calls.
  constexpr int fewCalls = 3;
  Clock::time_point start = Clock::now();
  double seconds = 0;
  for (int i = 0; i < fewCalls || secondsSince(start) < *options.benchmark / 10;
       ++i)
    KILN_RT_TRY(timed(seconds));
  constexpr size_t mostCalls = 2000000;
  figures.latencies.reserve(1u << 16);
  start = Clock::now();
  do {
    KILN_RT_TRY(timed(seconds));
    figures.latencies.push_back(seconds);
  } while (secondsSince(start) < *options.benchmark &&
           figures.latencies.size() < mostCalls);
  return {};
}

static void printJson(const Figures &figures) {
  std::printf("{\"load_s\": %.9g, \"load_peak_rss\": %llu, "
              "\"first_call_s\": %.9g, \"threads\": %zu, \"latencies_s\": [",
              figures.loadSeconds,
              static_cast<unsigned long long>(figures.loadPeakBytes),
              figures.firstCallSeconds, figures.threads);
  for (size_t i = 0; i < figures.latencies.size(); ++i)
    std::printf("%s%.9g", i == 0 ? "" : ", ", figures.latencies[i]);
  std::printf("]}\n");
}

static void printTable(const Session &session, const BoundCall &call,
                       Figures &figures) {
  std::sort(figures.latencies.begin(), figures.latencies.end());
  auto quantile = [&](double q) {
    auto last = static_cast<double>(figures.latencies.size() - 1);
    return figures.latencies[static_cast<size_t>(q * last)] * 1e3;
  };
  kiln_memory_use use = {};
  use.struct_size = sizeof(use);
  kiln_context_memory_use(session.context.get(), &use);
  std::printf("%s, program %s, %s, target %s, %zu threads\n",
              session.package.c_str(), session.programName.c_str(),
              call.name.c_str(), kiln_module_target(session.module.get()),
              figures.threads);
  std::printf("  load        %10.3f ms\n", figures.loadSeconds * 1e3);
  std::printf("  first call  %10.3f ms\n", figures.firstCallSeconds * 1e3);
  std::printf("  median      %10.3f ms   of %zu calls\n", quantile(0.5),
              figures.latencies.size());
  std::printf("  p99         %10.3f ms\n", quantile(0.99));
  std::printf("  least       %10.3f ms\n", quantile(0));
  std::printf("  arena       %10.3f MB\n",
              static_cast<double>(use.arena_bytes) / 1e6);
  std::printf("  weights     %10.3f MB   mapped\n",
              static_cast<double>(use.mapped_bytes) / 1e6);
  std::printf("  resident    %10.3f MB   at most\n",
              static_cast<double>(statusBytes("VmHWM")) / 1e6);
}

Status tool::runBenchmark(const Options &options) {
  Figures figures;
  Clock::time_point start = Clock::now();
  KILN_RT_ASSIGN(Session session, Session::load(options));
  figures.loadSeconds = secondsSince(start);
  figures.loadPeakBytes = statusBytes("VmHWM");
  figures.threads = kiln_module_concurrency(session.module.get());
  NpzArrays arrays;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(arrays, readNpz(options.inputs));
  }
  KILN_RT_ASSIGN(BoundCall call,
                 BoundCall::bind(session, chooseCall(options, arrays), arrays,
                                 options.inputs));
  KILN_RT_TRY(timeCall(options, session, call, figures));
  if (!options.outputs.empty()) {
    KILN_RT_ASSIGN(NpzArrays results, call.results(session));
    KILN_RT_TRY(writeNpz(options.outputs, results));
  }
  if (options.json)
    printJson(figures);
  else
    printTable(session, call, figures);
  return {};
}
