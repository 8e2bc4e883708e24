// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared library as a runtime uses it: opened, its functions by name.

#include "test/Library.h"

#include <sys/resource.h>

using namespace kiln::emu::test;
using ::testing::HasSubstr;

namespace {
class Driver : public ::testing::Test {
protected:
  template <typename... Ts>
  CUresult call(const char *name, Ts... arguments) {
    return callDriver(name, arguments...);
  }
  void SetUp() override {
    ASSERT_EQ(call("kilnEmulatorConfigure",
                   "arch=sm_90a,devices=2,seed=5,memory=8589934592"),
              CUDA_SUCCESS);
    ASSERT_EQ(call("cuInit", 0u), CUDA_SUCCESS);
    ASSERT_EQ(call("cuDevicePrimaryCtxRetain", &context, 1), CUDA_SUCCESS);
    ASSERT_EQ(call("cuCtxSetCurrent", context), CUDA_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(call("cuDevicePrimaryCtxRelease_v2", 1), CUDA_SUCCESS);
  }

  /// A kernel that adds 1 to each of n words.
  CUfunction loadIncrement() {
    std::string ptx = kernel(R"(
      mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;
      mad.lo.u32 %r4, %r2, %r3, %r1;
      ld.param.u32 %r5, [p1]; setp.ge.u32 %p1, %r4, %r5; @%p1 ret;
      mul.wide.u32 %rd4, %r4, 4; add.u64 %rd5, %rd1, %rd4;
      ld.global.u32 %r6, [%rd5]; add.u32 %r6, %r6, 1;
      st.global.u32 [%rd5], %r6;)",
                             2);
    CUmodule module;
    CUfunction function;
    EXPECT_EQ(call("cuModuleLoadData", &module,
                   static_cast<const void *>(ptx.c_str())),
              CUDA_SUCCESS);
    EXPECT_EQ(call("cuModuleGetFunction", &function, module, "k"),
              CUDA_SUCCESS);
    return function;
  }
  CUdeviceptr upload(const std::vector<uint32_t> &words) {
    CUdeviceptr address = 0;
    EXPECT_EQ(call("cuMemAlloc_v2", &address, words.size() * 4), CUDA_SUCCESS);
    EXPECT_EQ(call("cuMemcpyHtoD_v2", address,
                   static_cast<const void *>(words.data()), words.size() * 4),
              CUDA_SUCCESS);
    return address;
  }
  CUresult launch(CUfunction function, CUdeviceptr words, uint64_t count,
                  CUstream stream, unsigned grid = 1) {
    void *arguments[] = {&words, &count};
    CUlaunchConfig config{grid, 1, 1, 64, 1, 1, 0, stream, nullptr, 0};
    return call("cuLaunchKernelEx",
                static_cast<const CUlaunchConfig *>(&config), function,
                static_cast<void **>(arguments), static_cast<void **>(nullptr));
  }
  std::vector<uint32_t> download(CUdeviceptr from, size_t count) {
    std::vector<uint32_t> words(count);
    EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(words.data()), from,
                   count * 4),
              CUDA_SUCCESS);
    return words;
  }

  CUcontext context = nullptr;
};
} // namespace

TEST_F(Driver, DescribesDevices) {
  int count = 0, major = 0, optIn = 0;
  char name[64];
  EXPECT_EQ(call("cuDeviceGetCount", &count), CUDA_SUCCESS);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(call("cuDeviceGet", &count, 2), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(call("cuDeviceGetName", static_cast<char *>(name), 64, 1),
            CUDA_SUCCESS);
  EXPECT_THAT(name, HasSubstr("sm_90a"));
  EXPECT_EQ(call("cuDeviceGetAttribute", &major, 75, 1), CUDA_SUCCESS);
  EXPECT_EQ(call("cuDeviceGetAttribute", &optIn, 97, 1), CUDA_SUCCESS);
  EXPECT_EQ(major, 9);
  EXPECT_EQ(optIn, 227 * 1024);
  const char *text = nullptr;
  EXPECT_EQ(call("cuGetErrorName", CUDA_ERROR_OUT_OF_MEMORY, &text),
            CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_EQ(call("kilnEmulatorConfigure", "workers=2"), CUDA_SUCCESS);
  for (const char *wrong : {"frob=1", "workers=0", "workers=65"})
    EXPECT_EQ(call("kilnEmulatorConfigure", wrong), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(Driver, RunsKernels) {
  CUfunction function = loadIncrement();
  CUdeviceptr words = upload({5, 6, 7});
  EXPECT_EQ(launch(function, words, 3, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(download(words, 3), (std::vector<uint32_t>{6, 7, 8}));
}

TEST_F(Driver, WorksAsLateAsItMay) {
  CUfunction function = loadIncrement();
  CUdeviceptr words = upload({1, 2});
  CUstream first, second;
  CUevent event;
  EXPECT_EQ(call("cuStreamCreate", &first, 1u), CUDA_SUCCESS);
  EXPECT_EQ(call("cuStreamCreate", &second, 1u), CUDA_SUCCESS);
  EXPECT_EQ(call("cuEventCreate", &event, 0u), CUDA_SUCCESS);
  void *pinned = nullptr;
  EXPECT_EQ(call("cuMemHostAlloc", &pinned, size_t{8}, 0u), CUDA_SUCCESS);
  auto *host = static_cast<uint32_t *>(pinned);
  host[0] = 77;
  EXPECT_EQ(launch(function, words, 2, first), CUDA_SUCCESS);
  EXPECT_EQ(call("cuEventRecord", event, first), CUDA_SUCCESS);
  EXPECT_EQ(call("cuStreamWaitEvent", second, event, 0u), CUDA_SUCCESS);
  EXPECT_EQ(call("cuMemcpyDtoHAsync_v2", pinned, words, size_t{8}, second),
            CUDA_SUCCESS);
  // Nobody waited.
  EXPECT_EQ(host[0], 77u);
  EXPECT_EQ(call("cuEventQuery", event), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(call("cuStreamSynchronize", second), CUDA_SUCCESS);
  EXPECT_EQ(host[0], 2u);
  EXPECT_EQ(host[1], 3u);
  EXPECT_EQ(call("cuEventDestroy_v2", event), CUDA_SUCCESS);
  EXPECT_EQ(call("cuStreamDestroy_v2", first), CUDA_SUCCESS);
  EXPECT_EQ(call("cuMemFreeHost", pinned), CUDA_SUCCESS);
}

TEST_F(Driver, ReplaysGraphs) {
  CUfunction function = loadIncrement();
  CUdeviceptr words = upload({1}), others = upload({10});
  CUstream stream;
  CUgraph graph, other;
  CUgraphExec exec;
  EXPECT_EQ(call("cuStreamCreate", &stream, 1u), CUDA_SUCCESS);
  auto capture = [&](CUdeviceptr address, CUgraph *made) {
    EXPECT_EQ(call("cuStreamBeginCapture_v2", stream, 0), CUDA_SUCCESS);
    EXPECT_EQ(launch(function, address, 1, stream), CUDA_SUCCESS);
    EXPECT_EQ(call("cuStreamSynchronize", stream),
              CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT_EQ(call("cuStreamEndCapture", stream, made), CUDA_SUCCESS);
  };
  capture(words, &graph);
  EXPECT_EQ(call("cuGraphInstantiateWithFlags", &exec, graph, 0ull),
            CUDA_SUCCESS);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(call("cuGraphLaunch", exec, stream), CUDA_SUCCESS);
  EXPECT_EQ(call("cuStreamSynchronize", stream), CUDA_SUCCESS);
  EXPECT_EQ(download(words, 1)[0], 4u);
  capture(others, &other);
  CUgraphExecUpdateResultInfo info;
  EXPECT_EQ(call("cuGraphExecUpdate_v2", exec, other, &info), CUDA_SUCCESS);
  EXPECT_EQ(call("cuGraphLaunch", exec, stream), CUDA_SUCCESS);
  EXPECT_EQ(call("cuStreamSynchronize", stream), CUDA_SUCCESS);
  EXPECT_EQ(download(others, 1)[0], 11u);
  EXPECT_EQ(call("cuGraphExecDestroy", exec), CUDA_SUCCESS);
  EXPECT_EQ(call("cuGraphDestroy", graph), CUDA_SUCCESS);
  EXPECT_EQ(call("cuGraphDestroy", other), CUDA_SUCCESS);
}

/// Words of an array of more than 2^31, of which few take memory here.
TEST_F(Driver, LargeArrays) {
  ASSERT_EQ(call("kilnEmulatorConfigure", "memory=34359738368"), CUDA_SUCCESS);
  constexpr uint64_t count = (uint64_t{1} << 31) + 4096;
  CUdeviceptr words = 0;
  ASSERT_EQ(call("cuMemAlloc_v2", &words, size_t{count * 4}), CUDA_SUCCESS);
  CUfunction function = loadIncrement();
  CUstream stream;
  EXPECT_EQ(call("cuStreamCreate", &stream, 1u), CUDA_SUCCESS);
  for (uint64_t first : {uint64_t{0}, count / 2, count - 64}) {
    EXPECT_EQ(call("cuMemsetD32Async", words + first * 4, unsigned(first),
                   size_t{64}, stream),
              CUDA_SUCCESS);
    EXPECT_EQ(launch(function, words + first * 4, 64, stream), CUDA_SUCCESS);
  }
  EXPECT_EQ(call("cuStreamSynchronize", stream), CUDA_SUCCESS);
  EXPECT_EQ(download(words + (count - 64) * 4, 64)[63],
            uint32_t(count - 64) + 1);
  EXPECT_EQ(download(words + count / 2 * 4, 64)[0], uint32_t(count / 2) + 1);
  // One word more is beyond.
  EXPECT_EQ(launch(function, words + (count - 63) * 4, 63, stream),
            CUDA_SUCCESS);
  EXPECT_EQ(launch(function, words + (count - 63) * 4, 64, stream),
            CUDA_SUCCESS);
  EXPECT_EQ(call("cuStreamSynchronize", stream), CUDA_ERROR_ILLEGAL_ADDRESS);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 1 << 20) << "kilobytes";
}

/// An index that needs more than 32 bits, and one that lost them.
TEST_F(Driver, IndicesBeyond31Bits) {
  ASSERT_EQ(call("kilnEmulatorConfigure", "memory=34359738368"), CUDA_SUCCESS);
  std::string ptx = kernel(R"(
    mov.u64 %rd3, 2147483648; cvt.u64.u32 %rd4, %r1; add.u64 %rd4, %rd4, %rd3;
    shl.b64 %rd5, %rd4, 2; add.u64 %rd6, %rd1, %rd5; st.global.u32 [%rd6], %r1;
    cvt.u32.u64 %r2, %rd4; mul.wide.s32 %rd7, %r2, 4; add.u64 %rd8, %rd1, %rd7;
    ld.param.u64 %rd2, [p1]; setp.ne.u64 %p1, %rd2, 0;
    @%p1 st.global.u32 [%rd8], %r1;)",
                           2);
  CUmodule module;
  CUfunction function;
  ASSERT_EQ(
      call("cuModuleLoadData", &module, static_cast<const void *>(ptx.c_str())),
      CUDA_SUCCESS);
  ASSERT_EQ(call("cuModuleGetFunction", &function, module, "k"), CUDA_SUCCESS);
  CUdeviceptr words = 0;
  ASSERT_EQ(call("cuMemAlloc_v2", &words, (size_t{1} << 33) + 256),
            CUDA_SUCCESS);
  EXPECT_EQ(launch(function, words, 0, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(download(words + (uint64_t{1} << 33), 64)[63], 63u);
  EXPECT_EQ(launch(function, words, 1, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(call("cuCtxSynchronize"), CUDA_ERROR_ILLEGAL_ADDRESS);
}

TEST_F(Driver, FaultsStick) {
  CUfunction function = loadIncrement();
  CUdeviceptr words = upload({1, 2});
  EXPECT_EQ(launch(function, words, 3, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(call("cuCtxSynchronize"), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(call("cuCtxSynchronize"), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(launch(function, words, 2, nullptr), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_THAT(driverReport(),
              HasSubstr("out-of-bounds: reads 4 bytes out of bounds"));
}

TEST_F(Driver, RefusesModulesAndLaunches) {
  char log[256] = "";
  CUmodule module;
  CUfunction function;
  int options[] = {5, 6};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  auto load = [&](const std::string &image) {
    return call("cuModuleLoadDataEx", &module,
                static_cast<const void *>(image.c_str()), 2u,
                static_cast<int *>(options), static_cast<void **>(values));
  };
  EXPECT_EQ(load(kernel("frob;")), CUDA_ERROR_INVALID_PTX);
  EXPECT_THAT(log, HasSubstr("unknown instruction 'frob'"));
  EXPECT_EQ(load(kernel("", 1, "sm_100")), CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_THAT(log, HasSubstr("the PTX is for sm_100, the device is sm_90"));
  EXPECT_EQ(load("\x7f"
                 "ELF"),
            CUDA_ERROR_NO_BINARY_FOR_GPU);
  ASSERT_EQ(load(kernel("")), CUDA_SUCCESS);
  EXPECT_EQ(call("cuModuleGetFunction", &function, module, "f"),
            CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(launch(loadIncrement(), upload({1}), 1, nullptr, 0),
            CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr address;
  EXPECT_EQ(call("cuMemAlloc_v2", &address, size_t{1} << 50),
            CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(call("cuMemFree_v2", CUdeviceptr{5}), CUDA_ERROR_INVALID_VALUE);
}
