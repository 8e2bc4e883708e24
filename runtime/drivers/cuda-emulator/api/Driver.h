// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the CUDA driver's interface that the emulator has, by names,
// numbers and layouts of that interface; and what it has beyond.

#ifndef KILN_EMULATOR_API_DRIVER_H
#define KILN_EMULATOR_API_DRIVER_H

#include <cstddef>
#include <cstdint>

/// What a function answers: the numbers of the driver.
enum CUresult : int {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_MISALIGNED_ADDRESS = 716,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
  CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
  CUDA_ERROR_CAPTURED_EVENT = 907,
  CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
};

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;

struct CUlaunchAttribute {
  int id; ///< 2: cooperative, 4: size of clusters
  int pad;
  union {
    unsigned dimensions[3];
    int flag;
    char bytes[64];
  } value;
};

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

struct CUgraphExecUpdateResultInfo {
  int result; ///< 0 success, 1 error, 2 topology changed
  void *errorNode, *errorFromNode;
};

#define KILN_EMULATOR_API extern "C" __attribute__((visibility("default")))

/// Sets what the devices are, before cuInit: "arch=sm_90a,devices=2,seed=3,
/// memory=BYTES,pools=off,races=off,stats=on,workers=1". What is not named
/// stays as it is.
KILN_EMULATOR_API CUresult kilnEmulatorConfigure(const char *options);
/// The report of faults of the current context as text, or as JSON; cut to
/// `size` with its zero. Gives its whole length.
KILN_EMULATOR_API size_t kilnEmulatorReport(char *text, size_t size, int json);
/// What the kernels of all devices did since `stats=on`, as a table or as JSON,
/// in the same way. The work of contexts that end first must be waited for.
KILN_EMULATOR_API size_t kilnEmulatorStats(char *text, size_t size, int json);
/// Allocations of the current context that are not freed.
KILN_EMULATOR_API size_t kilnEmulatorLiveAllocations();

#endif // KILN_EMULATOR_API_DRIVER_H
