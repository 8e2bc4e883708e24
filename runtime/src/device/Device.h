// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a host program runs on, as one module uses it: memory, code, and work
// that is enqueued in the order of a stream. The interpreter is written against
// this interface and knows no driver.

#ifndef KILN_RT_SRC_DEVICE_DEVICE_H
#define KILN_RT_SRC_DEVICE_DEVICE_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"
#include "module/CodeImage.h"
#include "package/Details.h"
#include "package/TargetCode.h"

#include <functional>
#include <memory>
#include <optional>

namespace kiln::rt {

class Buffer;
struct StridedCopy;

/// On which side of a copy its memory is.
enum class Place : uint8_t { Host, Device };

/// A kernel of a package in the code of one target. It is the manifest's, which
/// outlives what a device has loaded.
struct KernelCode {
  std::string_view name;
  const TargetCode *code;
  Details *details; ///< of all that load() is given, in their order
};

/// One dispatch. The device reads the arrays before launch() returns.
struct Launch {
  uint32_t kernel;   ///< index among the kernels of load()
  uint32_t dispatch; ///< of the program
  void *const *buffers;
  const int64_t *sizes;
  uint32_t bufferCount, sizeCount;
  int64_t domain;  ///< items, at least one
  Buffer &scratch; ///< the call's, on the device
  kiln_stream stream;
};

/// Bytes of the host that the device is to have.
struct Upload {
  void *to;
  const void *from;
  uint64_t bytes;
};

/// Bytes of the host, and what tells them from all others: where the names are
/// equal, so are the bytes.
struct NamedBytes {
  std::string name;
  ByteSpan bytes;
};

inline Error noMemoryForWeights(uint64_t bytes) {
  return makeError(Code::ResourceExhausted, "no memory for ", bytes,
                   " bytes of weights");
}

/// Uploads that may be under way; those that are left end with it.
class DeviceUploads {
public:
  DeviceUploads() = default;
  DeviceUploads(const DeviceUploads &) = delete;
  virtual ~DeviceUploads() = default;
};

/// Work that a device can do again at once.
class DeviceGraph {
public:
  DeviceGraph() = default;
  DeviceGraph(const DeviceGraph &) = delete;
  virtual ~DeviceGraph() = default;
};

/// Memory of a device is never read or written on the host but through copy(),
/// copyStrided() and readScalar(). Errors name what failed; the caller adds the
/// program and the Python line, unless the error has one: then it is about work
/// that was enqueued earlier. A null stream is the device's own.
class Device {
public:
  explicit Device(kiln_device id) : id_(id) {}
  Device(const Device &) = delete;
  virtual ~Device() = default;

  kiln_device id() const { return id_; }
  /// Is its memory the host's?
  bool isHost() const { return id_.type == KILN_DEVICE_CPU; }
  /// What it is, in a line.
  virtual std::string describe() const = 0;
  /// How well the code of a target suits it: greater is better, -1 where it
  /// cannot run. `reason` says why, in a few words.
  virtual int rankTarget(std::string_view target,
                         std::string &reason) const = 0;

  /// The same for code of one architecture, "sm_90a", beside that of a target.
  virtual int rankCubin(std::string_view /*architecture*/) const { return -1; }

  /// Memory of memoryAlignment; null where there is none.
  virtual void *allocate(uint64_t bytes) = 0;
  /// After all work that was enqueued by now.
  virtual void free(void *memory, uint64_t bytes) = 0;

  /// Copies bytes, which may overlap where both sides are one. A copy that has
  /// a side on the host is done when it returns.
  virtual Status copy(void *to, Place toPlace, const void *from,
                      Place fromPlace, uint64_t bytes, kiln_stream stream) = 0;
  /// Copies elements between two layouts. As it is here, through copies of
  /// dense ranges, with what lies elsewhere rearranged on the host.
  virtual Status copyStrided(const StridedCopy &shape, void *to, Place toPlace,
                             const void *from, Place fromPlace,
                             kiln_stream stream);
  /// Repeats a pattern, whose size divides `bytes`.
  virtual Status fill(void *memory, uint64_t bytes, std::string_view pattern,
                      kiln_stream stream) = 0;
  /// The scalar at `from`, once all work before it is done; nothing where it
  /// does not fit a register.
  virtual Status readScalar(const void *from, kiln_dtype dtype,
                            std::optional<Word> &value, kiln_stream stream);

  /// Begins to upload what stays as it is for as long as `uploads` is there.
  /// Work of this device that is given the memory later follows. As it is here,
  /// all is there on return.
  virtual Status beginUploads(const std::vector<Upload> &wanted,
                              std::unique_ptr<DeviceUploads> &uploads);
  /// The same for what other modules of the process may have on the device,
  /// too, which is there once: `memory` is where each lies, never written, for
  /// as long as `uploads` is there. As it is here, nothing is shared. Errors:
  /// ResourceExhausted, and those of the device.
  virtual Status shareUploads(const std::vector<NamedBytes> &wanted,
                              std::vector<const void *> &memory,
                              std::unique_ptr<DeviceUploads> &uploads);
  /// The stream, as the driver knows it, for a routine of the caller's that is
  /// given this memory; it follows the uploads to it.
  virtual Expected<kiln_stream> streamFor(const void *const * /*memory*/,
                                          size_t /*count*/,
                                          kiln_stream stream) {
    return kiln_stream(stream);
  }

  /// Takes the code of a target, once, before anything is launched. `name`
  /// stands for it in errors. Code that the device refuses is a failed
  /// precondition, and other code may be tried.
  virtual Status load(CodeImage code, const std::string &name,
                      const std::vector<KernelCode> &kernels) = 0;
  virtual Status launch(const Launch &launch) = 0;

  /// Takes what `work` enqueues to the stream that it is given, without doing
  /// it, into `graph`, which is made where it is null. Unimplemented where some
  /// of it cannot be taken.
  virtual Status capture(const std::function<Status(kiln_stream)> &work,
                         std::unique_ptr<DeviceGraph> &graph);
  /// Enqueues all work of a graph.
  virtual Status replay(DeviceGraph &graph, kiln_stream stream);
  /// The error that has ended the device's work for good, if there was one.
  virtual Status health() const { return {}; }
  /// Until all work of a stream is done.
  virtual Status wait(kiln_stream stream) = 0;
  /// Marks what a stream has to do by now.
  virtual Expected<void *> recordEvent(kiln_stream stream) = 0;
  /// Later work of a stream follows the event, which is given back.
  virtual Status waitEvent(kiln_stream stream, void *event) = 0;

private:
  kiln_device id_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_DEVICE_H
