// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices, contexts, names of errors, options of the emulator.

#include "api/State.h"

#include <cstdlib>
#include <sstream>

using namespace kiln::emu;

Driver &kiln::emu::driver() {
  static Driver driver;
  return driver;
}

CUcontext &kiln::emu::current() {
  static thread_local CUcontext context = nullptr;
  return context;
}

static bool configure(const std::string &name, const std::string &value) {
  Driver &state = driver();
  if (name == "arch" && value.rfind("sm_", 0) == 0) {
    char *end = nullptr;
    state.architecture =
        static_cast<unsigned>(std::strtoul(value.c_str() + 3, &end, 10));
    state.architectureSpecific = *end == 'a';
    return state.architecture >= 80;
  }
  if (name == "races" && value == "off") {
    state.options.checkRaces = false;
    return true;
  }
  if (name == "stats" && (value == "on" || value == "off")) {
    state.options.stats = value == "on";
    return true;
  }
  if (name == "pools" && (value == "on" || value == "off")) {
    state.memoryPools = value == "on";
    return true;
  }
  char *end = nullptr;
  uint64_t number = std::strtoull(value.c_str(), &end, 10);
  if (value.empty() || *end)
    return false;
  if (name == "devices" && number >= 1 && number <= 16)
    state.devices = static_cast<int>(number);
  else if (name == "workers" && number >= 1 && number <= 64)
    state.options.workers = static_cast<unsigned>(number);
  else if (name == "seed")
    state.options.seed = number;
  else if (name == "memory")
    state.memoryBytes = number;
  else
    return false;
  return true;
}

CUresult kilnEmulatorConfigure(const char *options) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  std::istringstream parts(options);
  for (std::string part; std::getline(parts, part, ',');) {
    size_t equals = part.find('=');
    if (equals == std::string::npos ||
        !configure(part.substr(0, equals), part.substr(equals + 1)))
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

/// Cuts a text to `size` with its zero, and gives its whole length.
static size_t give(const std::string &whole, char *text, size_t size) {
  if (size) {
    size_t kept = std::min(size - 1, whole.size());
    std::memcpy(text, whole.data(), kept);
    text[kept] = 0;
  }
  return whole.size();
}

size_t kilnEmulatorReport(char *text, size_t size, int json) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  if (!current())
    return 0;
  const Report &report = current()->report;
  return give(json ? report.json() : report.text("ptx"), text, size);
}

size_t kilnEmulatorStats(char *text, size_t size, int json) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  const KernelCounts &counts = driver().counts;
  return give(json ? counts.json() : counts.text(), text, size);
}

size_t kilnEmulatorLiveAllocations() {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  return current() ? current()->memory.live() : 0;
}

KILN_EMULATOR_API CUresult cuInit(unsigned flags) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  driver().initialized = true;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDriverGetVersion(int *version) {
  *version = 13000;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDeviceGetCount(int *count) {
  *count = driver().devices;
  return driver().initialized ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

static bool exists(CUdevice device) {
  return driver().initialized && device >= 0 && device < driver().devices;
}

KILN_EMULATOR_API CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  if (!driver().initialized)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (!exists(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDeviceGetName(char *name, int size,
                                           CUdevice device) {
  if (!exists(device))
    return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<size_t>(size), "Kiln PTX emulator sm_%u%s",
                driver().architecture,
                driver().architectureSpecific ? "a" : "");
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  if (!exists(device))
    return CUDA_ERROR_INVALID_DEVICE;
  *bytes = driver().memoryBytes;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDeviceGetAttribute(int *value, int attribute,
                                                CUdevice device) {
  if (!exists(device))
    return CUDA_ERROR_INVALID_DEVICE;
  static const std::map<int, int> values = {
      {1, maxThreadsOfBlock}, // threads of a block
      {2, 1024},
      {3, 1024},
      {4, 64}, // along each axis
      {5, 0x7fffffff},
      {6, 65535},
      {7, 65535},           // of a grid
      {8, 48 * 1024},       // shared memory of a block
      {10, lanes},          // of a warp
      {12, 65536},          // registers of a block
      {16, 4},              // SMs
      {31, 1},              // concurrent kernels
      {38, 50 << 20},       // L2 cache
      {39, 2048},           // threads of an SM
      {41, 1},              // unified addressing
      {81, 228 * 1024},     // shared memory of an SM
      {95, 1},              // cooperative launches
      {97, maxSharedBytes}, // shared memory, opted in
      {106, 32},            // blocks of an SM
      {115, 1},             // memory pools
      {120, 1}};            // clusters
  if (attribute == 75 || attribute == 76) {
    unsigned number = driver().architecture;
    *value = static_cast<int>(attribute == 75 ? number / 10 : number % 10);
    return CUDA_SUCCESS;
  }
  if (attribute == 115 && !driver().memoryPools) {
    *value = 0;
    return CUDA_SUCCESS;
  }
  auto found = values.find(attribute);
  *value = found == values.end() ? 0 : found->second;
  return found == values.end() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDevicePrimaryCtxRetain(CUcontext *context,
                                                    CUdevice device) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  if (!exists(device))
    return CUDA_ERROR_INVALID_DEVICE;
  auto &made = driver().contexts[device];
  if (!made) {
    made = std::make_unique<CUctx_st>(device);
    made->null = std::make_unique<CUstream_st>();
    made->null->context = made.get();
    made->null->number = ++driver().streams;
    made->null->name = "the null stream";
  }
  ++made->retained;
  *context = made.get();
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  auto found = driver().contexts.find(device);
  if (found == driver().contexts.end())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--found->second->retained)
    return CUDA_SUCCESS;
  if (current() == found->second.get())
    current() = nullptr;
  for (CUstream stream : found->second->streams)
    delete stream;
  for (CUmodule module : found->second->modules)
    delete module;
  driver().contexts.erase(found);
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuCtxSetCurrent(CUcontext context) {
  current() = context;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current();
  return CUDA_SUCCESS;
}

static std::vector<CUcontext> &pushed() {
  static thread_local std::vector<CUcontext> stack;
  return stack;
}

KILN_EMULATOR_API CUresult cuCtxPushCurrent_v2(CUcontext context) {
  pushed().push_back(current());
  current() = context;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  if (pushed().empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = current();
  current() = pushed().back();
  pushed().pop_back();
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuCtxGetDevice(CUdevice *device) {
  if (!current())
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = current()->device;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuCtxSynchronize() {
  KILN_EMULATOR_ENTER();
  return awaitAll(context);
}

static const std::pair<CUresult, std::pair<const char *, const char *>>
    results[] = {
        {CUDA_SUCCESS, {"CUDA_SUCCESS", "no error"}},
        {CUDA_ERROR_INVALID_VALUE,
         {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
        {CUDA_ERROR_OUT_OF_MEMORY,
         {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
        {CUDA_ERROR_NOT_INITIALIZED,
         {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"}},
        {CUDA_ERROR_INVALID_DEVICE,
         {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"}},
        {CUDA_ERROR_INVALID_IMAGE,
         {"CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"}},
        {CUDA_ERROR_INVALID_CONTEXT,
         {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"}},
        {CUDA_ERROR_NO_BINARY_FOR_GPU,
         {"CUDA_ERROR_NO_BINARY_FOR_GPU",
          "no kernel image is available for execution on the device"}},
        {CUDA_ERROR_INVALID_PTX,
         {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}},
        {CUDA_ERROR_INVALID_HANDLE,
         {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"}},
        {CUDA_ERROR_NOT_FOUND,
         {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
        {CUDA_ERROR_NOT_READY, {"CUDA_ERROR_NOT_READY", "device not ready"}},
        {CUDA_ERROR_ILLEGAL_ADDRESS,
         {"CUDA_ERROR_ILLEGAL_ADDRESS",
          "an illegal memory access was encountered"}},
        {CUDA_ERROR_LAUNCH_TIMEOUT,
         {"CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out"}},
        {CUDA_ERROR_ASSERT,
         {"CUDA_ERROR_ASSERT", "device-side assert triggered"}},
        {CUDA_ERROR_MISALIGNED_ADDRESS,
         {"CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"}},
        {CUDA_ERROR_LAUNCH_FAILED,
         {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}},
        {CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         {"CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
          "operation not permitted when stream is capturing"}},
        {CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
         {"CUDA_ERROR_STREAM_CAPTURE_UNJOINED",
          "capturing stream has unjoined work"}},
        {CUDA_ERROR_CAPTURED_EVENT,
         {"CUDA_ERROR_CAPTURED_EVENT",
          "operation not permitted on an event last recorded in a capturing "
          "stream"}},
        {CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
         {"CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE",
          "the graph update was not performed"}}};

KILN_EMULATOR_API CUresult cuGetErrorName(CUresult result, const char **name) {
  for (auto &[known, texts] : results)
    if (known == result) {
      *name = texts.first;
      return CUDA_SUCCESS;
    }
  *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

KILN_EMULATOR_API CUresult cuGetErrorString(CUresult result,
                                            const char **text) {
  for (auto &[known, texts] : results)
    if (known == result) {
      *text = texts.second;
      return CUDA_SUCCESS;
    }
  *text = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}
