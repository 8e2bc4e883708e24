// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a device that grows, and where the elements of tensors lie.

#ifndef KILN_RT_SRC_DEVICE_MEMORY_H
#define KILN_RT_SRC_DEVICE_MEMORY_H

#include "device/Device.h"

#include <optional>

namespace kiln::rt {

/// Alignment of all memory that the runtime allocates.
constexpr size_t memoryAlignment = 64;

/// The C library's allocator.
kiln_allocator defaultAllocator();

/// Memory of a device that grows and never shrinks. Its content is lost when it
/// grows.
class Buffer {
public:
  explicit Buffer(Device &device) : device_(&device) {}
  Buffer(Buffer &&other) noexcept
      : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer &operator=(Buffer &&) = delete;
  ~Buffer() { release(); }

  /// At least `bytes` bytes; false if there is no memory.
  bool ensure(uint64_t bytes);
  void release();
  void *data() const { return data_; }
  uint64_t capacity() const { return capacity_; }

private:
  Device *device_;
  void *data_ = nullptr;
  uint64_t capacity_ = 0;
};

/// The shape of a copy. Strides count elements.
struct StridedCopy {
  size_t elementBytes = 0;
  int32_t rank = 0;
  const int64_t *sizes = nullptr;
  const int64_t *fromStrides = nullptr; ///< null: row-major
  const int64_t *toStrides = nullptr;   ///< null: row-major
};

/// Copies element by element between two layouts of equal sizes.
void copyStrided(const StridedCopy &shape, const void *from, void *to);

/// Are the strides those of a row-major tensor of these sizes? Dimensions of
/// size 1 may have any stride; a tensor without elements is row-major.
bool isRowMajor(int32_t rank, const int64_t *sizes, const int64_t *strides);

/// The bytes from the first element of a tensor to behind its last. Nothing
/// where they do not fit 64 bits or a stride is negative. Null: row-major.
std::optional<uint64_t> touchedBytes(size_t elementBytes, int32_t rank,
                                     const int64_t *sizes,
                                     const int64_t *strides);

/// The addresses that a tensor touches: [begin, end).
struct Extent {
  intptr_t begin = 0, end = 0;

  bool isEmpty() const { return begin >= end; }
  bool overlaps(const Extent &other) const {
    return !isEmpty() && !other.isEmpty() && begin < other.end &&
           other.begin < end;
  }
};
/// Nothing where sizes and strides leave the address space. A tensor without
/// elements touches nothing.
std::optional<Extent> extentOf(const kiln_tensor &tensor);

/// Of a tensor that is on the host or on the one device in question.
inline Place placeOf(const kiln_tensor &tensor) {
  return tensor.device.type == KILN_DEVICE_CPU ? Place::Host : Place::Device;
}

/// Fills in row-major strides.
void rowMajorStrides(int32_t rank, const int64_t *sizes, int64_t *strides);

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_MEMORY_H
