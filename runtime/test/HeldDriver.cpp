// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver in front of the emulator's that counts, holds and spoils what
// uploads do. Its other functions are the emulator's own.

#include "HeldDriver.h"

#include <cstring>
#include <dlfcn.h>
#include <thread>

using kiln::rt::test::HeldDriver;

extern "C" HeldDriver *kilnHeldDriver() {
  static HeldDriver driver;
  return &driver;
}

template <typename... Args>
static int forward(const char *symbol, Args... args) {
  return reinterpret_cast<int (*)(Args...)>(::dlsym(RTLD_NEXT, symbol))(
      args...);
}

/// Until so many kernels are launched; not forever, since a test is to fail.
static void holdUntil(size_t launches) {
  HeldDriver &driver = *kilnHeldDriver();
  for (int i = 0; i < 5000 && driver.launches < launches; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (driver.launches < launches)
    driver.hasGivenUp = true;
}

extern "C" int cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from,
                                    size_t bytes, void *stream) {
  HeldDriver &driver = *kilnHeldDriver();
  if (bytes == HeldDriver::weightBytes) {
    holdUntil(driver.launchesBeforeCopy);
    ++driver.copies;
    if (driver.copyResult != 0)
      return driver.copyResult;
  }
  return forward("cuMemcpyHtoDAsync_v2", to, from, bytes, stream);
}

extern "C" int cuStreamSynchronize(void *stream) {
  HeldDriver &driver = *kilnHeldDriver();
  bool isUpload = std::this_thread::get_id() != driver.caller;
  if (isUpload)
    holdUntil(driver.launchesBeforeEnd);
  int result = forward("cuStreamSynchronize", stream);
  if (isUpload)
    ++driver.ends;
  return result;
}

extern "C" int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
  HeldDriver &driver = *kilnHeldDriver();
  ++driver.waits;
  // The first is that of the uploads, for the memory.
  if (driver.leavesWaitsOut && driver.waits > 1)
    return 0;
  return forward("cuStreamWaitEvent", stream, event, flags);
}

extern "C" int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                              unsigned gridZ, unsigned blockX, unsigned blockY,
                              unsigned blockZ, unsigned shared, void *stream,
                              void **arguments, void **extra) {
  int result = forward("cuLaunchKernel", function, gridX, gridY, gridZ, blockX,
                       blockY, blockZ, shared, stream, arguments, extra);
  ++kilnHeldDriver()->launches;
  return result;
}

extern "C" int cuModuleLoadDataEx(void **module, const void *image,
                                  unsigned count, void *options,
                                  void **values) {
  HeldDriver &driver = *kilnHeldDriver();
  ++driver.loads;
  bool isCubin = std::memcmp(image,
                             "\x7f"
                             "ELF",
                             4) == 0;
  driver.cubins += isCubin;
  if (isCubin && driver.cubinAsPtx)
    image = driver.cubinAsPtx;
  return forward("cuModuleLoadDataEx", module, image, count, options, values);
}

extern "C" int cuGraphLaunch(void *graph, void *stream) {
  ++kilnHeldDriver()->graphs;
  return forward("cuGraphLaunch", graph, stream);
}
