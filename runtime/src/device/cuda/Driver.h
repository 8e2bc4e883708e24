// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA driver as a table of functions that are found by name, so that
// nothing of CUDA is needed to build, and another library can take its place.
// Types and numbers are those of the driver's interface.

#ifndef KILN_RT_SRC_DEVICE_CUDA_DRIVER_H
#define KILN_RT_SRC_DEVICE_CUDA_DRIVER_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt::cuda {

using DeviceNumber = int;
using DevicePointer = unsigned long long;
using ContextHandle = struct CUctx_st *;
using ModuleHandle = struct CUmod_st *;
using FunctionHandle = struct CUfunc_st *;
using StreamHandle = struct CUstream_st *;
using EventHandle = struct CUevent_st *;
using GraphHandle = struct CUgraph_st *;
using ExecutableGraph = struct CUgraphExec_st *;

/// Why a graph could not take the place of another.
struct GraphUpdate {
  int result;
  void *errorNode, *errorFromNode;
};

/// The answers that are told apart; there are more.
enum class Result : int {
  Success = 0,
  OutOfMemory = 2,
  UncorrectableError = 214,
  IllegalAddress = 700,
  LaunchTimeout = 702,
  ContextIsDestroyed = 709,
  Assert = 710,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidProgramCounter = 718,
  LaunchFailed = 719,
  Unknown = 999,
};

enum class Attribute : int {
  MajorVersion = 75,
  MinorVersion = 76,
  MemoryPools = 115,
};
enum class FunctionAttribute : int { MaxDynamicSharedBytes = 8 };
enum class JitOption : int { ErrorLog = 5, ErrorLogBytes = 6 };

constexpr unsigned nonBlockingStream = 1, eventWithoutTiming = 2;
/// What other threads do meanwhile is no part of a capture.
constexpr int captureOfThread = 1;

struct Driver {
  /// Opens the library (empty: the driver's own) and initialises it. It stays
  /// open as long as the process. Errors: Unavailable.
  static Expected<Driver> open(const std::string &library);

  /// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
  std::string describe(Result result) const;

#define KILN_CUDA_FUNCTION(name, symbol, parameters) Result(*name) parameters;
#include "device/cuda/Functions.def"
#undef KILN_CUDA_FUNCTION
  /// Of the emulator, otherwise null: writes what the kernels of the current
  /// context did wrong as text, and gives its length.
  size_t (*faultReport)(char *text, size_t size, int json);
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_DRIVER_H
