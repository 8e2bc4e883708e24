// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second device for tests: its memory cannot be touched by the host, and its
// work is done as late as a caller allows. It computes by the tests' kernels.

#ifndef KILN_RT_TEST_FAKEDEVICE_H
#define KILN_RT_TEST_FAKEDEVICE_H

#include "device/CpuDevice.h"

#include <deque>
#include <functional>
#include <map>

namespace kiln::rt::test {

class FakeDevice final : public Device {
public:
  FakeDevice();
  ~FakeDevice() override;

  std::string describe() const override { return "a device of the tests"; }
  int rankTarget(std::string_view target, std::string &reason) const override;
  void *allocate(uint64_t bytes) override;
  void free(void *memory, uint64_t bytes) override;
  Status copy(void *to, Place toPlace, const void *from, Place fromPlace,
              uint64_t bytes, kiln_stream stream) override;
  Status fill(void *memory, uint64_t bytes, std::string_view pattern,
              kiln_stream stream) override;
  Status load(CodeImage code, const std::string &name,
              const std::vector<KernelCode> &kernels) override;
  Status launch(const Launch &launch) override;
  Status capture(const std::function<Status(kiln_stream)> &work,
                 std::unique_ptr<DeviceGraph> &graph) override;
  Status replay(DeviceGraph &graph, kiln_stream stream) override;
  Status wait(kiln_stream stream) override;
  Expected<void *> recordEvent(kiln_stream stream) override;
  Status waitEvent(kiln_stream stream, void *event) override;

  /// What a stream has still to do.
  size_t pending(kiln_stream stream) { return queues_[stream].size(); }
  /// A copy of `values` on the device, as a tensor that the test frees.
  kiln_tensor upload(std::vector<float> &values, std::vector<int64_t> sizes);
  std::vector<float> download(const void *memory, size_t count);

  size_t live = 0, allocations = 0, launches = 0, fills = 0, waits = 0;
  size_t events = 0, fromHost = 0, toHost = 0, within = 0;
  size_t captures = 0, replays = 0;
  bool hasGraphs = true;
  int refusedAllocation = -1; ///< so many succeed before one fails

private:
  /// An allocation: the host sees `address`, where nothing can be accessed.
  struct Block {
    uint64_t bytes;
    char *content;
  };
  void *contentOf(const void *address);

  CpuDevice cpu_;
  std::map<const char *, Block> blocks_;
  /// Freed, but never used again: an address is of one allocation.
  std::vector<std::pair<void *, uint64_t>> retired_;
  std::map<kiln_stream, std::deque<std::function<Status()>>> queues_;
};

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_FAKEDEVICE_H
