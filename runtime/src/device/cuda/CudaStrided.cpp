// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between layouts on a CUDA device, by a kernel of the runtime's own.

#include "device/Memory.h"
#include "device/cuda/CudaDevice.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

namespace {
/// What the kernel is given: one more dimension than a tensor has, for the
/// units of an element. In memory as here.
struct StridedTable {
  int64_t rank = 0;
  int64_t sizes[KILN_MAX_RANK + 1] = {};
  int64_t from[KILN_MAX_RANK + 1] = {}, to[KILN_MAX_RANK + 1] = {}; ///< bytes
};

/// A layout pair in units that both sides are aligned to.
class StridedUnits {
public:
  StridedUnits(const StridedCopy &shape, DevicePointer to, DevicePointer from) {
    unit = 8;
    while ((shape.elementBytes | to | from) % unit)
      unit /= 2;
    int64_t denseStrides[KILN_MAX_RANK];
    rowMajorStrides(shape.rank, shape.sizes, denseStrides);
    auto element = static_cast<int64_t>(shape.elementBytes);
    for (int32_t d = 0; d < shape.rank; ++d)
      add(shape.sizes[d],
          (shape.fromStrides ? shape.fromStrides : denseStrides)[d] * element,
          (shape.toStrides ? shape.toStrides : denseStrides)[d] * element);
    add(element / unit, unit, unit);
  }

  int64_t unit;      ///< bytes: 1, 2, 4 or 8
  int64_t count = 1; ///< of units
  StridedTable table;

private:
  /// Dimensions that continue the one before on both sides become one.
  void add(int64_t size, int64_t from, int64_t to) {
    count *= size;
    if (size == 1)
      return;
    int64_t last = table.rank - 1;
    bool joins = last >= 0 && table.from[last] == from * size &&
                 table.to[last] == to * size;
    if (!joins) {
      last = table.rank++;
      table.sizes[last] = 1;
    }
    table.sizes[last] *= size;
    table.from[last] = from;
    table.to[last] = to;
  }
};
} // namespace

/// A kernel for each size of a unit. Its number is taken apart by the sizes,
/// the innermost first.
static std::string kernelsText() {
  std::string text = ".version 7.0\n.target sm_80\n.address_size 64\n";
  for (const char *unit : {"8", "16", "32", "64"})
    text += concat(R"(
.visible .entry kiln_copy_strided_)",
                   unit, R"((
    .param .u64 from, .param .u64 to, .param .u64 count,
    .param .align 8 .b8 table[)",
                   sizeof(StridedTable), R"(]) {
  .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<16>;
  .reg .b16 %u8; .reg .b16 %u16; .reg .b32 %u32; .reg .b64 %u64;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mul.wide.u32 %rd1, %r1, %r2;
  cvt.u64.u32 %rd2, %r3;
  add.u64 %rd1, %rd1, %rd2;
  ld.param.u64 %rd2, [count];
  setp.ge.u64 %p, %rd1, %rd2;
  @%p ret;
  ld.param.u64 %rd3, [from];
  ld.param.u64 %rd4, [to];
  mov.b64 %rd5, table;
  ld.param.u64 %rd6, [%rd5];
DIMENSION:
  setp.eq.u64 %p, %rd6, 0;
  @%p bra COPY;
  sub.u64 %rd6, %rd6, 1;
  shl.b64 %rd7, %rd6, 3;
  add.u64 %rd7, %rd5, %rd7;
  ld.param.u64 %rd8, [%rd7+)",
                   offsetof(StridedTable, sizes), R"(];
  rem.u64 %rd9, %rd1, %rd8;
  div.u64 %rd1, %rd1, %rd8;
  ld.param.u64 %rd10, [%rd7+)",
                   offsetof(StridedTable, from), R"(];
  mad.lo.u64 %rd3, %rd9, %rd10, %rd3;
  ld.param.u64 %rd10, [%rd7+)",
                   offsetof(StridedTable, to), R"(];
  mad.lo.u64 %rd4, %rd9, %rd10, %rd4;
  bra DIMENSION;
COPY:
  ld.global.u)",
                   unit, " %u", unit, R"(, [%rd3];
  st.global.u)",
                   unit, " [%rd4], %u", unit, R"(;
  ret;
}
)");
  return text;
}

Status CudaDevice::loadStrided() {
  std::lock_guard<std::mutex> lock(stridedMutex_);
  if (stridedCode_)
    return {};
  std::string text = kernelsText();
  std::string log;
  KILN_RT_TRY(
      check(LoadedCode::load(context_, ByteSpan(text), stridedCode_, log),
            "loading the kernels of strided copies"));
  for (size_t i = 0; i < std::size(strided_); ++i)
    KILN_RT_TRY(check(
        driver_.moduleGetFunction(&strided_[i], stridedCode_->module,
                                  concat("kiln_copy_strided_", 8 << i).c_str()),
        "finding the kernels of strided copies"));
  return {};
}

Status CudaDevice::copyStrided(const StridedCopy &shape, void *to,
                               Place toPlace, const void *from, Place fromPlace,
                               kiln_stream given) {
  auto isDense = [&](const int64_t *strides) {
    return !strides || isRowMajor(shape.rank, shape.sizes, strides);
  };
  bool dense = isDense(shape.fromStrides) && isDense(shape.toStrides);
  if (dense || toPlace != Place::Device || fromPlace != Place::Device)
    return Device::copyStrided(shape, to, toPlace, from, fromPlace, given);
  PrimaryContext::Scope scope(context_);
  KILN_RT_TRY(loadStrided());
  KILN_RT_ASSIGN(StreamHandle stream, enter(given));
  const void *touched[] = {to, from};
  KILN_RT_TRY(followUploads(touched, 2, stream));
  auto source = static_cast<DevicePointer>(reinterpret_cast<uintptr_t>(from));
  auto target = static_cast<DevicePointer>(reinterpret_cast<uintptr_t>(to));
  StridedUnits units(shape, target, source);
  if (units.count == 0)
    return {};
  // As many blocks as there may be: no device has memory for more.
  constexpr int64_t threads = 256;
  int64_t blocks = (units.count + threads - 1) / threads;
  void *arguments[] = {&source, &target, &units.count, &units.table};
  FunctionHandle kernel =
      strided_[__builtin_ctzll(static_cast<unsigned long long>(units.unit))];
  return check(driver_.launchKernel(kernel, static_cast<unsigned>(blocks), 1, 1,
                                    threads, 1, 1, 0, stream, arguments,
                                    nullptr),
               "copying between layouts");
}
