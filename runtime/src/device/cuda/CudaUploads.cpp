// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uploads of a device, and the work that follows them.

#include "device/cuda/CudaDevice.h"
#include "device/cuda/SharedWeights.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

static DevicePointer pointerOf(const void *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

namespace {
/// Uploads that one module has.
class OwnedUploads final : public DeviceUploads {
public:
  OwnedUploads(const PrimaryContext &context, std::shared_ptr<Uploads> uploads)
      : context_(context), uploads_(std::move(uploads)) {}
  ~OwnedUploads() override {
    PrimaryContext::Scope scope(context_);
    uploads_->stop();
  }

private:
  const PrimaryContext &context_;
  std::shared_ptr<Uploads> uploads_;
};
} // namespace

Expected<std::shared_ptr<Uploads>>
CudaDevice::upload(const std::vector<Upload> &wanted) {
  std::lock_guard<std::mutex> lock(uploadMutex_);
  if (!uploadStream_)
    KILN_RT_TRY(check(driver_.streamCreate(&uploadStream_, nonBlockingStream),
                      "making a stream"));
  // The memory is there in the order of the own stream.
  KILN_RT_ASSIGN(void *allocated, recordEvent(nullptr));
  KILN_RT_TRY(waitEvent(uploadStream_, allocated));
  auto uploads =
      std::make_shared<Uploads>(context_, staging_, uploadStream_, wanted);
  KILN_RT_TRY(check(uploads->start(), "uploading"));
  return std::shared_ptr<Uploads>(std::move(uploads));
}

Status CudaDevice::beginUploads(const std::vector<Upload> &wanted,
                                std::unique_ptr<DeviceUploads> &uploads) {
  PrimaryContext::Scope scope(context_);
  KILN_RT_ASSIGN(std::shared_ptr<Uploads> begun, upload(wanted));
  follow(begun);
  uploads = std::make_unique<OwnedUploads>(context_, std::move(begun));
  return {};
}

Status CudaDevice::shareUploads(const std::vector<NamedBytes> &wanted,
                                std::vector<const void *> &memory,
                                std::unique_ptr<DeviceUploads> &uploads) {
  // The caller's memory is for the caller's module.
  if (allocator_)
    return Device::shareUploads(wanted, memory, uploads);
  PrimaryContext::Scope scope(context_);
  if (!shared_) {
    KILN_RT_ASSIGN(shared_, SharedWeights::of(context_, id()));
  }
  std::set<std::shared_ptr<Uploads>> underWay;
  KILN_RT_TRY(shared_->share(wanted, memory, underWay, uploads));
  for (const std::shared_ptr<Uploads> &each : underWay)
    follow(each);
  return {};
}

void CudaDevice::follow(const std::shared_ptr<Uploads> &uploads) {
  std::lock_guard<std::mutex> lock(uploadMutex_);
  uploads_.push_back(uploads);
  uploadCount_ = uploads_.size();
}

std::vector<std::shared_ptr<Uploads>> CudaDevice::uploadsUnderWay() {
  std::lock_guard<std::mutex> lock(uploadMutex_);
  std::vector<std::shared_ptr<Uploads>> found;
  for (const std::weak_ptr<Uploads> &each : uploads_)
    if (std::shared_ptr<Uploads> uploads = each.lock();
        uploads && !uploads->isSettled())
      found.push_back(std::move(uploads));
  uploads_.assign(found.begin(), found.end());
  uploadCount_ = uploads_.size();
  return found;
}

Status CudaDevice::followEach(const void *const *memory, size_t count,
                              StreamHandle stream) {
  // Before a graph is launched it follows them all.
  if (stream == capture_)
    return {};
  for (const std::shared_ptr<Uploads> &uploads : uploadsUnderWay())
    for (size_t i = 0; i < count; ++i)
      KILN_RT_TRY(
          check(uploads->follow(pointerOf(memory[i]), stream), "uploading"));
  return {};
}

Status CudaDevice::followAllUploads(StreamHandle stream) {
  if (uploadCount_ == 0)
    return {};
  for (const std::shared_ptr<Uploads> &uploads : uploadsUnderWay())
    KILN_RT_TRY(check(uploads->followAll(stream), "uploading"));
  return {};
}

Expected<kiln_stream> CudaDevice::streamFor(const void *const *memory,
                                            size_t count, kiln_stream given) {
  PrimaryContext::Scope scope(context_);
  KILN_RT_ASSIGN(StreamHandle stream, enter(given));
  KILN_RT_TRY(followUploads(memory, count, stream));
  return kiln_stream(stream);
}
