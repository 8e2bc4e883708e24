// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/Memory.h"
#include "dtype/Dtype.h"

#include <cstdlib>
#include <cstring>

using namespace kiln::rt;

static void *allocateDefault(void *, size_t bytes, size_t alignment) {
  return std::aligned_alloc(alignment,
                            (bytes + alignment - 1) / alignment * alignment);
}

static void freeDefault(void *, void *memory, size_t) { std::free(memory); }

kiln_allocator kiln::rt::defaultAllocator() {
  return {sizeof(kiln_allocator), nullptr, allocateDefault, freeDefault};
}

bool Buffer::ensure(uint64_t bytes) {
  if (bytes <= capacity_)
    return true;
  constexpr uint64_t limit = uint64_t(1) << 47;
  if (bytes > limit)
    return false;
  release();
  uint64_t rounded = (bytes + memoryAlignment - 1) & ~(memoryAlignment - 1);
  data_ = device_->allocate(rounded);
  capacity_ = data_ ? rounded : 0;
  return data_ != nullptr;
}

void Buffer::release() {
  if (data_)
    device_->free(data_, capacity_);
  data_ = nullptr;
  capacity_ = 0;
}

namespace {
/// A copy with all strides known, in bytes of the innermost run.
struct CopyLoop {
  size_t runBytes;
  int32_t rank;
  const int64_t *sizes;
  int64_t from[KILN_MAX_RANK], to[KILN_MAX_RANK]; ///< strides in bytes

  void run(int32_t dimension, const char *source, char *target) const {
    if (dimension == rank) {
      std::memcpy(target, source, runBytes);
      return;
    }
    for (int64_t i = 0; i < sizes[dimension]; ++i) {
      run(dimension + 1, source, target);
      source += from[dimension];
      target += to[dimension];
    }
  }
};
} // namespace

void kiln::rt::copyStrided(const StridedCopy &shape, const void *from,
                           void *to) {
  int64_t dense[KILN_MAX_RANK];
  rowMajorStrides(shape.rank, shape.sizes, dense);
  auto element = static_cast<int64_t>(shape.elementBytes);
  CopyLoop loop = {shape.elementBytes, shape.rank, shape.sizes, {}, {}};
  for (int32_t i = 0; i < shape.rank; ++i) {
    if (shape.sizes[i] == 0)
      return;
    loop.from[i] = (shape.fromStrides ? shape.fromStrides : dense)[i] * element;
    loop.to[i] = (shape.toStrides ? shape.toStrides : dense)[i] * element;
  }
  // Inner dimensions that are dense on both sides become one run.
  while (loop.rank > 0) {
    auto run = static_cast<int64_t>(loop.runBytes);
    int64_t size = shape.sizes[loop.rank - 1];
    bool joins = size == 1 || (loop.from[loop.rank - 1] == run &&
                               loop.to[loop.rank - 1] == run);
    if (!joins)
      break;
    loop.runBytes *= static_cast<size_t>(size);
    --loop.rank;
  }
  loop.run(0, static_cast<const char *>(from), static_cast<char *>(to));
}

bool kiln::rt::isRowMajor(int32_t rank, const int64_t *sizes,
                          const int64_t *strides) {
  int64_t expected = 1;
  bool dense = true;
  for (int32_t i = rank; i-- > 0;) {
    if (sizes[i] == 0)
      return true;
    dense &= sizes[i] == 1 || strides[i] == expected;
    // Wraps only where some size is 0, which a later round finds.
    expected = static_cast<int64_t>(static_cast<uint64_t>(expected) *
                                    static_cast<uint64_t>(sizes[i]));
  }
  return dense;
}

void kiln::rt::rowMajorStrides(int32_t rank, const int64_t *sizes,
                               int64_t *strides) {
  int64_t stride = 1;
  for (int32_t i = rank; i-- > 0;) {
    strides[i] = stride;
    auto size = static_cast<uint64_t>(sizes[i] > 0 ? sizes[i] : 1);
    stride = static_cast<int64_t>(static_cast<uint64_t>(stride) * size);
  }
}

std::optional<uint64_t> kiln::rt::touchedBytes(size_t elementBytes,
                                               int32_t rank,
                                               const int64_t *sizes,
                                               const int64_t *strides) {
  int64_t dense[KILN_MAX_RANK];
  rowMajorStrides(rank, sizes, dense);
  if (!strides)
    strides = dense;
  int64_t last = 0;
  bool fails = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0)
      return 0;
    int64_t reach = 0;
    fails |= strides[i] < 0 && sizes[i] > 1;
    fails |= __builtin_mul_overflow(sizes[i] - 1, strides[i], &reach);
    fails |= __builtin_add_overflow(last, reach, &last);
  }
  fails |= __builtin_add_overflow(last, 1, &last);
  fails |=
      __builtin_mul_overflow(last, static_cast<int64_t>(elementBytes), &last);
  if (fails)
    return std::nullopt;
  return static_cast<uint64_t>(last);
}

std::optional<Extent> kiln::rt::extentOf(const kiln_tensor &tensor) {
  auto begin = reinterpret_cast<intptr_t>(tensor.data);
  auto element = static_cast<int64_t>(dtypeBytes(tensor.dtype));
  Extent extent = {begin, begin};
  bool fails = __builtin_add_overflow(begin, element, &extent.end);
  int64_t dense[KILN_MAX_RANK];
  rowMajorStrides(tensor.rank, tensor.sizes, dense);
  const int64_t *strides =
      tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : dense;
  for (int32_t d = 0; d < tensor.rank; ++d) {
    if (tensor.sizes[d] <= 0)
      return Extent{begin, begin};
    int64_t reach = 0;
    fails |= __builtin_mul_overflow(tensor.sizes[d] - 1, strides[d], &reach);
    fails |= __builtin_mul_overflow(reach, element, &reach);
    intptr_t &side = reach < 0 ? extent.begin : extent.end;
    fails |= __builtin_add_overflow(side, reach, &side);
  }
  return fails ? std::nullopt : std::optional(extent);
}
