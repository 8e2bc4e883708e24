// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of streams that nothing orders, each caught, beside the same work with
// what orders it.

#include "test/Library.h"

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

namespace {
/// A program on two streams that do not wait for each other, with 64 words and
/// a kernel that adds 1 to each.
class Streams : public ::testing::Test {
protected:
  template <typename... Ts>
  void call(const char *name, Ts... arguments) {
    CUresult result = callDriver(name, arguments...);
    // Once a fault is found, all fails.
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_LAUNCH_FAILED)
      ADD_FAILURE() << name << " gives " << result;
  }
  void SetUp() override { begin(); }
  void TearDown() override { end(); }

  void begin() {
    call("kilnEmulatorConfigure", "arch=sm_90a");
    call("cuInit", 0u);
    call("cuDevicePrimaryCtxRetain", &context, 0);
    call("cuCtxSetCurrent", context);
    call("cuStreamCreate", &first, 1u);
    call("cuStreamCreate", &second, 1u);
    call("cuEventCreate", &event, 0u);
    call("cuMemHostAlloc", &pinned, size_t{256}, 0u);
    std::memset(pinned, 0, 256);
    call("cuMemAlloc_v2", &words, size_t{256});
    call("cuMemcpyHtoD_v2", words, static_cast<const void *>(pinned),
         size_t{256});
    add = load("ld.global.u32 %r6, [%rd5]; add.u32 %r6, %r6, %r1;\n"
               ".file 1 \"model.py\"\n.loc 1 7 0\nst.global.u32 [%rd5], %r6;");
    read = load("ld.global.u32 %r6, [%rd5];");
    count = load("atom.global.add.u32 %r6, [%rd1], 1;");
  }
  void end() {
    call("cuEventDestroy_v2", event);
    EXPECT_EQ(callDriver("cuDevicePrimaryCtxRelease_v2", 0), CUDA_SUCCESS);
  }

  CUfunction load(std::string body) {
    std::string files;
    // Files are named outside of functions.
    if (size_t at = body.find(".file"); at != std::string::npos) {
      size_t length = body.find('\n', at) + 1 - at;
      files = body.substr(at, length);
      body.erase(at, length);
    }
    std::string ptx = kernel("mul.wide.u32 %rd4, %r1, 4; "
                             "add.u64 %rd5, %rd1, %rd4;\n" +
                             body) +
                      files;
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    call("cuModuleLoadData", &module, static_cast<const void *>(ptx.c_str()));
    call("cuModuleGetFunction", &function, module, "k");
    return function;
  }
  void launch(CUfunction function, CUstream stream) {
    CUdeviceptr argument = words;
    void *arguments[] = {&argument};
    CUlaunchConfig config{1, 1, 1, 32, 1, 1, 0, stream, nullptr, 0};
    call("cuLaunchKernelEx", static_cast<const CUlaunchConfig *>(&config),
         function, static_cast<void **>(arguments),
         static_cast<void **>(nullptr));
  }
  void upload(CUstream stream) {
    call("cuMemcpyHtoDAsync_v2", words, static_cast<const void *>(pinned),
         size_t{256}, stream);
  }
  void download(CUstream stream) {
    call("cuMemcpyDtoHAsync_v2", pinned, words, size_t{256}, stream);
  }
  void record(CUstream stream) { call("cuEventRecord", event, stream); }
  void follow(CUstream stream) { call("cuStreamWaitEvent", stream, event, 0u); }
  void wait(CUstream stream) { call("cuStreamSynchronize", stream); }

  /// The report of a program that has `order` executed between its two halves.
  template <typename Before, typename Between, typename After>
  std::string report(Before before, Between between, After after) {
    end();
    begin();
    before();
    between();
    after();
    callDriver("cuCtxSynchronize");
    return driverReport();
  }
  /// That two halves race, and do not where the second stream follows an event
  /// of the first one, or where the host waits between them.
  template <typename Before, typename After>
  void expectRace(const std::string &text, Before before, After after) {
    EXPECT_THAT(report(before, [] {}, after), HasSubstr(text));
    EXPECT_EQ(
        report(before, [&] { record(first), follow(second); }, after), "");
    EXPECT_EQ(report(before, [&] { wait(first); }, after), "");
    EXPECT_THAT(
        report(before, [&] { wait(second); }, after), HasSubstr("race: this "));
  }

  CUcontext context = nullptr;
  CUstream first = nullptr, second = nullptr;
  CUevent event = nullptr;
  CUfunction add = nullptr, read = nullptr, count = nullptr;
  void *pinned = nullptr;
  CUdeviceptr words = 0;
};
} // namespace

TEST_F(Streams, KernelsRace) {
  expectRace(
      "race: this read is not ordered after a write by the kernel k in "
      "stream 1",
      [&] { launch(add, first); }, [&] { launch(add, second); });
  expectRace(
      "race: this write is not ordered after a read by the kernel k",
      [&] { launch(read, first); }, [&] { launch(add, second); });
}

TEST_F(Streams, BothSidesAreNamed) {
  std::string text =
      report([&] { launch(add, first); }, [] {}, [&] { launch(read, second); });
  EXPECT_THAT(text, HasSubstr("thread (0,0,0), in stream 2"));
  EXPECT_THAT(text, HasSubstr("other access: write by the kernel k in stream 1 "
                              "at line "));
  EXPECT_THAT(text, HasSubstr("thread (0,0,0), from model.py:7"));
  text = report([&] { launch(add, first); }, [] {}, [&] { download(second); });
  EXPECT_THAT(text, HasSubstr("\n  in copy to the host, in stream 2"));
  EXPECT_THAT(text, HasSubstr("byte 0 of allocation"));
}

TEST_F(Streams, CopiesRaceWithKernels) {
  expectRace(
      "this read is not ordered after a write by the copy to the device",
      [&] { upload(first); }, [&] { launch(read, second); });
  expectRace(
      "this write is not ordered after a read by the kernel k",
      [&] { launch(read, first); }, [&] { upload(second); });
  expectRace(
      "this read is not ordered after a write by the kernel k",
      [&] { launch(add, first); }, [&] { download(second); });
  expectRace(
      "this write is not ordered after a read by the copy to the host",
      [&] { download(first); }, [&] { launch(add, second); });
}

TEST_F(Streams, CopiesAndFillsRace) {
  auto fill = [&](CUstream stream) {
    call("cuMemsetD32Async", words, 3u, size_t{64}, stream);
  };
  auto move = [&](CUstream stream) {
    call("cuMemcpyDtoDAsync_v2", words, words + 128, size_t{128}, stream);
  };
  expectRace(
      "this write is not ordered after a write by the fill in stream 1",
      [&] { fill(first); }, [&] { upload(second); });
  expectRace(
      "this read is not ordered after a write by the fill",
      [&] { fill(first); }, [&] { move(second); });
  expectRace(
      "this write is not ordered after a read by the copy on the device",
      [&] { move(first); }, [&] { fill(second); });
}

TEST_F(Streams, MemoryIsUsedFromItsAllocationToItsRelease) {
  auto release = [&](CUstream stream) {
    call("cuMemFreeAsync", words, stream);
  };
  auto allocate = [&](CUstream stream) {
    call("cuMemAllocAsync", &words, size_t{256}, stream);
  };
  expectRace(
      "this write is not ordered after a read by the kernel k",
      [&] { launch(read, first); }, [&] { release(second); });
  expectRace(
      "this write is not ordered after a write by the allocation",
      [&] { allocate(first); }, [&] { upload(second); });
}

TEST_F(Streams, WhatDoesNotRace) {
  auto nothing = [] {};
  EXPECT_EQ(report([&] { launch(read, first); }, nothing,
                   [&] { launch(read, second), download(second); }),
            "");
  EXPECT_EQ(report([&] { launch(count, first); }, nothing,
                   [&] { launch(count, second); }),
            "");
  // An atomic, and a load that is none.
  EXPECT_THAT(report([&] { launch(count, first); }, nothing,
                     [&] { launch(read, second); }),
              HasSubstr("race"));
}

TEST_F(Streams, AnEventIsWhatWasBeforeIt) {
  EXPECT_THAT(report([&] { record(first), launch(add, first); },
                     [&] { follow(second); }, [&] { launch(add, second); }),
              HasSubstr("race"));
  EXPECT_EQ(report([&] { launch(add, first), record(first); },
                   [&] { call("cuEventSynchronize", event); },
                   [&] { launch(add, second); }),
            "");
  // Two readers of streams, of which the writer follows one.
  EXPECT_THAT(report([&] { launch(read, first), launch(read, second); },
                     [&] { record(second); },
                     [&] {
                       CUstream third;
                       call("cuStreamCreate", &third, 1u);
                       follow(third);
                       launch(add, third);
                     }),
              HasSubstr("after a read by the kernel k in stream 1"));
}

TEST_F(Streams, TheNullStreamWaitsForBlockingOnes) {
  EXPECT_THAT(
      report([&] { launch(add, first); }, [] {}, [&] { launch(add, nullptr); }),
      HasSubstr("race: this "));
  EXPECT_EQ(report([&] { call("cuStreamCreate", &first, 0u); },
                   [&] { launch(add, first); }, [&] { launch(add, nullptr); }),
            "");
  EXPECT_EQ(report([&] { call("cuStreamCreate", &first, 0u); },
                   [&] { launch(add, nullptr); }, [&] { launch(add, first); }),
            "");
}

TEST_F(Streams, GraphsAreWorkOfTheirStream) {
  CUgraphExec exec = nullptr;
  auto capture = [&] {
    CUgraph graph = nullptr;
    call("cuStreamBeginCapture_v2", first, 0);
    launch(add, first);
    download(first);
    call("cuStreamEndCapture", first, &graph);
    call("cuGraphInstantiateWithFlags", &exec, graph, 0ull);
    call("cuGraphDestroy", graph);
    call("cuGraphLaunch", exec, first);
    call("cuGraphExecDestroy", exec);
  };
  expectRace("a write by the kernel k in stream 1", capture,
             [&] { launch(add, second); });
}

TEST_F(Streams, BranchesOfAGraphRunBesideEachOther) {
  // The second stream is captured by following the first one's event, and
  // joined by the other way round.
  auto fork = [&](CUfunction mine, CUfunction other, bool ordered) {
    CUgraph graph = nullptr;
    CUgraphExec exec = nullptr;
    call("cuStreamBeginCapture_v2", first, 0);
    launch(add, first);
    record(first), follow(second);
    if (ordered)
      launch(mine, first), record(first), follow(second);
    launch(other, second);
    if (!ordered)
      launch(mine, first);
    record(second), follow(first);
    launch(add, first);
    call("cuStreamEndCapture", first, &graph);
    call("cuGraphInstantiateWithFlags", &exec, graph, 0ull);
    call("cuGraphDestroy", graph);
    for (int i = 0; i < 2; ++i)
      call("cuGraphLaunch", exec, first);
    call("cuGraphExecDestroy", exec);
  };
  auto nothing = [] {};
  EXPECT_THAT(report([&] { fork(add, read, false); }, nothing, nothing),
              HasSubstr("by the kernel k in stream 1, in a graph"));
  EXPECT_EQ(report([&] { fork(add, read, true); }, nothing, nothing), "");
  EXPECT_EQ(report([&] { fork(read, read, false); }, nothing, nothing), "");
}

TEST_F(Streams, CapturesEndWhereTheyBegan) {
  CUgraph graph = nullptr;
  call("cuStreamBeginCapture_v2", first, 0);
  record(first), follow(second);
  launch(read, second);
  EXPECT_EQ(callDriver("cuStreamEndCapture", second, &graph),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(callDriver("cuStreamEndCapture", first, &graph),
            CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(callDriver("cuStreamWaitEvent", second, event, 0u),
            CUDA_ERROR_CAPTURED_EVENT);
  launch(add, second);
  wait(second);
  EXPECT_EQ(driverReport(), "");
}

TEST_F(Streams, TheHostWritesWhatACopyUses) {
  auto write = [&] { static_cast<uint32_t *>(pinned)[3] = 5; };
  EXPECT_THAT(report([&] { upload(first); }, [] {}, write),
              HasSubstr("async-source-changed: the host wrote what the copy "
                        "reads before it waited for the copy\n  in copy to the "
                        "device, in stream 1"));
  EXPECT_EQ(report([&] { upload(first); }, [&] { wait(first); }, write), "");
  EXPECT_THAT(report([&] { download(first); }, [] {}, write),
              HasSubstr("race: the host wrote what the copy writes"));
  // A copy of the same stream may.
  EXPECT_EQ(report([&] { launch(add, first), download(first); }, [] {},
                   [&] { upload(first); }),
            "");
}
