// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a device, its streams and events.

#include "device/cuda/CudaDevice.h"
#include "device/DeviceName.h"
#include "device/cuda/CudaTarget.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

CudaDevice::CudaDevice(PrimaryContext context, kiln_device id)
    : Device(id), context_(std::move(context)), driver_(context_.driver),
      version_(10 * context_.attribute(Attribute::MajorVersion) +
               context_.attribute(Attribute::MinorVersion)),
      hasMemoryPools_(context_.attribute(Attribute::MemoryPools) != 0),
      staging_(driver_) {}

Expected<std::shared_ptr<Device>>
CudaDevice::open(int32_t index, const std::string &library,
                 const std::optional<kiln_allocator> &allocator) {
  KILN_RT_ASSIGN(PrimaryContext context,
                 PrimaryContext::retain(library, index));
  KILN_RT_ASSIGN(std::shared_ptr<CudaDevice> device,
                 open(std::move(context), {KILN_DEVICE_CUDA, index}));
  device->allocator_ = allocator;
  return std::shared_ptr<Device>(std::move(device));
}

Expected<std::shared_ptr<CudaDevice>> CudaDevice::open(PrimaryContext context,
                                                       kiln_device id) {
  std::shared_ptr<CudaDevice> device(new CudaDevice(std::move(context), id));
  PrimaryContext::Scope scope(device->context_);
  KILN_RT_TRY(device->check(
      device->driver_.streamCreate(&device->own_, nonBlockingStream),
      "making a stream"));
  return std::shared_ptr<CudaDevice>(std::move(device));
}

CudaDevice::~CudaDevice() {
  PrimaryContext::Scope scope(context_);
  if (own_) {
    driver_.streamSynchronize(own_);
    driver_.streamDestroy(own_);
  }
  for (StreamHandle stream : {uploadStream_, capture_.load()})
    if (stream)
      driver_.streamDestroy(stream);
  staging_.release();
  code_.reset();
  stridedCode_.reset();
}

std::string CudaDevice::describe() const {
  int version = 0;
  driver_.driverGetVersion(&version);
  return concat(context_.deviceName(), ", sm_", version_, ", CUDA ",
                version / 1000, ".", version % 1000 / 10);
}

int CudaDevice::rankTarget(std::string_view target, std::string &reason) const {
  return cuda::rankTarget(target, version_, reason);
}

int CudaDevice::rankCubin(std::string_view architecture) const {
  return cuda::rankCubin(architecture, version_);
}

Expected<StreamHandle> CudaDevice::enter(kiln_stream stream) {
  auto given = static_cast<StreamHandle>(stream);
  if (!given || given == own_)
    return StreamHandle(own_);
  // Nothing is done there.
  if (given == capture_)
    return StreamHandle(given);
  othersWork_ = true;
  std::lock_guard<std::mutex> lock(followMutex_);
  uint64_t made = allocations_;
  if (follower_ == given && followed_ == made)
    return StreamHandle(given);
  KILN_RT_ASSIGN(void *event, recordEvent(nullptr));
  auto done = static_cast<EventHandle>(event);
  Result result = driver_.streamWaitEvent(given, done, 0);
  driver_.eventDestroy(done);
  KILN_RT_TRY(check(result, "following an event"));
  follower_ = given;
  followed_ = made;
  return StreamHandle(given);
}

Status CudaDevice::synchronize(StreamHandle stream) {
  KILN_RT_TRY(check(driver_.streamSynchronize(stream), "waiting for work"));
  launches_.finish(stream);
  return {};
}

Status CudaDevice::wait(kiln_stream stream) {
  PrimaryContext::Scope scope(context_);
  return synchronize(stream ? static_cast<StreamHandle>(stream) : own_);
}

Expected<void *> CudaDevice::recordEvent(kiln_stream stream) {
  PrimaryContext::Scope scope(context_);
  EventHandle event = nullptr;
  KILN_RT_TRY(check(driver_.eventCreate(&event, eventWithoutTiming),
                    "making an event"));
  Result result = driver_.eventRecord(
      event, stream ? static_cast<StreamHandle>(stream) : own_);
  if (result != Result::Success)
    driver_.eventDestroy(event);
  KILN_RT_TRY(check(result, "recording an event"));
  return static_cast<void *>(event);
}

Status CudaDevice::waitEvent(kiln_stream stream, void *event) {
  PrimaryContext::Scope scope(context_);
  auto done = static_cast<EventHandle>(event);
  Result result = driver_.streamWaitEvent(
      stream ? static_cast<StreamHandle>(stream) : own_, done, 0);
  // The driver keeps it until it is reached.
  driver_.eventDestroy(done);
  return check(result, "following an event");
}
