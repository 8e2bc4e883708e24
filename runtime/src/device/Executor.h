// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where parallel work runs: the caller's executor or a pool, which modules may
// share.

#ifndef KILN_RT_SRC_DEVICE_EXECUTOR_H
#define KILN_RT_SRC_DEVICE_EXECUTOR_H

#include "exec/ThreadPool.h"
#include "kiln-rt/kiln.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace kiln::rt {

class Executor {
public:
  /// Without a hook, the pool.
  Executor(std::optional<kiln_executor> hook, std::shared_ptr<ThreadPool> pool)
      : hook_(hook), pool_(std::move(pool)) {}

  void parallelFor(size_t count, ThreadPool::Task task, void *argument) {
    if (hook_)
      hook_->parallel_for(hook_->user, count, task, argument);
    else
      pool_->parallelFor(count, task, argument);
  }
  size_t concurrency() const {
    if (!hook_)
      return pool_->concurrency();
    return std::max<size_t>(1, hook_->concurrency(hook_->user));
  }

  /// The pool; null where the caller brought an executor. Unlike that, it runs
  /// nothing else in a thread that waits, so one may hold a lock.
  ThreadPool *pool() { return hook_ ? nullptr : pool_.get(); }

private:
  std::optional<kiln_executor> hook_;
  std::shared_ptr<ThreadPool> pool_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_EXECUTOR_H
