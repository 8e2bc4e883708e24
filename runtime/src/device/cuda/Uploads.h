// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uploads that go on while the device computes: threads fill the staging
// memory, copies go to a stream of their own, and each upload ends with an
// event. A stream that needs one waits for its event; once all are there,
// nobody does.

#ifndef KILN_RT_SRC_DEVICE_CUDA_UPLOADS_H
#define KILN_RT_SRC_DEVICE_CUDA_UPLOADS_H

#include "device/Device.h"
#include "device/cuda/PrimaryContext.h"
#include "device/cuda/Staging.h"

#include <condition_variable>
#include <map>
#include <thread>

namespace kiln::rt::cuda {

/// Any number of threads but for start() and stop(). The device's context is
/// current in all functions, and it outlives the uploads.
class Uploads {
public:
  Uploads(const PrimaryContext &context, Staging &staging, StreamHandle stream,
          const std::vector<Upload> &wanted);
  ~Uploads() { stop(); }

  /// Behind what the stream has to do by now.
  Result start();
  /// Later work of the stream follows the upload to this address, if there is
  /// one. The host waits until the copy is enqueued, not until it is done.
  Result follow(DevicePointer memory, StreamHandle stream);
  Result followAll(StreamHandle stream);
  /// Waits until the bytes of the host are needed no more.
  void finish();
  /// Gives up what is not enqueued, and waits for the rest.
  void stop();
  /// Is all there, so that nobody has to follow?
  bool isSettled() const { return isSettled_; }
  bool hasFailed();

private:
  struct Entry {
    Upload upload;
    uint64_t begun = 0, enqueued = 0; ///< bytes
    EventHandle done = nullptr;

    bool isEnqueued() const { return enqueued == upload.bytes; }
  };
  /// A part of an upload that a slot takes.
  struct Part {
    Entry *entry;
    uint64_t offset, bytes;
  };

  void run();
  std::optional<Part> take();
  void finish(const Part &part, Result result);
  void settle();
  Result follow(Entry &entry, StreamHandle stream,
                std::unique_lock<std::mutex> &lock);

  const PrimaryContext &context_;
  const Driver &driver_;
  Staging &staging_;
  StreamHandle stream_;
  std::map<DevicePointer, Entry> entries_; ///< by where they begin
  std::vector<std::thread> threads_;

  std::mutex mutex_; ///< of what follows, and of the entries
  std::condition_variable enqueued_;
  std::vector<Entry *> queue_; ///< in the order that was asked for
  size_t next_ = 0;            ///< of the queue
  size_t working_ = 0;         ///< threads
  Result result_ = Result::Success;
  bool isStopped_ = false;
  std::atomic<bool> isSettled_{false};
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_UPLOADS_H
