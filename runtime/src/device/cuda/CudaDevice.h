// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA device, through its driver. A module has one for its code and its own
// stream; the context and its memory are the process's.

#ifndef KILN_RT_SRC_DEVICE_CUDA_CUDADEVICE_H
#define KILN_RT_SRC_DEVICE_CUDA_CUDADEVICE_H

#include "device/Device.h"
#include "device/cuda/LoadedCode.h"
#include "device/cuda/PrimaryContext.h"
#include "device/cuda/RecentLaunches.h"
#include "device/cuda/Staging.h"
#include "device/cuda/Uploads.h"

#include <atomic>

namespace kiln::rt::cuda {

class SharedWeights;

/// Any number of threads, but for load().
class CudaDevice final : public Device {
public:
  /// `library` takes the place of the driver's own where it is not empty,
  /// `allocator` that of its pool. Errors: Unavailable, NotFound (no such
  /// device), ResourceExhausted.
  static Expected<std::shared_ptr<Device>>
  open(int32_t index, const std::string &library,
       const std::optional<kiln_allocator> &allocator = {});
  /// The same on a context that is known.
  static Expected<std::shared_ptr<CudaDevice>> open(PrimaryContext context,
                                                    kiln_device id);
  ~CudaDevice() override;

  std::string describe() const override;
  int rankTarget(std::string_view target, std::string &reason) const override;
  int rankCubin(std::string_view architecture) const override;

  void *allocate(uint64_t bytes) override;
  void free(void *memory, uint64_t bytes) override;

  Status copy(void *to, Place toPlace, const void *from, Place fromPlace,
              uint64_t bytes, kiln_stream stream) override;
  Status copyStrided(const StridedCopy &shape, void *to, Place toPlace,
                     const void *from, Place fromPlace,
                     kiln_stream stream) override;
  Status fill(void *memory, uint64_t bytes, std::string_view pattern,
              kiln_stream stream) override;

  Status beginUploads(const std::vector<Upload> &wanted,
                      std::unique_ptr<DeviceUploads> &uploads) override;
  Status shareUploads(const std::vector<NamedBytes> &wanted,
                      std::vector<const void *> &memory,
                      std::unique_ptr<DeviceUploads> &uploads) override;
  Expected<kiln_stream> streamFor(const void *const *memory, size_t count,
                                  kiln_stream stream) override;

  Status load(CodeImage code, const std::string &name,
              const std::vector<KernelCode> &kernels) override;
  Status launch(const Launch &launch) override;

  Status capture(const std::function<Status(kiln_stream)> &work,
                 std::unique_ptr<DeviceGraph> &graph) override;
  Status replay(DeviceGraph &graph, kiln_stream stream) override;

  Status health() const override;
  Status wait(kiln_stream stream) override;
  Expected<void *> recordEvent(kiln_stream stream) override;
  Status waitEvent(kiln_stream stream, void *event) override;

  const PrimaryContext &context() const { return context_; }
  /// Uploads that go on; the context is current.
  Expected<std::shared_ptr<Uploads>> upload(const std::vector<Upload> &wanted);
  /// Memory of the device is read on streams of other devices, too.
  void expectWorkOfOthers() { othersWork_ = true; }

private:
  struct Kernel {
    KernelCode source;
    FunctionHandle function = nullptr;
  };

  CudaDevice(PrimaryContext context, kiln_device id);

  /// The driver's stream, behind the allocations that were made by now.
  Expected<StreamHandle> enter(kiln_stream stream);
  void *allocateByCaller(uint64_t bytes);
  /// Loads the kernels of strided copies, once.
  Status loadStrided();
  Status addKernel(const KernelCode &kernel, const std::string &name);
  Status copyOverlapping(DevicePointer to, DevicePointer from, uint64_t bytes,
                         StreamHandle stream);
  Status fillByCopies(DevicePointer memory, uint64_t bytes,
                      std::string_view pattern, StreamHandle stream);
  Status synchronize(StreamHandle stream);
  void follow(const std::shared_ptr<Uploads> &uploads);
  std::vector<std::shared_ptr<Uploads>> uploadsUnderWay();
  /// Before work on a stream that reads this memory.
  Status followUploads(const void *const *memory, size_t count,
                       StreamHandle stream) {
    return uploadCount_ == 0 ? Status() : followEach(memory, count, stream);
  }
  Status followEach(const void *const *memory, size_t count,
                    StreamHandle stream);
  Status followAllUploads(StreamHandle stream);

  /// What the driver has answered, as a status. Where the context does not
  /// survive it, that is kept as the cause of all that fails from then on.
  Status check(Result result, const char *what);
  Error lossOf(Result result, const char *what);
  std::string suspects(const std::string &report, Error &error);

  PrimaryContext context_;
  const Driver &driver_;
  int version_ = 0; ///< compute capability: 90
  bool hasMemoryPools_ = false;
  std::optional<kiln_allocator> allocator_; ///< the caller's
  StreamHandle own_ = nullptr;
  Staging staging_;

  std::mutex uploadMutex_;
  StreamHandle uploadStream_ = nullptr;         ///< made at need
  std::vector<std::weak_ptr<Uploads>> uploads_; ///< under the mutex
  std::atomic<size_t> uploadCount_{0};          ///< of those
  std::shared_ptr<SharedWeights> shared_;       ///< at need, under the mutex

  std::shared_ptr<const LoadedCode> code_;
  std::vector<Kernel> kernels_;
  RecentLaunches launches_;

  std::mutex stridedMutex_;
  std::shared_ptr<const LoadedCode> stridedCode_;
  FunctionHandle strided_[4] = {}; ///< for units of 1, 2, 4 and 8 bytes

  std::mutex captureMutex_; ///< one thread captures at a time
  std::atomic<StreamHandle> capture_{nullptr};  ///< where; made at need
  std::vector<RecentLaunches::Entry> captured_; ///< by the one that captures

  // The memory of all streams is taken from the own one, and given back there.
  std::atomic<uint64_t> allocations_{0};
  std::atomic<bool> othersWork_{false}; ///< streams of callers have had work
  std::mutex followMutex_;
  StreamHandle follower_ = nullptr; ///< a stream that follows so many
  uint64_t followed_ = 0;           ///< allocations; under the mutex

  mutable std::mutex lossMutex_;
  std::unique_ptr<Error> loss_; ///< what ended it; under the mutex
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_CUDADEVICE_H
