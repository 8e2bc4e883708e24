// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FakeDevice.h"
#include "TestPackage.h"

#include <sys/mman.h>

using namespace kiln::rt;
using namespace kiln::rt::test;

namespace {
/// All that a stream had to do at some time.
struct Event {
  kiln_stream stream;
};
} // namespace

FakeDevice::FakeDevice()
    : Device({KILN_DEVICE_CUDA, 1}),
      cpu_(defaultAllocator(),
           Executor(std::nullopt, std::make_shared<ThreadPool>(1, Logger()))) {}

FakeDevice::~FakeDevice() {
  EXPECT_EQ(live, 0u) << "memory of the device is left";
  for (auto &[stream, queue] : queues_)
    EXPECT_TRUE(queue.empty()) << "work of a stream is left";
  for (auto [address, bytes] : retired_)
    ::munmap(address, bytes);
}

int FakeDevice::rankTarget(std::string_view target, std::string &reason) const {
  bool runs = target == "cpu:x86-64";
  reason = runs ? "runs on the device of the tests" : "is for something else";
  return runs ? 1 : -1;
}

void *FakeDevice::allocate(uint64_t bytes) {
  if (refusedAllocation-- == 0)
    return nullptr;
  void *address =
      ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(address, MAP_FAILED);
  blocks_[static_cast<char *>(address)] = {bytes, new char[bytes]};
  ++live;
  ++allocations;
  return address;
}

void FakeDevice::free(void *memory, uint64_t) {
  for (auto &[stream, queue] : queues_)
    EXPECT_TRUE(wait(stream).ok());
  auto block = blocks_.find(static_cast<char *>(memory));
  ASSERT_NE(block, blocks_.end()) << "memory that is not the device's";
  retired_.emplace_back(memory, block->second.bytes);
  delete[] block->second.content;
  blocks_.erase(block);
  --live;
}

void *FakeDevice::contentOf(const void *address) {
  const char *at = static_cast<const char *>(address);
  auto block = blocks_.upper_bound(at);
  if (block == blocks_.begin() ||
      at >= std::prev(block)->first + std::prev(block)->second.bytes) {
    ADD_FAILURE() << "an address that is not the device's";
    return nullptr;
  }
  --block;
  return block->second.content + (at - block->first);
}

Status FakeDevice::copy(void *to, Place toPlace, const void *from,
                        Place fromPlace, uint64_t bytes, kiln_stream stream) {
  if (bytes == 0)
    return {};
  void *target = toPlace == Place::Device ? contentOf(to) : to;
  const void *source = fromPlace == Place::Device ? contentOf(from) : from;
  size_t &count = toPlace == Place::Host     ? toHost
                  : fromPlace == Place::Host ? fromHost
                                             : within;
  ++count;
  queues_[stream].push_back([=]() -> Status {
    std::memmove(target, source, bytes);
    return {};
  });
  if (toPlace == Place::Device && fromPlace == Place::Device)
    return {};
  --waits; // its own
  return wait(stream);
}

Status FakeDevice::fill(void *memory, uint64_t bytes, std::string_view pattern,
                        kiln_stream stream) {
  if (bytes == 0)
    return {};
  ++fills;
  void *content = contentOf(memory);
  queues_[stream].push_back(
      [this, content, bytes, pattern = std::string(pattern)]() -> Status {
        return cpu_.fill(content, bytes, pattern, nullptr);
      });
  return {};
}

Status FakeDevice::load(CodeImage code, const std::string &name,
                        const std::vector<KernelCode> &kernels) {
  return cpu_.load(std::move(code), name, kernels);
}

Status FakeDevice::launch(const Launch &launch) {
  ++launches;
  std::vector<void *> buffers;
  for (uint32_t i = 0; i < launch.bufferCount; ++i)
    buffers.push_back(contentOf(launch.buffers[i]));
  std::vector<int64_t> sizes(launch.sizes, launch.sizes + launch.sizeCount);
  auto work = [this, buffers, sizes, kernel = launch.kernel,
               domain = launch.domain]() -> Status {
    Buffer scratch(cpu_);
    return cpu_.launch({kernel, 0, buffers.data(), sizes.data(),
                        static_cast<uint32_t>(buffers.size()),
                        static_cast<uint32_t>(sizes.size()), domain, scratch,
                        nullptr});
  };
  queues_[launch.stream].push_back(work);
  return {};
}

namespace {
struct FakeGraph : DeviceGraph {
  std::deque<std::function<Status()>> work;
};
} // namespace

Status FakeDevice::capture(const std::function<Status(kiln_stream)> &work,
                           std::unique_ptr<DeviceGraph> &graph) {
  if (!hasGraphs)
    return Device::capture(work, graph);
  ++captures;
  auto made = std::make_unique<FakeGraph>();
  KILN_RT_TRY(work(made.get()));
  made->work = std::move(queues_[made.get()]);
  queues_.erase(made.get());
  graph = std::move(made);
  return {};
}

Status FakeDevice::replay(DeviceGraph &graph, kiln_stream stream) {
  ++replays;
  for (const auto &work : static_cast<FakeGraph &>(graph).work)
    queues_[stream].push_back(work);
  return {};
}

Status FakeDevice::wait(kiln_stream stream) {
  ++waits;
  auto &queue = queues_[stream];
  while (!queue.empty()) {
    std::function<Status()> work = std::move(queue.front());
    queue.pop_front();
    KILN_RT_TRY(work());
  }
  return {};
}

Expected<void *> FakeDevice::recordEvent(kiln_stream stream) {
  ++events;
  return static_cast<void *>(new Event{stream});
}

Status FakeDevice::waitEvent(kiln_stream stream, void *event) {
  queues_[stream].push_back([this, event]() -> Status {
    std::unique_ptr<Event> done(static_cast<Event *>(event));
    --waits;
    return wait(done->stream);
  });
  return {};
}

kiln_tensor FakeDevice::upload(std::vector<float> &values,
                               std::vector<int64_t> sizes) {
  kiln_tensor tensor = tensorOf(values, std::move(sizes));
  uint64_t bytes = values.size() * sizeof(float);
  tensor.data = allocate(bytes);
  tensor.device = id();
  EXPECT_TRUE(copy(tensor.data, Place::Device, values.data(), Place::Host,
                   bytes, nullptr)
                  .ok());
  return tensor;
}

std::vector<float> FakeDevice::download(const void *memory, size_t count) {
  std::vector<float> values(count);
  EXPECT_TRUE(copy(values.data(), Place::Host, memory, Place::Device,
                   count * sizeof(float), nullptr)
                  .ok());
  return values;
}
