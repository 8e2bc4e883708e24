// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of packages against the limits of the machine:
//
//   kiln-benchmark [--threads=N] {--package=P --inputs=F.npz --call=C}...
//                  [Google Benchmark's flags]
//
// Everything is measured first, limits and packages alike; Google Benchmark
// then reports the samples, so that its formats and filters can be used.
#include "Limits.h"
#include "PackageRun.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>

using namespace kiln;
using namespace kiln::bench;

namespace {

struct Arguments {
  int threads = 1;
  std::vector<PackageRequest> packages;
};

/// The value of `--name=value`, if that is what `text` is.
std::optional<std::string> value(const std::string &text, const char *name) {
  std::string prefix = rt::concat("--", name, "=");
  if (text.compare(0, prefix.size(), prefix) != 0)
    return std::nullopt;
  return text.substr(prefix.size());
}

/// Reads what Google Benchmark has left over.
std::optional<Arguments> parse(int argc, char **argv) {
  Arguments arguments;
  auto &packages = arguments.packages;
  for (int i = 1; i < argc; ++i) {
    std::string text = argv[i];
    if (auto threads = value(text, "threads"))
      arguments.threads = std::max(1, std::atoi(threads->c_str()));
    else if (auto package = value(text, "package"))
      packages.push_back({*package, "", "call0"});
    else if (auto inputs = value(text, "inputs"); inputs && !packages.empty())
      packages.back().inputs = *inputs;
    else if (auto call = value(text, "call"); call && !packages.empty())
      packages.back().call = *call;
    else
      return std::nullopt;
  }
  return arguments;
}

/// A benchmark whose times have been taken already.
benchmark::internal::Benchmark *
replay(const std::string &name, const std::vector<double> &seconds,
       std::function<void(benchmark::State &)> finish) {
  auto body = [seconds, finish](benchmark::State &state) {
    size_t next = 0;
    for (auto _ : state)
      state.SetIterationTime(seconds[next++ % seconds.size()]);
    finish(state);
  };
  return benchmark::RegisterBenchmark(name.c_str(), body)
      ->Iterations(int64_t(seconds.size()))
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + long(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void reportLimit(const char *name, const Limit &limit, double scale,
                 const char *unit) {
  double best = limit.best() / scale;
  replay(rt::concat("limit/", name), limit.seconds,
         [=](benchmark::State &state) { state.counters[unit] = best; });
}

/// `copy` is the machine's bandwidth in bytes a second.
void reportPackage(const PackageTimes &times, double copy) {
  replay(rt::concat(times.name, "/call"), times.seconds,
         [](benchmark::State &) {});
  for (size_t i = 0; i < times.dispatches.size(); ++i) {
    const DispatchTimes &dispatch = times.dispatches[i];
    double rate = dispatch.bytes / median(dispatch.seconds);
    replay(rt::concat(times.name, "/", i, "/", dispatch.kernel),
           dispatch.seconds,
           [rate, copy, label = dispatch.origin](benchmark::State &state) {
             state.counters["GB/s"] = rate / 1e9;
             state.counters["of_copy"] = rate / copy;
             state.SetLabel(label);
           });
  }
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::optional<Arguments> arguments = parse(argc, argv);
  if (!arguments) {
    std::fprintf(stderr, "usage: kiln-benchmark [--threads=N] "
                         "{--package=P --inputs=F.npz --call=C}...\n");
    return 2;
  }
  Limit copy = measureCopy(arguments->threads);
  reportLimit("fma", measureFma(arguments->threads), 1e9, "GFLOP/s");
  reportLimit("read", measureRead(arguments->threads), 1e9, "GB/s");
  reportLimit("copy", copy, 1e9, "GB/s");
  for (const PackageRequest &request : arguments->packages) {
    auto times = timePackage(request, arguments->threads);
    if (!times.ok()) {
      std::fprintf(stderr, "kiln-benchmark: %s\n",
                   times.error().message.c_str());
      return 1;
    }
    reportPackage(*times, copy.best());
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
