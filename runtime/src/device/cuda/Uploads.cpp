// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/Uploads.h"
#include "exec/CpuBudget.h"

#include <algorithm>
#include <system_error>

using namespace kiln::rt;
using namespace kiln::rt::cuda;

static DevicePointer pointerOf(const void *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

Uploads::Uploads(const PrimaryContext &context, Staging &staging,
                 StreamHandle stream, const std::vector<Upload> &wanted)
    : context_(context), driver_(context.driver), staging_(staging),
      stream_(stream) {
  for (const Upload &upload : wanted)
    queue_.push_back(
        &entries_.emplace(pointerOf(upload.to), Entry{upload, 0, 0, nullptr})
             .first->second);
}

Result Uploads::start() {
  Result result = staging_.prepare();
  for (Entry *entry : queue_)
    if (result == Result::Success)
      result = driver_.eventCreate(&entry->done, eventWithoutTiming);
  if (result != Result::Success)
    return result;
  // More do not fill memory faster.
  constexpr size_t enough = 4;
  uint64_t parts = 0;
  for (Entry *entry : queue_)
    parts +=
        (entry->upload.bytes + Staging::slotBytes - 1) / Staging::slotBytes;
  size_t count = std::min({enough, availableThreads(), size_t(parts)});
  std::unique_lock<std::mutex> lock(mutex_);
  try {
    threads_.reserve(count);
    for (; working_ < count; ++working_)
      threads_.emplace_back([this] { run(); });
  } catch (const std::system_error &) {
    // As many as the system gives.
  }
  if (working_ > 0)
    return Result::Success;
  ++working_;
  lock.unlock();
  run();
  return result_;
}

void Uploads::run() {
  PrimaryContext::Scope scope(context_);
  while (std::optional<Part> part = take()) {
    const Upload &upload = part->entry->upload;
    finish(*part, staging_.upload(pointerOf(upload.to) + part->offset,
                                  static_cast<const char *>(upload.from) +
                                      part->offset,
                                  part->bytes, stream_));
  }
  std::unique_lock<std::mutex> lock(mutex_);
  bool isLast = --working_ == 0 && !isStopped_ && result_ == Result::Success;
  lock.unlock();
  if (isLast)
    settle();
}

std::optional<Uploads::Part> Uploads::take() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (isStopped_ || result_ != Result::Success || next_ == queue_.size())
    return std::nullopt;
  Entry *entry = queue_[next_];
  uint64_t bytes = std::min<uint64_t>(Staging::slotBytes,
                                      entry->upload.bytes - entry->begun);
  Part part = {entry, entry->begun, bytes};
  entry->begun += bytes;
  if (entry->begun == entry->upload.bytes)
    ++next_;
  return part;
}

void Uploads::finish(const Part &part, Result result) {
  std::lock_guard<std::mutex> lock(mutex_);
  Entry &entry = *part.entry;
  if (result == Result::Success &&
      entry.enqueued + part.bytes == entry.upload.bytes)
    result = driver_.eventRecord(entry.done, stream_);
  if (result == Result::Success)
    entry.enqueued += part.bytes;
  else
    result_ = result;
  enqueued_.notify_all();
}

/// All is enqueued: once it is there, its events are needed no more.
void Uploads::settle() {
  Result result = driver_.streamSynchronize(stream_);
  std::lock_guard<std::mutex> lock(mutex_);
  result_ = result;
  if (result != Result::Success)
    return;
  isSettled_ = true;
  for (auto &[memory, entry] : entries_)
    driver_.eventDestroy(std::exchange(entry.done, nullptr));
}

Result Uploads::follow(Entry &entry, StreamHandle stream,
                       std::unique_lock<std::mutex> &lock) {
  enqueued_.wait(lock, [&] {
    return entry.isEnqueued() || isStopped_ || result_ != Result::Success;
  });
  if (result_ != Result::Success || isSettled_ || isStopped_)
    return result_;
  return driver_.streamWaitEvent(stream, entry.done, 0);
}

Result Uploads::follow(DevicePointer memory, StreamHandle stream) {
  auto behind = entries_.upper_bound(memory);
  if (behind == entries_.begin())
    return Result::Success;
  auto &[begin, entry] = *std::prev(behind);
  if (memory - begin >= entry.upload.bytes)
    return Result::Success;
  std::unique_lock<std::mutex> lock(mutex_);
  return follow(entry, stream, lock);
}

Result Uploads::followAll(StreamHandle stream) {
  std::unique_lock<std::mutex> lock(mutex_);
  Result result = Result::Success;
  for (Entry *entry : queue_)
    if (result == Result::Success)
      result = follow(*entry, stream, lock);
  return result;
}

void Uploads::finish() {
  std::unique_lock<std::mutex> lock(mutex_);
  enqueued_.wait(lock, [&] {
    return isStopped_ || result_ != Result::Success ||
           std::all_of(queue_.begin(), queue_.end(),
                       [](const Entry *entry) { return entry->isEnqueued(); });
  });
}

bool Uploads::hasFailed() {
  std::lock_guard<std::mutex> lock(mutex_);
  return result_ != Result::Success;
}

void Uploads::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (std::exchange(isStopped_, true))
      return;
  }
  enqueued_.notify_all();
  for (std::thread &thread : threads_)
    thread.join();
  if (isSettled_)
    return;
  driver_.streamSynchronize(stream_);
  for (auto &[memory, entry] : entries_)
    if (entry.done)
      driver_.eventDestroy(entry.done);
}
