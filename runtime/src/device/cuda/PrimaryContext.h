// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The primary context of a CUDA device, which all of a process share: other
// libraries use it, too.

#ifndef KILN_RT_SRC_DEVICE_CUDA_PRIMARYCONTEXT_H
#define KILN_RT_SRC_DEVICE_CUDA_PRIMARYCONTEXT_H

#include "device/cuda/Driver.h"

#include <utility>

namespace kiln::rt::cuda {

class PrimaryContext {
public:
  /// Errors: Unavailable, NotFound (there is no device of this index).
  static Expected<PrimaryContext> retain(const std::string &library,
                                         int32_t index);
  PrimaryContext(const PrimaryContext &other);
  PrimaryContext(PrimaryContext &&other) noexcept
      : driver(other.driver), device_(other.device_),
        handle_(std::exchange(other.handle_, nullptr)) {}
  PrimaryContext &operator=(PrimaryContext &&) = delete;
  ~PrimaryContext();

  ContextHandle handle() const { return handle_; }
  int attribute(Attribute attribute) const;
  std::string deviceName() const;

  /// Makes the context the calling thread's, and then the thread's again what
  /// it was: the caller may be at work on another device.
  class Scope {
  public:
    explicit Scope(const PrimaryContext &context) : driver_(context.driver) {
      driver_.ctxGetCurrent(&before_);
      isOther_ = before_ != context.handle_;
      if (isOther_)
        driver_.ctxSetCurrent(context.handle_);
    }
    Scope(const Scope &) = delete;
    ~Scope() {
      if (isOther_)
        driver_.ctxSetCurrent(before_);
    }

  private:
    const Driver &driver_;
    ContextHandle before_ = nullptr;
    bool isOther_ = false;
  };

  const Driver driver;

private:
  PrimaryContext(const Driver &driver, DeviceNumber device,
                 ContextHandle handle)
      : driver(driver), device_(device), handle_(handle) {}

  DeviceNumber device_;
  ContextHandle handle_ = nullptr;
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_PRIMARYCONTEXT_H
