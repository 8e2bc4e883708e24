// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The call of the importer, in process:
//
//   kiln-import-benchmark ARCHIVE... [Google Benchmark's flags]
//
// `first` imports into a new MLIRContext each time, `again` into one that has
// imported the archive before. Counters: operations of the module, and the
// growth of the process's own memory (without mapped files) by one import.
#include "kiln/Import/ImportPt2.h"
#include "mlir/IR/MLIRContext.h"
#include <benchmark/benchmark.h>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>

using namespace kiln;

namespace {

/// Resident anonymous memory of the process, in bytes.
double ownMemory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kilobytes = 0;
  while (status >> word)
    if (word == "RssAnon:")
      status >> kilobytes;
  return kilobytes * 1024;
}

std::unique_ptr<mlir::MLIRContext> makeContext() {
  return std::make_unique<mlir::MLIRContext>(
      mlir::MLIRContext::Threading::DISABLED);
}

/// Imports once; the number of operations, or nothing after an error.
std::optional<double> import(mlir::MLIRContext &context,
                             const std::string &path) {
  auto module = importPt2(&context, path);
  if (!module) {
    llvm::errs() << llvm::toString(module.takeError()) << "\n";
    return std::nullopt;
  }
  double count = 0;
  (*module)->walk([&](mlir::Operation *) { ++count; });
  return count;
}

void runAgain(benchmark::State &state, const std::string &path) {
  auto context = makeContext();
  double before = ownMemory();
  std::optional<double> count = import(*context, path);
  if (!count)
    return state.SkipWithError("the import failed");
  state.counters["own_memory"] = ownMemory() - before;
  state.counters["ops"] = *count;
  for (auto _ : state) {
    auto module = importPt2(context.get(), path);
    benchmark::DoNotOptimize(bool(module));
  }
}

void runFirst(benchmark::State &state, const std::string &path) {
  for (auto _ : state) {
    auto context = makeContext();
    auto module = importPt2(context.get(), path);
    if (!module)
      llvm::consumeError(module.takeError());
    state.PauseTiming();
    if (module)
      *module = {};
    context.reset();
    state.ResumeTiming();
  }
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    std::string path = argv[i];
    benchmark::RegisterBenchmark(
        (path + "/again").c_str(),
        [path](benchmark::State &state) { runAgain(state, path); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        (path + "/first").c_str(),
        [path](benchmark::State &state) { runFirst(state, path); })
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
