// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where parallel work runs: the caller's executor or the built-in pool.

#ifndef KILN_RT_SRC_EXEC_EXECUTOR_H
#define KILN_RT_SRC_EXEC_EXECUTOR_H

#include "exec/ThreadPool.h"
#include "kiln-rt/kiln.h"

#include <algorithm>
#include <optional>

namespace kiln::rt {

class Executor {
public:
  Executor(std::optional<kiln_executor> hook, size_t threads)
      : hook_(hook), pool_(hook ? 1 : threads) {}

  void parallelFor(size_t count, ThreadPool::Task task, void *argument) {
    if (hook_)
      hook_->parallel_for(hook_->user, count, task, argument);
    else
      pool_.parallelFor(count, task, argument);
  }
  size_t concurrency() const {
    if (!hook_)
      return pool_.concurrency();
    return std::max<size_t>(1, hook_->concurrency(hook_->user));
  }

  /// The built-in pool; null where the caller brought one. Unlike that, it runs
  /// nothing else in a thread that waits, so one may hold a lock.
  ThreadPool *builtIn() { return hook_ ? nullptr : &pool_; }

private:
  std::optional<kiln_executor> hook_;
  ThreadPool pool_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_EXECUTOR_H
