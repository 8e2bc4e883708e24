// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that the driver has loaded: modules of a process whose code is the same
// share it, once a context.

#ifndef KILN_RT_SRC_DEVICE_CUDA_LOADEDCODE_H
#define KILN_RT_SRC_DEVICE_CUDA_LOADEDCODE_H

#include "device/cuda/PrimaryContext.h"
#include "kiln-rt/archive/Error.h"

#include <memory>

namespace kiln::rt::cuda {

class LoadedCode {
public:
  /// Takes what is loaded already, or loads it. `log` gets what the driver says
  /// of an error. The context is current, and outlives `code`. Any number of
  /// threads, which wait for each other where they load the same.
  static Result load(const PrimaryContext &context, ByteSpan image,
                     std::shared_ptr<const LoadedCode> &code, std::string &log);
  LoadedCode(const LoadedCode &) = delete;
  /// The context is current.
  ~LoadedCode() { unload_(module); }

  const ModuleHandle module;

private:
  LoadedCode(ModuleHandle handle, Result (*unload)(ModuleHandle))
      : module(handle), unload_(unload) {}

  Result (*unload_)(ModuleHandle);
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_LOADEDCODE_H
