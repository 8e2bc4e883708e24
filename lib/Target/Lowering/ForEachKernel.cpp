// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels are compiled side by side. The code of each does not depend on the
// others, so the number of threads makes no difference to the result.
#include "Lowering.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"
#include <atomic>
#include <mutex>

using namespace mlir;
using namespace kiln;

LogicalResult
kiln::forEachKernel(MLIRContext *context, size_t count,
                    const TargetOptions &options,
                    llvm::function_ref<LogicalResult(size_t)> compile) {
  std::atomic<bool> hasFailed = false;
  std::mutex mutex;
  size_t numDone = 0;
  std::atomic<bool> wasCancelled = false;
  auto run = [&](size_t i) {
    if (options.isCancelled && options.isCancelled())
      wasCancelled = true;
    if (wasCancelled)
      return;
    if (failed(compile(i)))
      hasFailed = true;
    std::lock_guard<std::mutex> lock(mutex);
    ++numDone;
    if (options.progress)
      options.progress(numDone, count);
  };
  auto finish = [&]() -> LogicalResult {
    if (wasCancelled)
      return emitError(UnknownLoc::get(context),
                       "the compilation was cancelled");
    return failure(hasFailed);
  };
  // The first one alone: it loads the dialects that all need.
  if (count > 0)
    run(0);
  size_t threads =
      llvm::hardware_concurrency(options.threads).compute_thread_count();
  threads = options.setUp ? 1 : std::min(threads, count);
  if (threads < 2 || !context->isMultithreadingEnabled()) {
    for (size_t i = 1; i < count; ++i)
      run(i);
    return finish();
  }
  // Diagnostics come in the order of the kernels.
  ParallelDiagnosticHandler diagnostics(context);
  std::atomic<size_t> next = 1;
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
  for (size_t thread = 0; thread < threads; ++thread)
    pool.async([&] {
      for (size_t i = next++; i < count; i = next++) {
        diagnostics.setOrderIDForThread(i);
        run(i);
        diagnostics.eraseOrderIDForThread();
      }
    });
  pool.wait();
  return finish();
}
