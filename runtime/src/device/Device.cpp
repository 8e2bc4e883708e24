// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided copies and scalars of devices that can only copy ranges.

#include "device/Device.h"
#include "device/Memory.h"
#include "dtype/Dtype.h"

#include <memory>

using namespace kiln::rt;

namespace {
/// A range of a device as it is on the host.
struct Image {
  std::unique_ptr<char[]> data;
  uint64_t bytes = 0;
};
} // namespace

static Expected<Image> makeImage(const StridedCopy &shape,
                                 const int64_t *strides) {
  std::optional<uint64_t> bytes =
      touchedBytes(shape.elementBytes, shape.rank, shape.sizes, strides);
  if (!bytes)
    return makeError(Code::Unimplemented,
                     "tensors with negative strides cannot be copied there");
  Image image{std::unique_ptr<char[]>(new char[*bytes]), *bytes};
  return image;
}

Status Device::copyStrided(const StridedCopy &shape, void *to, Place toPlace,
                           const void *from, Place fromPlace,
                           kiln_stream stream) {
  auto isDense = [&](const int64_t *strides) {
    return !strides || isRowMajor(shape.rank, shape.sizes, strides);
  };
  if (isDense(shape.fromStrides) && isDense(shape.toStrides)) {
    std::optional<uint64_t> bytes =
        touchedBytes(shape.elementBytes, shape.rank, shape.sizes, nullptr);
    return copy(to, toPlace, from, fromPlace, bytes.value_or(0), stream);
  }
  Image source, target;
  if (fromPlace == Place::Device) {
    KILN_RT_ASSIGN(source, makeImage(shape, shape.fromStrides));
    KILN_RT_TRY(copy(source.data.get(), Place::Host, from, fromPlace,
                     source.bytes, stream));
    from = source.data.get();
  }
  if (toPlace == Place::Host) {
    rt::copyStrided(shape, from, to);
    return {};
  }
  KILN_RT_ASSIGN(target, makeImage(shape, shape.toStrides));
  // What lies between the elements stays.
  if (shape.toStrides)
    KILN_RT_TRY(copy(target.data.get(), Place::Host, to, toPlace, target.bytes,
                     stream));
  rt::copyStrided(shape, from, target.data.get());
  return copy(to, toPlace, target.data.get(), Place::Host, target.bytes,
              stream);
}

Status Device::readScalar(const void *from, kiln_dtype dtype,
                          std::optional<Word> &value, kiln_stream stream) {
  alignas(Word) char scalar[sizeof(Word)];
  KILN_RT_TRY(copy(scalar, Place::Host, from, Place::Device, dtypeBytes(dtype),
                   stream));
  value = loadScalar(scalar, dtype);
  return {};
}

Status Device::beginUploads(const std::vector<Upload> &wanted,
                            std::unique_ptr<DeviceUploads> &) {
  for (const Upload &each : wanted)
    KILN_RT_TRY(copy(each.to, Place::Device, each.from, Place::Host, each.bytes,
                     nullptr));
  return wait(nullptr);
}

namespace {
/// Memory of one module alone, and what goes there.
struct OwnCopies final : DeviceUploads {
  std::vector<Buffer> memory;
  std::unique_ptr<DeviceUploads> uploads; ///< goes first
};
} // namespace

Status Device::shareUploads(const std::vector<NamedBytes> &wanted,
                            std::vector<const void *> &memory,
                            std::unique_ptr<DeviceUploads> &uploads) {
  auto copies = std::make_unique<OwnCopies>();
  std::vector<Upload> begun;
  for (const NamedBytes &each : wanted) {
    Buffer &copy = copies->memory.emplace_back(*this);
    if (!copy.ensure(each.bytes.size))
      return noMemoryForWeights(each.bytes.size);
    begun.push_back({copy.data(), each.bytes.data, each.bytes.size});
    memory.push_back(copy.data());
  }
  KILN_RT_TRY(beginUploads(begun, copies->uploads));
  uploads = std::move(copies);
  return {};
}

Status Device::capture(const std::function<Status(kiln_stream)> &,
                       std::unique_ptr<DeviceGraph> &) {
  return makeError(Code::Unimplemented, "the device has no graphs");
}

Status Device::replay(DeviceGraph &, kiln_stream) { return {}; }
